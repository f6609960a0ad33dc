// What the service hands to clients signed: a text of JSON whose `data` is JSON again, in hexadecimal, and whose signature
// clients check against the key they pin.
import { sign } from "node:crypto";
import type { JsonObject } from "../base/json.js";
import type { ServiceKey } from "./service-keys.js";

/** The signature is DER in hexadecimal over the data's bytes; the member order is the official one. */
export function signedBundle(data: JsonObject, { key, publicKey }: ServiceKey): string {
	const bytes = Buffer.from(JSON.stringify(data));
	return JSON.stringify({
		version: "v1.0.0",
		data: bytes.toString("hex"),
		dataSignature: sign("sha256", bytes, key).toString("hex"),
		enclaveQuorumPublic: publicKey,
	});
}

export interface EncryptedReply {
	readonly encapsulatedKey: Uint8Array;
	readonly ciphertext: Uint8Array;
}

/** What a client sends back encrypted to a key it was given: `{encappedPublic, ciphertext}`, both hexadecimal; undefined when it is not that. */
export function readEncryptedReply(text: string): EncryptedReply | undefined {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return undefined;
	}
	const { encappedPublic, ciphertext } = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
	if (typeof encappedPublic !== "string" || !/^04[0-9a-fA-F]{128}$/.test(encappedPublic)) return undefined;
	if (typeof ciphertext !== "string" || !/^(?:[0-9a-fA-F]{2})+$/.test(ciphertext)) return undefined;
	return { encapsulatedKey: Buffer.from(encappedPublic, "hex"), ciphertext: Buffer.from(ciphertext, "hex") };
}
