// A software authenticator: makes credentials and signs challenges as WebAuthn says, in ES256 or RS256, and answers
// `navigator.credentials` so that the official stamper can be driven unchanged. Its CBOR is written by hand, so that the
// library the service reads with does not testify for itself.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** CBOR of small integers, bytes, texts and maps. */
function cbor(value: number | string | Uint8Array | ReadonlyMap<unknown, unknown>): Buffer {
	const head = (major: number, length: number): Buffer => {
		if (length < 24) return Buffer.from([(major << 5) | length]);
		if (length < 256) return Buffer.from([(major << 5) | 24, length]);
		return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
	};
	if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
	if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
	if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
	const members = [...value].flatMap(([name, member]) => [cbor(name as string), cbor(member as string)]);
	return Buffer.concat([head(5, value.size), ...members]);
}

export type Algorithm = "ES256" | "RS256";

export interface Registration {
	readonly authenticatorName: string;
	readonly challenge: string;
	readonly attestation: {
		readonly credentialId: string;
		readonly clientDataJson: string;
		readonly attestationObject: string;
		readonly transports: ("AUTHENTICATOR_TRANSPORT_INTERNAL" | "AUTHENTICATOR_TRANSPORT_HYBRID")[];
	};
}

export class SoftwareAuthenticator {
	readonly rpId: string;
	origin: string;
	/** Whether somebody touches it. */
	present = true;
	readonly credentialId = randomBytes(16);
	readonly #algorithm: Algorithm;
	readonly #privateKey: KeyObject;
	readonly #publicKey: KeyObject;

	constructor(algorithm: Algorithm = "ES256", rpId = "wallets.example") {
		this.rpId = rpId;
		this.origin = `https://${rpId}`;
		this.#algorithm = algorithm;
		const pair =
			algorithm === "ES256"
				? generateKeyPairSync("ec", { namedCurve: "P-256" })
				: generateKeyPairSync("rsa", { modulusLength: 2048 });
		this.#privateKey = pair.privateKey;
		this.#publicKey = pair.publicKey;
	}

	/** What a registration gives, in the form create_authenticators takes. */
	register(authenticatorName: string, format: "none" | "packed" = "none", challenge = randomBytes(32)): Registration {
		const { clientData, attestationObject } = this.#attest(challenge, format);
		return {
			authenticatorName,
			challenge: base64url(challenge),
			attestation: {
				credentialId: base64url(this.credentialId),
				clientDataJson: base64url(clientData),
				attestationObject: base64url(attestationObject),
				transports: ["AUTHENTICATOR_TRANSPORT_INTERNAL", "AUTHENTICATOR_TRANSPORT_HYBRID"],
			},
		};
	}

	/** What `navigator.credentials.create` gives for a challenge. */
	create(challenge: Uint8Array) {
		const { clientData, attestationObject } = this.#attest(challenge, "none");
		return {
			type: "public-key",
			id: base64url(this.credentialId),
			rawId: this.credentialId,
			response: { clientDataJSON: clientData, attestationObject, getTransports: () => ["internal", "hybrid"] },
			getClientExtensionResults: () => ({}),
		};
	}

	#attest(challenge: Uint8Array, format: "none" | "packed") {
		const clientData = this.clientData("webauthn.create", challenge);
		const authData = this.authenticatorData(this.#attestedData());
		const signature = sign("sha256", Buffer.concat([authData, sha256(clientData)]), this.#privateKey);
		const alg = this.#algorithm === "ES256" ? -7 : -257;
		const statement = new Map<string, number | Uint8Array>(
			format === "none"
				? []
				: [
						["alg", alg],
						["sig", signature],
					],
		);
		const object = new Map<string, unknown>([
			["fmt", format],
			["attStmt", statement],
			["authData", authData],
		]);
		return { clientData, attestationObject: cbor(object) };
	}

	/** What `navigator.credentials.get` gives for a challenge. */
	assert(challenge: Uint8Array) {
		const clientDataJSON = this.clientData("webauthn.get", challenge);
		const authenticatorData = this.authenticatorData();
		const signature = sign("sha256", Buffer.concat([authenticatorData, sha256(clientDataJSON)]), this.#privateKey);
		return {
			type: "public-key",
			id: base64url(this.credentialId),
			rawId: this.credentialId,
			response: { clientDataJSON, authenticatorData, signature, userHandle: null },
			getClientExtensionResults: () => ({}),
		};
	}

	/** Lets official clients find this authenticator where a browser has its own, for as long as `use` runs. */
	async inBrowser<T>(use: () => Promise<T>): Promise<T> {
		type Options = { readonly publicKey: { readonly challenge: Uint8Array | ArrayBuffer } };
		const credentials = {
			get: async ({ publicKey }: Options) => this.assert(new Uint8Array(publicKey.challenge)),
			create: async ({ publicKey }: Options) => this.create(new Uint8Array(publicKey.challenge)),
		};
		const before = Object.getOwnPropertyDescriptor(globalThis, "navigator");
		Object.defineProperty(globalThis, "navigator", { value: { credentials }, configurable: true, writable: true });
		// How a page finds out that there are passkeys at all.
		Object.defineProperty(globalThis, "PublicKeyCredential", { value: class {}, configurable: true });
		try {
			return await use();
		} finally {
			Reflect.deleteProperty(globalThis, "PublicKeyCredential");
			if (before) Object.defineProperty(globalThis, "navigator", before);
			else Reflect.deleteProperty(globalThis, "navigator");
		}
	}

	/** A stamp's header value for a body, every part of which a test may replace. */
	stamp(
		body: string,
		replaced: { readonly type?: string; readonly challenge?: Uint8Array; readonly rpId?: string } = {},
	): string {
		const challenge = replaced.challenge ?? Buffer.from(createHash("sha256").update(body).digest("hex"));
		const clientDataJson = this.clientData(replaced.type ?? "webauthn.get", challenge);
		const authenticatorData = this.authenticatorData(Buffer.alloc(0), replaced.rpId);
		const signature = sign("sha256", Buffer.concat([authenticatorData, sha256(clientDataJson)]), this.#privateKey);
		return JSON.stringify({
			authenticatorData: base64url(authenticatorData),
			clientDataJson: base64url(clientDataJson),
			credentialId: base64url(this.credentialId),
			signature: base64url(signature),
		});
	}

	clientData(type: string, challenge: Uint8Array): Buffer {
		return Buffer.from(JSON.stringify({ type, challenge: base64url(challenge), origin: this.origin, crossOrigin: false }));
	}

	authenticatorData(attested: Uint8Array = Buffer.alloc(0), rpId = this.rpId): Buffer {
		const flags = (this.present ? 0x01 | 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
		return Buffer.concat([sha256(rpId), Buffer.from([flags, 0, 0, 0, 0]), attested]);
	}

	#attestedData(): Buffer {
		const length = Buffer.alloc(2);
		length.writeUInt16BE(this.credentialId.length);
		return Buffer.concat([Buffer.alloc(16), length, this.credentialId, this.#coseKey()]);
	}

	#coseKey(): Buffer {
		const jwk = this.#publicKey.export({ format: "jwk" });
		const bytes = (text: string | undefined) => Buffer.from(text ?? "", "base64url");
		const fields: [number, number | Uint8Array][] =
			this.#algorithm === "ES256"
				? [
						[1, 2],
						[3, -7],
						[-1, 1],
						[-2, bytes(jwk.x)],
						[-3, bytes(jwk.y)],
					]
				: [
						[1, 3],
						[3, -257],
						[-1, bytes(jwk.n)],
						[-2, bytes(jwk.e)],
					];
		return cbor(new Map(fields));
	}
}
