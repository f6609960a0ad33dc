// Exports: a secret leaves in a bundle that only the holder of the key it is encrypted to can open.
import { put, type WalletAccountEntity } from "../entity.js";
import { uncompressedP256 } from "../hpke.js";
import { exportBundle } from "../keys/bundle.js";
import type { MnemonicLanguage } from "../keys/mnemonic.js";
import { sealedAsPrivateKey } from "../keys/new-private-key.js";
import { sealedAsAccount } from "../keys/new-wallet.js";
import { openWalletSecret } from "../keys/wallet-secret.js";
import type { OrganizationView } from "../organization.js";
import { invalid, Refusal } from "../refusal.js";
import { found } from "./argument.js";
import { type ExecutionContext, waiting } from "./handler.js";

/**
 * The words, and the passphrase on a line of its own when there is one. Without a language they are the words the wallet
 * was made from; in another language they write the same entropy.
 */
export const exportWallet = waiting<"export_wallet", string>({
	check({ organization }, { walletId, targetPublicKey }) {
		found(organization, organization.wallets, "walletId", "wallet", walletId);
		receiverOf(targetPublicKey);
	},
	async prepare(context, { walletId, targetPublicKey, language }) {
		const { organization, sealer } = context;
		const secret = openWalletSecret(sealer, found(organization, organization.wallets, "walletId", "wallet", walletId));
		const { wordsOf } = await import("../keys/mnemonic.js");
		const words = await wordsOf(secret.entropy, (language as MnemonicLanguage | null | undefined) ?? secret.language);
		return bundle(context, targetPublicKey, secret.passphrase === "" ? words : `${words}\n${secret.passphrase}`);
	},
	execute({ organization, now }, { walletId }, text) {
		const wallet = found(organization, organization.wallets, "walletId", "wallet", walletId);
		return {
			changes: [put("wallet", { ...wallet, exported: true, updatedAt: now })],
			result: { walletId, exportBundle: text },
		};
	},
});

/** The private key of an account, 32 bytes. */
export const exportWalletAccount = waiting<"export_wallet_account", string>({
	check({ organization }, { address, targetPublicKey }) {
		accountWith(organization, address);
		receiverOf(targetPublicKey);
	},
	prepare(context, { address, targetPublicKey }) {
		const account = accountWith(context.organization, address);
		const privateKey = context.sealer.open(account.sealedKey, sealedAsAccount(account.id));
		return bundle(context, targetPublicKey, Buffer.from(privateKey.reveal(), "hex"));
	},
	execute({ organization, now }, { address }, text) {
		const account = accountWith(organization, address);
		return {
			changes: [put("walletAccount", { ...account, exported: true, updatedAt: now })],
			result: { address, exportBundle: text },
		};
	},
});

/** The private key, 32 bytes. */
export const exportPrivateKey = waiting<"export_private_key", string>({
	check({ organization }, { privateKeyId, targetPublicKey }) {
		found(organization, organization.privateKeys, "privateKeyId", "private key", privateKeyId);
		receiverOf(targetPublicKey);
	},
	prepare(context, { privateKeyId, targetPublicKey }) {
		const { organization, sealer } = context;
		const key = found(organization, organization.privateKeys, "privateKeyId", "private key", privateKeyId);
		const privateKey = sealer.open(key.sealedKey, sealedAsPrivateKey(key.id));
		return bundle(context, targetPublicKey, Buffer.from(privateKey.reveal(), "hex"));
	},
	execute({ organization, now }, { privateKeyId }, text) {
		const key = found(organization, organization.privateKeys, "privateKeyId", "private key", privateKeyId);
		return {
			changes: [put("privateKey", { ...key, exported: true, updatedAt: now })],
			result: { privateKeyId, exportBundle: text },
		};
	},
});

function bundle(
	{ organization, keys }: ExecutionContext,
	targetPublicKey: string,
	plaintext: string | Uint8Array,
): Promise<string> {
	const bytes = typeof plaintext === "string" ? Buffer.from(plaintext) : plaintext;
	return exportBundle(bytes, receiverOf(targetPublicKey), organization.id, keys.enclaveQuorum);
}

function accountWith(organization: OrganizationView, address: string): WalletAccountEntity {
	for (const account of organization.walletAccounts.group(address).values()) {
		// A wallet's identifier finds its accounts too, and is no address.
		if (account.address === address) return account;
	}
	throw new Refusal("NotFound", `Could not find wallet account with address: ${address}`);
}

/** A receiver's key as bytes. Throws a `Refusal` (400) when the text is none. */
function receiverOf(targetPublicKey: string): Uint8Array {
	const receiver = uncompressedP256(targetPublicKey);
	if (!receiver) throw invalid("invalid request body: `targetPublicKey` must be a P-256 public key in hexadecimal");
	return receiver;
}
