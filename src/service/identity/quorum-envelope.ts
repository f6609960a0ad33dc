// Secrets that clients encrypt to one of the service's keys beforehand, such as an OAuth client secret: an envelope of a
// nonce, an ephemeral key and a ciphertext, in Borsh, under ECDH over P-256 and AES-256-GCM.
import {
	createCipheriv,
	createDecipheriv,
	createECDH,
	createHmac,
	createPublicKey,
	diffieHellman,
	randomBytes,
} from "node:crypto";
import { Secret } from "../../base/secret.js";
import type { ServiceKey } from "../service-keys.js";

const NONCE = 12;
const POINT = 65;
const TAG = 16;
const HEADER = NONCE + POINT + 4;

/** The secret in an envelope of hexadecimal; undefined when it was not made for this key, or was altered. */
export function openEnvelope(hexadecimal: string, { key, publicKey }: ServiceKey): Secret | undefined {
	const bytes = /^(?:[0-9a-fA-F]{2})+$/.test(hexadecimal) ? Buffer.from(hexadecimal, "hex") : Buffer.alloc(0);
	if (bytes.length < HEADER + TAG || bytes.readUInt32LE(NONCE + POINT) !== bytes.length - HEADER) return undefined;
	const [nonce, sender, sealed] = [bytes.subarray(0, NONCE), bytes.subarray(NONCE, NONCE + POINT), bytes.subarray(HEADER)];
	const receiver = Buffer.from(publicKey, "hex");
	try {
		const jwk = { kty: "EC", crv: "P-256", x: coordinate(sender, 1), y: coordinate(sender, 33) };
		const shared = diffieHellman({ privateKey: key, publicKey: createPublicKey({ key: jwk, format: "jwk" }) });
		const decipher = createDecipheriv("aes-256-gcm", cipherKey(sender, receiver, shared), nonce);
		decipher.setAAD(additionalData(sender, receiver)).setAuthTag(sealed.subarray(-TAG));
		return new Secret(Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()]).toString("utf8"));
	} catch {
		return undefined;
	}
}

/** An envelope as clients make it; for secrets that come in plain, such as a seed's. */
export function sealEnvelope(secret: Secret, publicKey: string): string {
	const receiver = Buffer.from(publicKey, "hex");
	const ephemeral = createECDH("prime256v1");
	const sender = ephemeral.generateKeys();
	const nonce = randomBytes(NONCE);
	const cipher = createCipheriv("aes-256-gcm", cipherKey(sender, receiver, ephemeral.computeSecret(receiver)), nonce);
	cipher.setAAD(additionalData(sender, receiver));
	const sealed = Buffer.concat([cipher.update(secret.reveal(), "utf8"), cipher.final(), cipher.getAuthTag()]);
	const length = Buffer.alloc(4);
	length.writeUInt32LE(sealed.length);
	return Buffer.concat([nonce, sender, length, sealed]).toString("hex");
}

function coordinate(point: Buffer, at: number): string {
	return point.subarray(at, at + 32).toString("base64url");
}

function cipherKey(sender: Buffer, receiver: Buffer, shared: Buffer): Buffer {
	const mac = createHmac("sha512", Buffer.concat([sender, receiver, shared]))
		.update("qos_encryption_hmac_message")
		.digest();
	return mac.subarray(0, 32);
}

/** Each key followed by its length in one byte. */
function additionalData(sender: Buffer, receiver: Buffer): Buffer {
	return Buffer.concat([sender, Buffer.from([sender.length]), receiver, Buffer.from([receiver.length])]);
}
