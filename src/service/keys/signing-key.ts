// What a signing request signs with: an account of a wallet by its address, or a private key by its address or identifier.
import type { Secret } from "../../base/secret.js";
import type { PrivateKeyEntity, WalletAccountEntity, WalletEntity } from "../entity.js";
import type { OrganizationView } from "../organization.js";
import { Refusal } from "../refusal.js";
import type { Sealer } from "../sealing.js";
import { isTaproot } from "./bitcoin.js";
import { sealedAsPrivateKey } from "./new-private-key.js";
import { sealedAsAccount } from "./new-wallet.js";
import type { SigningScheme } from "./signature.js";

export type SigningKey = SigningScheme &
	(
		| { readonly wallet: WalletEntity; readonly account: WalletAccountEntity; readonly privateKey?: never }
		| { readonly privateKey: PrivateKeyEntity; readonly wallet?: never; readonly account?: never }
	);

/** The key that a text names, exactly as it is written; undefined when it names none. */
export function findSigningKey(organization: OrganizationView, signWith: string): SigningKey | undefined {
	const privateKey = organization.privateKeys.get(signWith);
	if (privateKey) return { privateKey, curve: privateKey.curve, taproot: false };
	for (const account of organization.walletAccounts.group(signWith).values()) {
		const wallet = organization.wallets.get(account.walletId);
		// A wallet's identifier finds its accounts too, and is no address.
		if (!wallet || account.address !== signWith) continue;
		return { wallet, account, curve: account.curve, taproot: isTaproot(account.addressFormat) };
	}
	for (const candidate of organization.privateKeys.group(signWith).values()) {
		const match = candidate.addresses.find((each) => each.address === signWith);
		if (match) return { privateKey: candidate, curve: candidate.curve, taproot: isTaproot(match.format) };
	}
	return undefined;
}

/** Throws a `Refusal`: 404 when nothing is called so, 400 when the key signs no more. */
export function signingKey(organization: OrganizationView, signWith: string): SigningKey {
	const key = findSigningKey(organization, signWith);
	if (!key) throw new Refusal("NotFound", "Could not find any resource to sign with.");
	if (key.privateKey?.disabled === true) {
		throw new Refusal("FailedPrecondition", `private key ${key.privateKey.id} is disabled`);
	}
	return key;
}

/** The private half. */
export function openSigningKey(sealer: Sealer, { privateKey, account }: SigningKey): Secret {
	if (privateKey) return sealer.open(privateKey.sealedKey, sealedAsPrivateKey(privateKey.id));
	return sealer.open(account.sealedKey, sealedAsAccount(account.id));
}
