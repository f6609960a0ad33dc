// BIP-39: the words a wallet is made from, in nine languages, and the seed they stand for.
//
// The seed is made from the words, not from what they encode: the same entropy written in another language is the same
// secret to whoever can read it, and another seed to a program that follows the standard.
import { pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { entropyToMnemonic, mnemonicToEntropy } from "@scure/bip39";
import { MNEMONIC_LANGUAGES } from "../../api/records.js";

export type MnemonicLanguage = (typeof MNEMONIC_LANGUAGES)[number];

/** Each list is loaded when it is first needed. */
const WORD_LISTS: Readonly<Record<MnemonicLanguage, () => Promise<{ readonly wordlist: string[] }>>> = {
	MNEMONIC_LANGUAGE_ENGLISH: () => import("@scure/bip39/wordlists/english.js"),
	MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE: () => import("@scure/bip39/wordlists/simplified-chinese.js"),
	MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE: () => import("@scure/bip39/wordlists/traditional-chinese.js"),
	MNEMONIC_LANGUAGE_CZECH: () => import("@scure/bip39/wordlists/czech.js"),
	MNEMONIC_LANGUAGE_FRENCH: () => import("@scure/bip39/wordlists/french.js"),
	MNEMONIC_LANGUAGE_ITALIAN: () => import("@scure/bip39/wordlists/italian.js"),
	MNEMONIC_LANGUAGE_JAPANESE: () => import("@scure/bip39/wordlists/japanese.js"),
	MNEMONIC_LANGUAGE_KOREAN: () => import("@scure/bip39/wordlists/korean.js"),
	MNEMONIC_LANGUAGE_SPANISH: () => import("@scure/bip39/wordlists/spanish.js"),
};

export interface Mnemonic {
	readonly entropy: Uint8Array;
	readonly language: MnemonicLanguage;
}

/** Fresh words; `length` is one of `MNEMONIC_LENGTHS`. */
export function newMnemonic(length: number): Mnemonic {
	return { entropy: randomBytes((length / 3) * 4), language: "MNEMONIC_LANGUAGE_ENGLISH" };
}

/** Words as somebody wrote them, in whichever language they make sense; undefined when in none. */
export async function readMnemonic(words: string): Promise<Mnemonic | undefined> {
	const written = words.normalize("NFKD").trim().split(/\s+/).join(" ");
	for (const language of MNEMONIC_LANGUAGES) {
		const { wordlist } = await WORD_LISTS[language]();
		try {
			return { entropy: mnemonicToEntropy(written, wordlist), language };
		} catch {
			// Not in this language.
		}
	}
	return undefined;
}

/** The words for an entropy in a language, as that language's readers expect them. */
export async function wordsOf(entropy: Uint8Array, language: MnemonicLanguage): Promise<string> {
	const { wordlist } = await WORD_LISTS[language]();
	return entropyToMnemonic(entropy, wordlist);
}

const deriveAside = promisify(pbkdf2);

/** The 64 bytes that keys are derived from. */
export async function seedOf({ entropy, language }: Mnemonic, passphrase: string): Promise<Buffer> {
	const words = await wordsOf(entropy, language);
	return deriveAside(words.normalize("NFKD"), `mnemonic${passphrase.normalize("NFKD")}`, 2048, 64, "sha512");
}
