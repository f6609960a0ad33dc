// The names of an organisation's users, tags, keys and credentials, and the identifiers they stand for.
import { sha256Hex } from "../base/digest.js";
import { formatAddress } from "../model/address.js";
import type { Organization } from "../model/organization.js";

/** The identifier that something written down without one gets: always the same for the same address, and a UUID. */
export function identifierOf(address: string): string {
	const digits = sha256Hex(`quorate ${address}`);
	return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

/** Turns the identifiers in a text back into the references that stand for them, for a reader. */
export function readableIdentifiers(identifiers: ReadonlyMap<string, string>): (text: string) => string {
	const names = new Map<string, string>();
	for (const [address, id] of identifiers) if (!names.has(id)) names.set(id, `\${${address}}`);
	return (text) => text.replaceAll(IDENTIFIER, (id) => names.get(id) ?? id);
}

const IDENTIFIER = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** What references of manifests stand for: `UserTag/signers`, `ApiKey/alice/ci`, `ApiKey/alice/ci#publicKey`. */
export function identifiersByAddress(organization: Organization): ReadonlyMap<string, string> {
	const found = new Map<string, string>();
	const add = (kind: string, items: readonly { readonly id: string; readonly name: string }[] = []): void => {
		for (const { id, name } of items) found.set(formatAddress(kind, name), id);
	};
	add("User", organization.users);
	add("UserTag", organization.userTags);
	add("PrivateKeyTag", organization.privateKeyTags);
	add("PrivateKey", organization.privateKeys);
	add("Wallet", organization.wallets);
	const short = new Map<string, number>();
	for (const user of organization.users ?? []) {
		for (const credential of user.credentials) {
			const kind = credential.type.startsWith("CREDENTIAL_TYPE_API_KEY") ? "ApiKey" : "Authenticator";
			const own = formatAddress(kind, credential.name);
			short.set(own, (short.get(own) ?? 0) + 1);
			for (const address of [formatAddress(kind, credential.name, user.name), own]) {
				found.set(address, credential.id);
				if (kind === "ApiKey") found.set(`${address}#publicKey`, credential.publicKey);
			}
		}
	}
	// A short name that several credentials have means none of them.
	for (const [address, count] of short) {
		if (count === 1) continue;
		found.delete(address);
		found.delete(`${address}#publicKey`);
	}
	return found;
}
