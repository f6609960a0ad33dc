// BIP-39 in nine languages.
import { randomBytes } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { MNEMONIC_LENGTHS } from "../../../../src/api/key-records.js";
import { MNEMONIC_LANGUAGES } from "../../../../src/api/records.js";
import { newMnemonic, readMnemonic, seedOf, wordsOf } from "../../../../src/service/keys/mnemonic.js";

const ZEROS = Buffer.alloc(16);

describe("mnemonics", () => {
	test.each(MNEMONIC_LENGTHS)("%d fresh words, in English", async (length) => {
		const mnemonic = newMnemonic(length);
		const words = await wordsOf(mnemonic.entropy, mnemonic.language);
		expect(words.split(" ")).toHaveLength(length);
		expect(await readMnemonic(words)).toEqual(mnemonic);
		expect(newMnemonic(length)).not.toEqual(mnemonic);
	});

	test.each(MNEMONIC_LANGUAGES)("%s: what is written is read again", async (language) => {
		for (const size of [16, 20, 24, 28, 32]) {
			const entropy = randomBytes(size);
			const read = await readMnemonic(await wordsOf(entropy, language));
			// Chinese words may make sense in both scripts, and then mean the same in neither.
			if (language.includes("CHINESE") && read?.language !== language) continue;
			expect({ ...read, entropy: Buffer.from(read?.entropy ?? []) }).toEqual({ entropy, language });
		}
	});

	test("all languages write the same entropy, each in words of its own", async () => {
		const written = await Promise.all(MNEMONIC_LANGUAGES.map((language) => wordsOf(ZEROS, language)));
		expect(written[0]).toBe(`${"abandon ".repeat(11)}about`);
		expect(written.at(-1)).toBe(`${"ábaco ".repeat(11)}abierto`.normalize("NFKD"));
		expect(new Set(written.map((words) => words.normalize("NFKD"))).size).toBeGreaterThanOrEqual(8);
	});

	test("spaces and composed letters are read generously; wrong words and checksums are not", async () => {
		const spanish = await wordsOf(ZEROS, "MNEMONIC_LANGUAGE_SPANISH");
		expect(await readMnemonic(`  ${spanish.normalize("NFC").replaceAll(" ", "\n ")} `)).toMatchObject({
			language: "MNEMONIC_LANGUAGE_SPANISH",
		});
		expect(await readMnemonic("abandon ".repeat(12))).toBeUndefined();
		expect(await readMnemonic(`${"abandon ".repeat(11)}aboutt`)).toBeUndefined();
		expect(await readMnemonic("")).toBeUndefined();
	});
});

describe("seeds", () => {
	test("English, with a passphrase (the standard's first vector)", async () => {
		const seed = await seedOf({ entropy: ZEROS, language: "MNEMONIC_LANGUAGE_ENGLISH" }, "TREZOR");
		expect(seed.toString("hex")).toBe(
			"c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04",
		);
	});

	test("Japanese, with a passphrase that must be normalised (its first vector)", async () => {
		const seed = await seedOf({ entropy: ZEROS, language: "MNEMONIC_LANGUAGE_JAPANESE" }, "㍍ガバヴァぱばぐゞちぢ十人十色");
		expect(seed.toString("hex")).toBe(
			"a262d6fb6122ecf45be09c50492b31f92e9beb7d9a845987a02cefda57a15f9c467a17872029a9e92299b5cbdf306e3a0ee620245cbd508959b6cb7ca637bd55",
		);
	});

	test("the same entropy in another language is another seed", async () => {
		const english = await seedOf({ entropy: ZEROS, language: "MNEMONIC_LANGUAGE_ENGLISH" }, "");
		expect(await seedOf({ entropy: ZEROS, language: "MNEMONIC_LANGUAGE_FRENCH" }, "")).not.toEqual(english);
	});
});
