// Wallets and accounts that come into being: their keys derived, their addresses worked out, their secrets sealed.
import { promisify } from "node:util";
import type { AddressFormat, Curve } from "../../api/key-records.js";
import { readPath } from "../../payloads/derivation-path.js";
import type { WalletAccountEntity, WalletEntity } from "../entity.js";
import { publicKeyOf } from "../key-generation.js";
import type { Sealer } from "../sealing.js";
import { sealWalletSecret, type WalletSecret } from "./wallet-secret.js";

/** How an account is asked for; checked with `checkAccounts` before it gets here. */
export interface AccountRequest {
	readonly curve: Curve;
	readonly path: string;
	readonly addressFormat: AddressFormat;
	readonly name?: string | null | undefined;
}

/** What the maker of an entity needs to know besides what it is to be. */
export interface Making {
	readonly sealer: Sealer;
	/** Milliseconds since the epoch. */
	readonly now: number;
	newId(): string;
}

export interface NewWallet {
	readonly wallet: WalletEntity;
	/** In the order asked for. */
	readonly accounts: readonly WalletAccountEntity[];
}

/** Lets other requests have their turn. */
const breathe = promisify(setImmediate);

export const DEFAULT_MNEMONIC_LENGTH = 12;

/** A wallet from fresh words; `mnemonicLength` is 12 when not given. */
export async function newWallet(
	request: { readonly name: string; readonly accounts: readonly AccountRequest[]; readonly mnemonicLength?: number },
	making: Making,
): Promise<NewWallet> {
	const { newMnemonic } = await import("./mnemonic.js");
	const secret = { ...newMnemonic(request.mnemonicLength ?? DEFAULT_MNEMONIC_LENGTH), passphrase: "" };
	return walletFrom(secret, { name: request.name, accounts: request.accounts, imported: false }, making);
}

/** A wallet from words that are there already. */
export async function walletFrom(
	secret: WalletSecret,
	request: { readonly name: string; readonly accounts: readonly AccountRequest[]; readonly imported: boolean },
	making: Making,
): Promise<NewWallet> {
	const id = making.newId();
	const wallet: WalletEntity = {
		id,
		name: request.name,
		exported: false,
		imported: request.imported,
		sealedSecret: sealWalletSecret(making.sealer, id, secret),
		createdAt: making.now,
		updatedAt: making.now,
	};
	return { wallet, accounts: await accountsFrom(secret, id, request.accounts, making) };
}

/** Further accounts of a wallet. */
export async function accountsFrom(
	secret: WalletSecret,
	walletId: string,
	requests: readonly AccountRequest[],
	{ sealer, now, newId }: Making,
): Promise<WalletAccountEntity[]> {
	if (requests.length === 0) return [];
	const [{ seedOf }, { deriveKey }, { addressOf }] = await Promise.all([
		import("./mnemonic.js"),
		import("./derivation.js"),
		import("./address.js"),
	]);
	const seed = await seedOf(secret, secret.passphrase);
	const accounts: WalletAccountEntity[] = [];
	for (const { curve, path, addressFormat, name } of requests) {
		if (accounts.length > 0) await breathe();
		const id = newId();
		const privateKey = deriveKey(curve, seed, readPath(path) ?? []);
		const publicKey = publicKeyOf(curve, privateKey);
		accounts.push({
			id,
			walletId,
			name: name ?? null,
			curve,
			pathFormat: "PATH_FORMAT_BIP32",
			path,
			addressFormat,
			address: await addressOf(addressFormat, curve, publicKey),
			publicKey,
			sealedKey: sealer.seal(privateKey, sealedAsAccount(id)),
			exported: false,
			createdAt: now,
			updatedAt: now,
		});
	}
	return accounts;
}

/** What an account's key is sealed for. */
export function sealedAsAccount(accountId: string): string {
	return `wallet account ${accountId}`;
}
