// What a request signs with or exports: wallets, their accounts, stand-alone private keys, secrets.
import { flag, flags, struct, text, textMap, texts, wholes } from "./field.js";

export const wallet = struct("Wallet", {
	id: text("the wallet's identifier"),
	imported: flag("whether the wallet was imported"),
	exported: flag("whether the wallet was ever exported"),
	label: text("the wallet's name"),
});

const exportOnly = { available: { when: "activity", kind: "EXPORT_WALLET_ACCOUNT" } } as const;

export const walletAccount = struct("WalletAccount", {
	address: text("the account's address exactly as stored, with its checksum's capitals on EVM chains"),
	path_indexes: wholes(
		"the parts of the derivation path without the hardening mark: m/44'/60'/0'/0/0 is [44, 60, 0, 0, 0]",
		exportOnly,
	),
	path_hardened: flags("for each part of the derivation path whether it is hardened", exportOnly),
});

export const privateKey = struct("PrivateKey", {
	id: text("the private key's identifier"),
	tags: texts("identifiers of the key's tags, never their names"),
	imported: flag("whether the key was imported"),
	exported: flag("whether the key was ever exported"),
	label: text("the key's name"),
});

/** Early access. */
export const secret = struct("Secret", {
	static_properties: textMap("texts that were attached when the secret was imported"),
});
