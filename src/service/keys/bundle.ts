// Bundles that carry secrets out of the service and into it: encrypted to one key, and signed by the service so that the
// other side knows who encrypted, or whom to encrypt to.
import { sign } from "node:crypto";
import { p256 } from "@noble/curves/nist.js";
import { sealTo } from "../hpke.js";
import type { ServiceKey } from "../service-keys.js";

const VERSION = "v1.0.0";

/** The text of an export bundle: the plaintext sealed to a receiver's P-256 key, given as 65 uncompressed bytes. */
export async function exportBundle(
	plaintext: Uint8Array,
	receiver: Uint8Array,
	organizationId: string,
	signer: ServiceKey,
): Promise<string> {
	const { encapsulatedKey, ciphertext } = await sealTo(receiver, plaintext);
	const encappedPublic = Buffer.from(encapsulatedKey).toString("hex");
	return signed({ encappedPublic, ciphertext: Buffer.from(ciphertext).toString("hex"), organizationId }, signer);
}

/** The text of an import bundle: the key, 130 hexadecimal digits, that a user may encrypt a secret to. */
export function importBundle(targetPublic: string, organizationId: string, userId: string, signer: ServiceKey): string {
	return signed({ targetPublic, organizationId, userId }, signer);
}

/** The data in hexadecimal and the signature over its bytes in DER, with a low S: some verifiers take no other. */
function signed(data: Readonly<Record<string, string>>, { key, publicKey }: ServiceKey): string {
	const bytes = Buffer.from(JSON.stringify(data));
	const made = p256.Signature.fromBytes(sign("sha256", bytes, { key, dsaEncoding: "ieee-p1363" }));
	const signature = made.hasHighS() ? new p256.Signature(made.r, p256.Point.Fn.ORDER - made.s) : made;
	return JSON.stringify({
		version: VERSION,
		data: bytes.toString("hex"),
		dataSignature: Buffer.from(signature.toBytes("der")).toString("hex"),
		enclaveQuorumPublic: publicKey,
	});
}

/** What a client sends back: undefined when the text is not one. Members besides the two are let be. */
export function readEncryptedBundle(
	text: string,
): { readonly encapsulatedKey: Uint8Array; readonly ciphertext: Uint8Array } | undefined {
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
	} catch {
		return undefined;
	}
	if (typeof parsed !== "object" || parsed === null) return undefined;
	const { encappedPublic, ciphertext } = parsed as Readonly<Record<string, unknown>>;
	if (typeof encappedPublic !== "string" || !/^04[0-9a-fA-F]{128}$/.test(encappedPublic)) return undefined;
	if (typeof ciphertext !== "string" || !/^(?:[0-9a-fA-F]{2})+$/.test(ciphertext)) return undefined;
	return { encapsulatedKey: Buffer.from(encappedPublic, "hex"), ciphertext: Buffer.from(ciphertext, "hex") };
}
