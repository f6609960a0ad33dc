// BIP-32 and SLIP-10 by their own vectors, and the paths wallets write.
import { describe, expect, test } from "@jest/globals";
import { readPath } from "../../../../src/payloads/derivation-path.js";
import { deriveKey } from "../../../../src/service/keys/derivation.js";

const SEED = "000102030405060708090a0b0c0d0e0f";

function privateKeyAt(curve: Parameters<typeof deriveKey>[0], path: string, seed = SEED): string {
	return deriveKey(curve, Buffer.from(seed, "hex"), readPath(path) ?? []).reveal();
}

describe("derivation", () => {
	test.each([
		["m", "e8f32e723decf4051aefac8e2c93c9c5b214313817cdb01a1494b917c8436b35"],
		["m/0'", "edb2e14f9ee77d26dd93b4ecede8d16ed408ce149b6cd80b0715a2d911a0afea"],
		["m/0'/1", "3c6cb8d0f6a264c91ea8b5030fadaa8e538b020f0a387421a12de9319dc93368"],
		["m/0h/1/2H/2/1000000000", "471b76e389e528d6de6d816857e012c5455051cad6660850e58372a6c3e6e7c8"],
	])("secp256k1 (BIP-32, vector 1) at %s", (path, key) => {
		expect(privateKeyAt("CURVE_SECP256K1", path)).toBe(key);
	});

	test.each([
		["m", "612091aaa12e22dd2abef664f8a01a82cae99ad7441b7ef8110424915c268bc2"],
		["m/0'", "6939694369114c67917a182c59ddb8cafc3004e63ca5d3b84403ba8613debc0c"],
		["m/0'/1", "284e9d38d07d21e4e281b645089a94f4cf5a5a81369acf151a1c3a57f18b2129"],
		["m/0'/1/2'", "694596e8a54f252c960eb771a3c41e7e32496d03b954aeb90f61635b8e092aa7"],
		["m/0'/1/2'/2", "5996c37fd3dd2679039b23ed6f70b506c6b56b3cb5e424681fb0fa64caf82aaa"],
		["m/0'/1/2'/2/1000000000", "21c4f269ef0a5fd1badf47eeacebeeaa3de22eb8e5b0adcd0f27dd99d34d0119"],
		// The first digest is no key here, and another is made from it.
		["m/28578'/33941", "092154eed4af83e078ff9b84322015aefe5769e31270f62c3f66c33888335f3a"],
	])("P-256 (SLIP-10, vector 1 and the retries) at %s", (path, key) => {
		expect(privateKeyAt("CURVE_P256", path)).toBe(key);
	});

	test("P-256, a seed whose first digest is no key (SLIP-10)", () => {
		const seed = "a7305bc8df8d0951f0cb224c0e95d7707cbdf2c6ce7e8d481fec69c7ff5e9446";
		expect(privateKeyAt("CURVE_P256", "m", seed)).toBe("3b8c18469a4634517d6d0b65448f8e6c62091b45540a1743c5846be55d47d88f");
	});

	test.each([
		["m", "2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7"],
		["m/0'", "68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3"],
		["m/0'/1'", "b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2"],
		["m/0'/1'/2'/2'/1000000000'", "8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793"],
		// There are no others: a part that is not marked counts as hardened.
		["m/0/1", "b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2"],
	])("ed25519 (SLIP-10, vector 1) at %s", (path, key) => {
		expect(privateKeyAt("CURVE_ED25519", path)).toBe(key);
	});
});

describe("paths", () => {
	test("parts, hardened or not", () => {
		expect(readPath("m")).toEqual([]);
		expect(readPath("m/44'/60h/0H/0/2147483647")).toEqual([
			{ index: 44, hardened: true },
			{ index: 60, hardened: true },
			{ index: 0, hardened: true },
			{ index: 0, hardened: false },
			{ index: 2147483647, hardened: false },
		]);
	});

	test.each(["", "44'/60'", "M/0", "m/", "m//0", "m/-1", "m/0''", "m/00", "m/2147483648", "m/1.5", " m/0", "m/0x1", "m/a"])(
		"`%s` is none",
		(text) => {
			expect(readPath(text)).toBeUndefined();
		},
	);

	test("no deeper than a key can be", () => {
		expect(readPath(`m${"/0".repeat(255)}`)).toHaveLength(255);
		expect(readPath(`m${"/0".repeat(256)}`)).toBeUndefined();
	});
});
