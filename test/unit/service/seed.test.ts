import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Change } from "../../../src/service/entity.js";
import { newSealingKey, Sealer } from "../../../src/service/sealing.js";
import { readSeed } from "../../../src/service/seed.js";
import { DEFAULT_SEED, organizationFromSeed } from "../../../src/service/seed-organization.js";
import { newServiceSecrets, serviceKeys } from "../../../src/service/service-keys.js";

const WHOLE = `# an organisation with one of everything
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  id: 00000000-0000-4000-8000-000000000001
  features: [{ name: FEATURE_NAME_POLICY_TIME }]
  rootQuorum: { threshold: 1, users: [root] }
  userTags: [{ name: signers, id: 00000000-0000-4000-8000-000000000002 }]
  users:
    - name: root
    - name: alice
      id: 00000000-0000-4000-8000-000000000003
      email: alice@example.com
      tags: [signers]
      apiKeys:
        - { name: laptop, curve: API_KEY_CURVE_ED25519 }
        - { name: given, publicKey: 02cb82873265bf04f18f929aa0062036ce23f7bf87773bdcc88402d179f314a839 }
      authenticators: [{ name: key }]
      oauthProviders: [{ name: google, issuer: i, audience: a, subject: s }]
  privateKeyTags: [{ name: hot, id: 00000000-0000-4000-8000-000000000004 }]
  privateKeys:
    - { name: one, curve: CURVE_SECP256K1, tags: [hot] }
    - { name: one, curve: CURVE_P256 }
  wallets: [{ name: main, exported: true }]
  policies:
    - name: Signers
      effect: EFFECT_ALLOW
      consensus: approvers.any(user, user.tags.contains('\${UserTag/signers}'))
      condition: private_key.tags.contains('\${PrivateKeyTag/hot}')
  mfaPolicies:
    - user: alice
      name: Passkey
      condition: "true"
      order: 0
      requiredAuthenticationMethods: [{ any: [{ type: AUTHENTICATION_TYPE_PASSKEY }] }]
  webhookEndpoints: [{ name: ops, url: "https://hooks.example.com/", subscriptions: [{ eventType: ACTIVITY_UPDATES }] }]
  ipAllowlist:
    rules: [{ cidr: 10.0.0.7/24, label: office }]
    apiKeys: [{ user: alice, apiKey: given, rules: [{ cidr: 192.0.2.0/24 }] }]
`;

const MINIMAL = `apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users: [{ name: root }]
`;

/** Code, place and words of everything that is wrong. */
const problems = (text: string) =>
	readSeed(text, "seed.yaml").diagnostics.map((each) => [
		`${each.code} ${each.span?.file}:${each.span?.start.line}:${each.span?.start.column}`,
		each.message,
		...(each.help === undefined ? [] : [each.help]),
	]);

const entities = (changes: readonly Change[], noun: string) =>
	changes.flatMap((each) => (each.noun === noun && "put" in each ? [each.put as never as Record<string, unknown>] : []));

describe("schemas/seed.schema.json", () => {
	test("is a valid, strict JSON Schema", () => {
		const schema = JSON.parse(readFileSync("schemas/seed.schema.json", "utf8"));
		const ajv = new Ajv2020({ strict: true });
		expect(ajv.validateSchema(schema)).toBe(true);
		expect(ajv.compile(schema)({})).toBe(false);
	});
});

describe("readSeed", () => {
	test("reads everything a seed can say", () => {
		const { seed, diagnostics } = readSeed(WHOLE, "seed.yaml");
		expect(diagnostics).toEqual([]);
		expect([seed?.name, seed?.spec.users.length, seed?.spec.ipAllowlist?.rules.length]).toEqual(["Treasury", 2, 1]);
	});

	test.each<[string, string, readonly (readonly string[])[]]>([
		["no text", "", [["Q4163 seed.yaml:1:1", "the seed must be of type object"]]],
		["broken YAML", "a: [", [["Q4160 seed.yaml:1:5", expect.stringContaining("flow") as never]]],
		[
			"an alias",
			`${MINIMAL}  userTags: &x []\n  wallets: *x\n`,
			[["Q4160 seed.yaml:1:1", "a seed may not use aliases", "write the value out at each place"]],
		],
		[
			"a misspelt field",
			MINIMAL.replace("rootQuorum", "rootQuorom"),
			[
				["Q4161 seed.yaml:5:3", "unknown field `rootQuorom`", "did you mean `rootQuorum`?"],
				["Q4162 seed.yaml:5:3", "field `rootQuorum` is missing in `spec`"],
			],
		],
		[
			"a misspelt value",
			`${MINIMAL}  policies: [{ name: p, effect: ALLOW }]\n`,
			[["Q4163 seed.yaml:7:33", "`spec.policies.0.effect` is `ALLOW`, expected one of EFFECT_ALLOW, EFFECT_DENY"]],
		],
		[
			"a key that would outlast the calendar",
			MINIMAL.replace("{ name: root }", "{ name: root, apiKeys: [{ name: k, expirationSeconds: 99999999999999 }] }"),
			[["Q4163 seed.yaml:6:65", "`spec.users.0.apiKeys.0.expirationSeconds` must be <= 9999999999"]],
		],
		[
			"another kind",
			MINIMAL.replace("Organization", "Policy"),
			[["Q4163 seed.yaml:2:7", "`kind` is `Policy`, expected `Organization`"]],
		],
		[
			"an unknown user",
			MINIMAL.replace("[root]", "[rooot]"),
			[["Q4164 seed.yaml:5:39", "no user is called `rooot`", "did you mean `root`?"]],
		],
		[
			"a threshold out of reach",
			MINIMAL.replace("threshold: 1", "threshold: 2"),
			[["Q4163 seed.yaml:5:28", "threshold 2 can never be reached: the root quorum has 1 user"]],
		],
		[
			"a name used twice",
			MINIMAL.replace("[{ name: root }]", "[{ name: root }, { name: root }]"),
			[["Q4165 seed.yaml:6:35", "a second user is called `root`"]],
		],
		[
			"an identifier used twice",
			`${MINIMAL}  userTags: [{ name: a, id: 00000000-0000-4000-8000-000000000001 }]\n  wallets: [{ name: a, id: 00000000-0000-4000-8000-000000000001 }]\n`,
			[["Q4165 seed.yaml:8:28", "`00000000-0000-4000-8000-000000000001` is given twice"]],
		],
		[
			"an unknown tag",
			MINIMAL.replace("{ name: root }]", "{ name: root, tags: [x] }]"),
			[["Q4164 seed.yaml:6:32", "no user tag is called `x`", "the seed describes none"]],
		],
		[
			"a public key that is none",
			MINIMAL.replace("{ name: root }]", `{ name: root, apiKeys: [{ name: k, publicKey: 02${"f".repeat(64)} }] }]`),
			[
				[
					"Q4163 seed.yaml:6:57",
					expect.stringContaining("is not a public key of curve P256") as never,
					expect.any(String) as never,
				],
			],
		],
		[
			"an unknown reference in an expression",
			`${MINIMAL}  policies: [{ name: p, effect: EFFECT_ALLOW, condition: "\${UserTag/x} \${Usr/y}" }]\n`,
			[
				["Q4164 seed.yaml:7:58", "no kind of reference is called `Usr`", "did you mean `User`?"],
				["Q4164 seed.yaml:7:58", "no user tag is called `x`", "the seed describes none"],
			],
		],
		[
			"a block that is none",
			`${MINIMAL}  ipAllowlist: { rules: [{ cidr: 10.0.0.0 }] }\n`,
			[["Q4163 seed.yaml:7:25", "invalid CIDR at index 0: 10.0.0.0"]],
		],
		[
			"a list of a key nobody has",
			`${MINIMAL}  ipAllowlist: { rules: [], apiKeys: [{ user: root, apiKey: x, rules: [] }] }\n`,
			[["Q4164 seed.yaml:7:61", "no API key of root is called `x`", "there is default"]],
		],
		[
			"words that are no mnemonic, without saying them",
			`${MINIMAL}  wallets: [{ name: w, mnemonic: abandon abandon }]\n`,
			[["Q4163 seed.yaml:7:34", "these are not the words of an English mnemonic, or their checksum is wrong"]],
		],
		[
			"accounts that cannot be derived",
			`${MINIMAL}  wallets:
    - name: w
      accounts:
        - { name: a, curve: CURVE_ED25519, path: "44'", addressFormat: ADDRESS_FORMAT_SOLANA }
        - { name: a, curve: CURVE_P256, path: m/0, addressFormat: ADDRESS_FORMAT_ETHEREUM }
        - { curve: CURVE_SECP256K1, path: m/0, addressFormat: ADDRESS_FORMAT_SPARK_MAINNET }\n`,
			[
				["Q4163 seed.yaml:10:50", "`44'` is no derivation path", "write a path as m/44'/60'/0'/0/0"],
				["Q4165 seed.yaml:11:19", "a second wallet account is called `a`"],
				["Q4163 seed.yaml:11:67", "keys of CURVE_P256 have no address of ADDRESS_FORMAT_ETHEREUM"],
				["Q4163 seed.yaml:12:63", "addresses of ADDRESS_FORMAT_SPARK_MAINNET are not derived by this service"],
			],
		],
		[
			"a private key that is none, without saying it",
			`${MINIMAL}  privateKeys:
    - { name: k, curve: CURVE_P256, privateKey: "${"f".repeat(64)}", addressFormats: [ADDRESS_FORMAT_SUI] }\n`,
			[
				["Q4163 seed.yaml:8:49", "this is no private key of CURVE_P256"],
				["Q4163 seed.yaml:8:134", "keys of CURVE_P256 have no address of ADDRESS_FORMAT_SUI"],
			],
		],
	])("says what is wrong with %s", (_what, text, expected) => {
		expect(problems(text)).toEqual(expected);
	});
});

describe("organizationFromSeed", () => {
	const sealer = new Sealer(newSealingKey());

	test("makes every entity, references by identifier", async () => {
		const { seed } = readSeed(WHOLE, "seed.yaml");
		if (!seed) throw new Error("the seed is good");
		const { self, changes, keys, rootKey } = await organizationFromSeed(
			seed,
			{ sealer, keys: serviceKeys(newServiceSecrets()) },
			1000,
		);
		expect(self).toMatchObject({ id: "00000000-0000-4000-8000-000000000001", name: "Treasury", createdAt: 1000 });
		expect(keys.map((each) => `${each.user}/${each.apiKey}`)).toEqual(["root/default", "alice/laptop"]);
		expect(rootKey.user).toBe("root");
		expect(entities(changes, "policy")[0]).toMatchObject({
			consensus: "approvers.any(user, user.tags.contains('00000000-0000-4000-8000-000000000002'))",
			condition: "private_key.tags.contains('00000000-0000-4000-8000-000000000004')",
		});
		const [first, second] = entities(changes, "privateKey");
		expect(first?.["id"]).not.toBe(second?.["id"]);
		expect(first).toMatchObject({ tags: ["00000000-0000-4000-8000-000000000004"] });
		const opened = sealer.open(String(first?.["sealedKey"]), `private key ${first?.["id"]}`).reveal();
		expect(opened).toMatch(/^[0-9a-f]{64}$/);
		expect(JSON.stringify(changes)).not.toContain(opened);
		const lists = entities(changes, "ipAllowlist");
		expect(lists.map((each) => [each["id"], each["enabled"]])).toEqual([
			["", false],
			["02cb82873265bf04f18f929aa0062036ce23f7bf87773bdcc88402d179f314a839", true],
		]);
		expect(entities(changes, "apiKey").map((each) => each["type"])).toEqual([
			"CREDENTIAL_TYPE_API_KEY_P256",
			"CREDENTIAL_TYPE_API_KEY_ED25519",
			"CREDENTIAL_TYPE_API_KEY_P256",
		]);
	});

	test("makes wallets and keys from known secrets, and keeps those sealed", async () => {
		const words = `${"abandon ".repeat(11)}about`;
		const { seed } = readSeed(
			`${MINIMAL}  wallets:
    - name: known
      mnemonic: ${words}
      passphrase: TREZOR
      accounts: [{ curve: CURVE_SECP256K1, path: "m/44'/60'/0'/0/0", addressFormat: ADDRESS_FORMAT_ETHEREUM }]
    - name: fresh
      id: 00000000-0000-4000-8000-000000000005
  privateKeys: [{ name: one, curve: CURVE_SECP256K1, privateKey: "${"1".padStart(64, "0")}" }]\n`,
			"seed.yaml",
		);
		if (!seed) throw new Error("the seed is good");
		const { changes } = await organizationFromSeed(seed, { sealer, keys: serviceKeys(newServiceSecrets()) }, 0);
		const [known, fresh] = entities(changes, "wallet");
		expect(fresh?.["id"]).toBe("00000000-0000-4000-8000-000000000005");
		expect(entities(changes, "walletAccount")).toEqual([
			expect.objectContaining({ walletId: known?.["id"], address: "0x9c32F71D4DB8Fb9e1A58B0a80dF79935e7256FA6" }),
		]);
		expect(entities(changes, "privateKey")[0]?.["addresses"]).toEqual([
			{ format: "ADDRESS_FORMAT_ETHEREUM", address: "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf" },
		]);
		expect(JSON.stringify(changes)).not.toMatch(/abandon|TREZOR|0{63}1/);
	});

	test("always has a key for a root user", async () => {
		const publicKey = "02cb82873265bf04f18f929aa0062036ce23f7bf87773bdcc88402d179f314a839";
		const users = [{ name: "root", apiKeys: [{ name: "given", publicKey }] }];
		const { keys, rootKey } = await organizationFromSeed(
			{ ...DEFAULT_SEED, spec: { ...DEFAULT_SEED.spec, users } },
			{ sealer, keys: serviceKeys(newServiceSecrets()) },
			0,
		);
		expect(keys).toEqual([rootKey]);
		expect(rootKey).toMatchObject({ user: "root", apiKey: "quorate" });
	});
});
