// Stand-alone private keys that come into being, fresh or imported, with the addresses asked for.
import type { AddressFormat, Curve } from "../../api/key-records.js";
import type { Secret } from "../../base/secret.js";
import type { PrivateKeyEntity } from "../entity.js";
import { generateKeyPair, publicKeyOf } from "../key-generation.js";
import type { Making } from "./new-wallet.js";

export interface PrivateKeyRequest {
	readonly name: string;
	readonly curve: Curve;
	/** Identifiers of private key tags. */
	readonly tags: readonly string[];
	readonly addressFormats: readonly AddressFormat[];
}

/** `imported`: the private half, 64 hexadecimal digits that are a key of the curve; a fresh one when not given. */
export async function newPrivateKey(request: PrivateKeyRequest, making: Making, imported?: Secret): Promise<PrivateKeyEntity> {
	const { name, curve, tags, addressFormats } = request;
	const id = making.newId();
	const privateKey = imported ?? generateKeyPair(curve).privateKey;
	const publicKey = publicKeyOf(curve, privateKey);
	return {
		id,
		name,
		curve,
		publicKey,
		sealedKey: making.sealer.seal(privateKey, sealedAsPrivateKey(id)),
		addresses: await addressesOf(addressFormats, curve, publicKey),
		tags,
		exported: false,
		imported: imported !== undefined,
		createdAt: making.now,
		updatedAt: making.now,
	};
}

async function addressesOf(
	formats: readonly AddressFormat[],
	curve: Curve,
	publicKey: string,
): Promise<PrivateKeyEntity["addresses"]> {
	const { addressOf } = await import("./address.js");
	return Promise.all(
		[...new Set(formats)].map(async (format) => ({ format, address: await addressOf(format, curve, publicKey) })),
	);
}

/** What a private key is sealed for. */
export function sealedAsPrivateKey(privateKeyId: string): string {
	return `private key ${privateKeyId}`;
}
