// What a wallet is made from, as it stands sealed in the store.
import { Secret } from "../../base/secret.js";
import type { WalletEntity } from "../entity.js";
import type { Sealer } from "../sealing.js";
import type { Mnemonic, MnemonicLanguage } from "./mnemonic.js";

export interface WalletSecret extends Mnemonic {
	/** BIP-39's extra word; empty for wallets made here. */
	readonly passphrase: string;
}

export function sealWalletSecret(sealer: Sealer, walletId: string, secret: WalletSecret): string {
	const { entropy, language, passphrase } = secret;
	const text = JSON.stringify({ entropy: Buffer.from(entropy).toString("hex"), language, passphrase });
	return sealer.seal(new Secret(text), sealedAs(walletId));
}

export function openWalletSecret(sealer: Sealer, wallet: WalletEntity): WalletSecret {
	const { entropy, language, passphrase } = JSON.parse(sealer.open(wallet.sealedSecret, sealedAs(wallet.id)).reveal()) as {
		readonly entropy: string;
		readonly language: MnemonicLanguage;
		readonly passphrase: string;
	};
	return { entropy: Buffer.from(entropy, "hex"), language, passphrase };
}

function sealedAs(walletId: string): string {
	return `wallet ${walletId}`;
}
