// The same request put to the embedded service, over a socket and signed, and to the decision that tests of policies use: the
// outcome must be the same, and so must what each policy says. The two share the language and the readers of payloads; what a
// request binds, who votes and who may do without a policy each works out for itself.
import { createECDH } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { serializeTransaction } from "viem";
import { type ActivityName, operations } from "../../src/api/operations.js";
import type { JsonObject } from "../../src/base/json.js";
import type { Organization } from "../../src/model/organization.js";
import { referenceToken } from "../../src/model/reference.js";
import { identifiersByAddress } from "../../src/request/named-identifier.js";
import { type PolicyResource, policySetOf } from "../../src/request/policy-set.js";
import { decideRequest, outcomeOf, prepareRequest, type RequestDecision } from "../../src/request/request-decision.js";
import { type RequestText, readRequest } from "../../src/request/request-text.js";
import { type TestClock, testClock } from "../support/clocks.js";
import { runService, type TestService } from "../support/running-service.js";
import type { Answer, Reply, TestClient } from "../support/service-client.js";

const PEOPLE = ["root", "bob", "carol", "dave", "erin"] as const;
const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  features: [{ name: FEATURE_NAME_POLICY_TIME }]
  rootQuorum: { threshold: 2, users: [root, dave] }
  userTags: [{ name: signers }, { name: auditors }]
  users:
    - { name: root }
    - { name: bob, tags: [signers], email: bob@example.com }
    - { name: carol, tags: [signers, auditors] }
    - { name: dave, tags: [auditors] }
    - { name: erin }
  privateKeyTags: [{ name: hot }]
  privateKeys:
    - { name: vault, curve: CURVE_SECP256K1, tags: [hot] }
    - { name: other, curve: CURVE_SECP256K1 }
    - { name: sol, curve: CURVE_ED25519, privateKey: "${"01".repeat(32)}" }
  wallets:
    - { name: ops, accounts: [{ curve: CURVE_SECP256K1, path: "m/44'/60'/0'/0/3", addressFormat: ADDRESS_FORMAT_ETHEREUM }] }
`;

const SIGNERS = "approvers.filter(u, u.tags.contains('${UserTag/signers}')).count() >= 2";
const POLICIES: Readonly<Record<string, JsonObject>> = {
	payouts: {
		effect: "EFFECT_ALLOW",
		consensus: SIGNERS,
		condition: "activity.kind == 'SIGN_TRANSACTION' && private_key.tags.contains('${PrivateKeyTag/hot}') && eth.tx.value <= 100",
	},
	accounts: {
		effect: "EFFECT_ALLOW",
		consensus: "approvers.any(u, u.tags.contains('${UserTag/auditors}')) && approvers.any(u, u.alias == 'bob')",
		condition: "wallet.label == 'ops' && eth.tx.from != eth.tx.to && eth.tx.chain_id in [1, 10]",
	},
	calls: { effect: "EFFECT_DENY", condition: "eth.tx.data[0..10] == '0xa9059cbb'" },
	lamports: {
		effect: "EFFECT_ALLOW",
		consensus: "approvers.any(u, u.tags.contains('${UserTag/signers}'))",
		condition:
			"solana.tx.transfers.all(t, t.amount == 123456789) && solana.tx.instructions.count() == 1 && activity.params.type == 'TRANSACTION_TYPE_SOLANA'",
	},
	mail: {
		effect: "EFFECT_ALLOW",
		consensus: "approvers.all(u, u.email != 'x') || credentials.count() > 3",
		condition: "eth.eip_712.primary_type == 'Mail' && eth.eip_712.domain.chain_id == 1 && eth.eip_712.message['amount'] < 20",
	},
	exports: {
		effect: "EFFECT_DENY",
		consensus: "!(approvers.any(u, u.tags.contains('${UserTag/auditors}')))",
		condition: "activity.action == 'EXPORT'",
	},
	"auditors export": {
		effect: "EFFECT_ALLOW",
		consensus: "approvers.count() >= 2",
		condition: "private_key.label == 'vault' && private_key.exported == false",
	},
	webhooks: {
		effect: "EFFECT_ALLOW",
		time: "time.now < Timestamp('2026-01-02T04:00:00Z')",
		condition: "activity.resource == 'WEBHOOK_ENDPOINT'",
	},
	"later webhooks": {
		effect: "EFFECT_ALLOW",
		consensus: "credentials.any(c, c.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')",
		time: "time.now >= Timestamp('2026-01-02T04:00:00Z')",
		condition: "activity.resource == 'WEBHOOK_ENDPOINT'",
	},
	"own keys": {
		effect: "EFFECT_DENY",
		consensus: "approvers.any(u, u.id == '${User/erin}')",
		condition: "activity.resource == 'CREDENTIAL' && activity.params.user_id == '${User/erin}'",
	},
	removals: {
		effect: "EFFECT_ALLOW",
		consensus: "approvers.any(u, u.id == '${User/carol}') && approvers.count() > 99",
		condition: "activity.kind == 'DELETE_USERS' && activity.params.user_ids.contains('${User/bob}')",
	},
};

/** A transfer of 123456789 lamports that the key `sol` signs, with an empty place for its signature. */
const LAMPORTS = [
	"01",
	"00".repeat(64),
	"01000103",
	"8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c",
	"8139770ea87d175f56a35466c34c7ecccb8d8a91b4ee37a25df60f5b8fc9b394",
	"00".repeat(32),
	"09".repeat(32),
	"01020200010c0200000015cd5b0700000000",
].join("");
const exportKey = createECDH("prime256v1").generateKeys("hex", "uncompressed");
const TO = "0x8617e340b3d01fa5f11f306f4090fd50e238070d";
const raw = (value: bigint, chainId: number, data: `0x${string}` = "0x"): string =>
	serializeTransaction({
		type: "eip1559",
		chainId,
		to: TO,
		value,
		data,
		nonce: 1,
		gas: 21000n,
		maxFeePerGas: 9n,
		maxPriorityFeePerGas: 1n,
	});
const mail = (chainId: number, amount: number): JsonObject => ({
	signWith: "vault",
	encoding: "PAYLOAD_ENCODING_EIP712",
	hashFunction: "HASH_FUNCTION_NO_OP",
	payload: JSON.stringify({
		types: { Mail: [{ name: "amount", type: "uint256" }] },
		primaryType: "Mail",
		domain: { name: "Mail", chainId },
		message: { amount },
	}),
});
const digest: JsonObject = { encoding: "PAYLOAD_ENCODING_HEXADECIMAL", hashFunction: "HASH_FUNCTION_NO_OP" };

/** What is asked: an operation, and how a test would write its parameters. */
type Written = Pick<RequestText, "params" | "transaction">;
type Asked = readonly [operation: ActivityName, text: Written | (() => Written)];

let keys = 0;
/** No two keys are the same, and each is good for a minute. */
function newApiKey(): Written {
	keys += 1;
	const publicKey = createECDH("prime256v1").generateKeys("hex", "compressed");
	const apiKey = { apiKeyName: `key ${keys}`, publicKey, curveType: "API_KEY_CURVE_P256", expirationSeconds: "60" };
	return { params: { userId: "erin", apiKeys: [apiKey] } };
}

const ASKED: readonly Asked[] = [
	["sign_transaction", { params: { signWith: "vault" }, transaction: { raw: raw(100n, 1) } }],
	["sign_transaction", { params: { signWith: "vault" }, transaction: { raw: raw(101n, 1) } }],
	["sign_transaction", { params: { signWith: "other" }, transaction: { raw: raw(1n, 10) } }],
	["sign_transaction", { params: { signWith: "ops" }, transaction: { raw: raw(10n ** 20n, 10) } }],
	["sign_transaction", { params: { signWith: "ops" }, transaction: { raw: raw(1n, 137) } }],
	["sign_transaction", { params: { signWith: "vault" }, transaction: { raw: raw(0n, 1, `0xa9059cbb${"00".repeat(64)}`) } }],
	["sign_transaction", { params: { signWith: "sol" }, transaction: { raw: LAMPORTS, type: "TRANSACTION_TYPE_SOLANA" } }],
	["sign_raw_payload", { params: mail(1, 19) }],
	["sign_raw_payload", { params: mail(10, 19) }],
	["sign_raw_payload", { params: { ...digest, signWith: "vault", payload: "ab".repeat(32) } }],
	["sign_raw_payloads", { params: { ...digest, signWith: "ops", payloads: ["ab".repeat(32)] } }],
	["export_private_key", { params: { privateKeyId: "vault", targetPublicKey: exportKey } }],
	["export_private_key", { params: { privateKeyId: "other", targetPublicKey: exportKey } }],
	["export_wallet", { params: { walletId: "ops", targetPublicKey: exportKey } }],
	["create_webhook_endpoint", { params: { name: "hook", url: "https://hooks.example.com/" } }],
	["update_user_name", { params: { userId: "bob", userName: "bob" } }],
	["create_api_keys", newApiKey],
	["delete_users", { params: { userIds: ["bob"] } }],
	["update_root_quorum", { params: { threshold: 2, userIds: ["root", "dave"] } }],
];

let clock: TestClock;
let service: TestService;
const clients = new Map<string, TestClient>();
const as = (name: string): TestClient => {
	const client = clients.get(name) ?? service.client(name);
	clients.set(name, client);
	return client;
};
/** Policies by the identifiers that the service gave them. */
const named = new Map<string, string>();

beforeAll(async () => {
	clock = testClock(Date.UTC(2026, 0, 2, 3));
	service = await runService({ seed: SEED, clock });
	const identifiers = identifiersByAddress(await organization());
	for (const [policyName, { effect, condition, consensus, time }] of Object.entries(POLICIES)) {
		const resolved = (text: unknown) =>
			typeof text === "string"
				? text.replaceAll(/\$\{([^}]+)\}/g, (_, address: string) => identifiers.get(address) ?? "")
				: undefined;
		const parameters = {
			policyName,
			effect,
			notes: "",
			condition: resolved(condition),
			consensus: resolved(consensus),
			time: resolved(time),
		};
		const { fingerprint } = await as("root").activity("create_policy", parameters);
		const { result } = await as("dave").activity("approve_activity", { fingerprint });
		named.set(result.createPolicyResult.policyId, `Policy/${policyName}`);
	}
}, 60_000);
afterAll(() => service.close());

const resources: readonly PolicyResource[] = Object.entries(POLICIES).map(([name, attributes]) => ({
	address: `Policy/${name}`,
	kind: "Policy",
	name,
	attributes: Object.fromEntries(
		Object.entries(attributes).map(([key, text]) => [
			key,
			String(text).replaceAll(/\$\{([^}]+)\}/g, (_, address: string) => referenceToken({ address })),
		]),
	),
}));

/** The organisation as the service lists it now. */
async function organization(): Promise<Required<Omit<Organization, "sessionProfiles">>> {
	const root = as("root");
	const [{ users }, { userTags }, { privateKeyTags }, { privateKeys }, { wallets }] = await Promise.all([
		root.query("list_users"),
		root.query("list_user_tags"),
		root.query("list_private_key_tags"),
		root.query("list_private_keys"),
		root.query("list_wallets"),
	]);
	const tags = (list: Answer[]) => list.map(({ tagId, tagName }) => ({ id: tagId, name: tagName }));
	const idOf = (name: string): string => users.find((each: Answer) => each.userName === name).userId;
	return {
		rootQuorum: { threshold: 2, userIds: [idOf("root"), idOf("dave")] },
		userTags: tags(userTags),
		privateKeyTags: tags(privateKeyTags),
		users: users.map((user: Answer) => ({
			id: user.userId,
			name: user.userName,
			tagIds: user.userTags,
			...(user.userEmail ? { email: user.userEmail } : {}),
			credentials: user.apiKeys.map(({ apiKeyId, apiKeyName, credential }: Answer) => ({
				id: apiKeyId,
				name: apiKeyName,
				type: credential.type,
				publicKey: credential.publicKey,
			})),
		})),
		privateKeys: privateKeys.map((key: Answer) => ({
			id: key.privateKeyId,
			name: key.privateKeyName,
			tagIds: key.privateKeyTags,
			imported: key.imported,
			exported: key.exported,
			addresses: key.addresses.map((each: Answer) => each.address),
		})),
		wallets: await Promise.all(
			wallets.map(async ({ walletId, walletName, imported, exported }: Answer) => {
				const { accounts } = await root.query("list_wallet_accounts", { walletId });
				const places = accounts.map(({ address, path }: Answer) => ({ address, path }));
				return { id: walletId, name: walletName, imported, exported, accounts: places };
			}),
		),
	};
}

/** As it was when something was last allowed to change it. */
let around: Required<Omit<Organization, "sessionProfiles">> | undefined;

interface Ours {
	readonly decided: RequestDecision;
	readonly parameters: JsonObject;
}

async function ours(operation: ActivityName, text: Written, [by = "", ...approvals]: readonly string[]): Promise<Ours> {
	around ??= await organization();
	const { request, problems } = readRequest(
		{ activity: operations[operation].type, by, approvals, ...text },
		{ organization: around, now: clock.now() },
	);
	if (request === undefined) throw new Error(problems.map((each) => each.message).join("; "));
	const set = policySetOf(resources, identifiersByAddress(around));
	return { decided: decideRequest(prepareRequest(request, around), set), parameters: request.parameters };
}

/** The outcome as a client sees it, and what each policy said. */
async function theirs(
	reply: Reply,
	asker: TestClient,
): Promise<{ outcome: string; policies: JsonObject; waits: readonly string[] }> {
	const byName = (list: Answer[]) => Object.fromEntries(list.map(({ policyId, outcome }) => [named.get(policyId), outcome]));
	if (reply.status === 403) {
		const [detail] = reply.body.details;
		const explicit = detail.message.startsWith("The following policies denied");
		return { outcome: explicit ? "deny-explicit" : "deny-implicit", policies: byName(detail.policyEvaluations), waits: [] };
	}
	if (reply.status !== 200) throw new Error(JSON.stringify(reply));
	const { id, status } = reply.body.activity;
	const { policyEvaluations } = await asker.query("get_policy_evaluations", { activityId: id });
	const policies = byName(policyEvaluations.at(-1).policyEvaluations);
	if (status !== "ACTIVITY_STATUS_CONSENSUS_NEEDED") return { outcome: "allow", policies, waits: [] };
	const waits: string[] = [];
	for (const name of PEOPLE) {
		const { activity } = await as(name).query("get_activity", { activityId: id });
		if (activity.canApprove) waits.push(name);
	}
	return { outcome: "needs-consensus", policies, waits };
}

/** Ours in the same form. Whom it waits for includes the root quorum, which may approve whatever waits. */
function inTheSameForm({ decided: { decision } }: Ours, voters: readonly string[], people: Organization["users"]) {
	const outcome = outcomeOf(decision);
	const policies = Object.fromEntries(decision.policies.map((each) => [each.policyId, each.outcome]));
	const ids = new Set(decision.ways.flatMap((way) => way.flatMap((missing) => missing.userIds)));
	const waits = PEOPLE.filter((name) => !voters.includes(name) && ids.has(people?.find((each) => each.name === name)?.id ?? ""));
	return { outcome, policies, waits: outcome === "needs-consensus" ? waits : [] };
}

const outcomes = new Map<string, number>();

async function compare(asked: Asked, voters: readonly string[]): Promise<void> {
	const [operation, written] = asked;
	// The root quorum would really do it, and bob be gone.
	if (operation === "delete_users" && voters.includes("root") && voters.includes("dave")) return;
	const text = typeof written === "function" ? written() : written;
	// Equal bodies of one instant would be one activity, whoever sent them.
	clock.advance(1000);
	let before = await ours(operation, text, voters.slice(0, 1));
	let reply = await as(voters[0] ?? "").submit(operation, before.parameters);
	for (let count = 1; ; count += 1) {
		const so = voters.slice(0, count);
		const actual = await theirs(reply, as(so.at(-1) ?? ""));
		expect({ operation, so, ...inTheSameForm(before, so, around?.users) }).toEqual({ operation, so, ...actual });
		outcomes.set(actual.outcome, (outcomes.get(actual.outcome) ?? 0) + 1);
		if (actual.outcome === "allow") around = undefined;
		const next = voters[count];
		// Whoever cannot help is refused before any policy is asked.
		if (next === undefined || actual.outcome !== "needs-consensus" || !actual.waits.includes(next)) return;
		before = await ours(operation, text, voters.slice(0, count + 1));
		reply = await as(next).submit("approve_activity", { fingerprint: reply.body.activity.fingerprint });
	}
}

describe("a request put to the service and to the tests' decision", () => {
	test.each(ASKED.map((asked, index) => [`${index + 1} ${asked[0]}`, asked] as const))(
		"%s, by everybody alone and in pairs",
		async (_name, asked) => {
			for (const one of PEOPLE) for (const other of PEOPLE) if (one !== other) await compare(asked, [one, other]);
		},
		60_000,
	);

	test("in any company, at any time", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...ASKED),
				fc.shuffledSubarray([...PEOPLE], { minLength: 3 }),
				fc.integer({ min: 0, max: 600_000 }),
				async (asked, voters, later) => {
					clock.advance(later);
					await compare(asked, voters);
				},
			),
			{ numRuns: 60, endOnFailure: true },
		);
	}, 120_000);

	test("every outcome was seen", () => {
		expect([...outcomes.keys()].sort()).toEqual(["allow", "deny-explicit", "deny-implicit", "needs-consensus"]);
		expect(Math.min(...outcomes.values())).toBeGreaterThan(10);
	});
});
