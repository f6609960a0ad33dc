// A written request: names become identifiers, transactions become what policies read, and every slip is told with its place.
import { describe, expect, test } from "@jest/globals";
import { serializeTransaction } from "viem";
import { defaultDecisions } from "../../../src/language/decisions.js";
import { referenceToken } from "../../../src/model/reference.js";
import { withDeclaredTags } from "../../../src/request/declared-tags.js";
import { identifierOf, identifiersByAddress } from "../../../src/request/named-identifier.js";
import { readOrganization } from "../../../src/request/organization-text.js";
import { type PolicyResource, policySetOf } from "../../../src/request/policy-set.js";
import { conditionBindings } from "../../../src/request/request-bindings.js";
import { decideRequest, outcomeOf, prepareRequest } from "../../../src/request/request-decision.js";
import { type RequestText, readRequest } from "../../../src/request/request-text.js";

const HOT = "0x52908400098527886E0F7030069857D2E4169EE7";
const PAYEE = "0x8617e340b3d01fa5f11f306f4090fd50e238070d";
const NOW = Date.UTC(2026, 10, 2, 9);

const { organization, problems: none } = readOrganization({
	rootQuorum: { threshold: 2, users: ["root", "deployer"] },
	userTags: [{ name: "signers", id: "11111111-1111-4111-8111-111111111111" }],
	users: [
		{ name: "root" },
		{ name: "deployer" },
		{ name: "bob", tags: ["signers"], apiKeys: [{ name: "laptop" }], authenticators: [{ name: "yubikey" }] },
		{ name: "carol", tags: ["signers"], email: "carol@example.com" },
	],
	privateKeyTags: [{ name: "hot" }],
	privateKeys: [
		{ name: "vault", curve: "CURVE_SECP256K1", tags: ["hot"], addresses: [HOT] },
		{ name: "sol", curve: "CURVE_ED25519" },
	],
	wallets: [{ name: "ops", accounts: [{ address: "0x00000000000000000000000000000000000000AA", path: "m/44'/60'/0'/0/0" }] }],
});

const payout: RequestText = {
	activity: "SIGN_TRANSACTION",
	by: "bob",
	params: { signWith: "vault" },
	transaction: { "eth.tx": { to: PAYEE, value: "1000000000000000000", chain_id: 1 } },
};

const read = (text: RequestText) => readRequest(text, { organization, now: NOW });
const problemsOf = (text: RequestText) =>
	read(text).problems.map(({ code, path, message, help }) => [code, path.join("."), message, help]);

test("the organisation of these tests is sound", () => {
	expect(none).toEqual([]);
});

describe("a request by names", () => {
	test("becomes what is sent: newest type, identifiers, votes with credentials", () => {
		const { request, problems } = read({ ...payout, approvals: [{ user: "carol" }], at: "2030-01-31T00:00:00Z" });
		expect(problems).toEqual([]);
		expect(request?.type).toBe("ACTIVITY_TYPE_SIGN_TRANSACTION_V2");
		expect(request?.parameters).toEqual({ type: "TRANSACTION_TYPE_ETHEREUM", signWith: identifierOf("PrivateKey/vault") });
		expect(request?.votes.map((vote) => vote.userId)).toEqual([identifierOf("User/bob"), identifierOf("User/carol")]);
		expect(request?.at).toBe(Date.UTC(2030, 0, 31));
	});

	test("names another credential with `with`", () => {
		const { request } = read({ ...payout, with: "yubikey" });
		const bob = organization.users.find((user) => user.name === "bob");
		expect(request?.votes[0]?.publicKey).toBe(bob?.credentials[1]?.publicKey);
	});

	test("may hold references anywhere in its parameters", () => {
		const { request } = read({
			activity: "UPDATE_USER_TAG",
			by: "bob",
			params: { userTagId: "${UserTag/signers}", addUserIds: ["${User/carol}"], newUserTagName: "to ${User/carol}" },
		});
		expect(request?.parameters).toEqual({
			userTagId: "11111111-1111-4111-8111-111111111111",
			addUserIds: [identifierOf("User/carol")],
			newUserTagName: `to ${identifierOf("User/carol")}`,
		});
	});

	test("names a wallet with one account for that account", () => {
		const { request } = read({ ...payout, params: { signWith: "ops" } });
		expect(request?.parameters["signWith"]).toBe("0x00000000000000000000000000000000000000AA");
	});

	test("identifiers are UUIDs, different for different names and always the same", () => {
		expect(identifierOf("User/a")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
		expect(identifierOf("User/a")).toBe(identifierOf("User/a"));
		expect(identifierOf("User/a")).not.toBe(identifierOf("User/b"));
	});
});

describe("a transaction", () => {
	test("in fields and as bytes written by another library binds the same", () => {
		const raw = serializeTransaction({
			type: "eip1559",
			chainId: 1,
			to: PAYEE,
			value: 10n ** 18n,
			nonce: 7,
			gas: 21000n,
			maxFeePerGas: 30n,
			maxPriorityFeePerGas: 2n,
			data: "0xdeadbeef",
		});
		const fields = {
			to: PAYEE,
			value: "1000000000000000000",
			chain_id: 1,
			nonce: 7,
			gas: 21000,
			gas_price: 30,
			max_fee_per_gas: 30,
			max_priority_fee_per_gas: 2,
			data: "0xdeadbeef",
		};
		const written = read({ ...payout, transaction: { "eth.tx": fields } }).request;
		const signed = read({ ...payout, transaction: { raw } }).request;
		if (written === undefined || signed === undefined) throw new Error("both are sound");
		const [a] = conditionBindings(written, organization);
		const [b] = conditionBindings(signed, organization);
		const integers = (_key: string, value: unknown) => (typeof value === "bigint" ? `${value}` : value);
		expect(JSON.parse(JSON.stringify(a?.["eth"], integers))).toEqual(JSON.parse(JSON.stringify(b?.["eth"], integers)));
		expect(a?.["private_key"]).toEqual(b?.["private_key"]);
	});

	test("of an account shows the wallet and the account", () => {
		const { request } = read({ ...payout, params: { signWith: "ops" } });
		const [bindings] = request === undefined ? [] : conditionBindings(request, organization);
		expect(bindings).toMatchObject({
			activity: {
				kind: "SIGN_TRANSACTION",
				resource: "PRIVATE_KEY",
				action: "SIGN",
				params: { type: "TRANSACTION_TYPE_ETHEREUM" },
			},
			wallet: { label: "ops" },
			wallet_account: { address: "0x00000000000000000000000000000000000000AA" },
			eth: { tx: { from: "0x00000000000000000000000000000000000000aa" } },
		});
	});

	test("only an export tells where an account lies", () => {
		const address = "0x00000000000000000000000000000000000000AA";
		const { request } = read({ activity: "EXPORT_WALLET_ACCOUNT", by: "bob", params: { address } });
		const [bindings] = request === undefined ? [] : conditionBindings(request, organization);
		expect(bindings?.["wallet_account"]).toEqual({
			address,
			path_indexes: [44, 60, 0, 0, 0],
			path_hardened: [true, true, true, false, false],
		});
	});

	test("typed data is read from the payload", () => {
		const payload = JSON.stringify({
			types: { Mail: [{ name: "amount", type: "uint256" }] },
			primaryType: "Mail",
			domain: { name: "Ether Mail", chainId: 1 },
			message: { amount: "12" },
		});
		const params = { signWith: "vault", encoding: "PAYLOAD_ENCODING_EIP712", hashFunction: "HASH_FUNCTION_NO_OP", payload };
		const { request } = read({ activity: "SIGN_RAW_PAYLOAD", by: "bob", params });
		const [bindings] = request === undefined ? [] : conditionBindings(request, organization);
		expect(bindings?.["eth"]).toMatchObject({ eip_712: { primary_type: "Mail", domain: { chain_id: 1n } } });
	});
});

describe("what is wrong is told with its place", () => {
	test.each<[string, RequestText, unknown[]]>([
		["asker", { ...payout, by: "bobb" }, ["Q3701", "by", "there is no user `bobb`", "did you mean `bob`?"]],
		[
			"approval",
			{ ...payout, approvals: [{ user: "carol", with: "phone" }] },
			["Q3701", "approvals.0.with", "there is no credential of `carol` called `phone`", "there is `default`"],
		],
		[
			"second vote",
			{ ...payout, approvals: ["bob"] },
			["Q3705", "approvals.0", "`bob` votes twice", "who asks has approved by asking"],
		],
		[
			"activity",
			{ ...payout, activity: "SIGN_TRANSACTIONS" },
			["Q3702", "activity", "there is no activity `SIGN_TRANSACTIONS`", "did you mean `SIGN_TRANSACTION`?"],
		],
		[
			"key",
			{ ...payout, params: { signWith: "valt" } },
			["Q3701", "params.signWith", "there is no private key or account `valt`", "did you mean `vault`?"],
		],
		[
			"reference",
			{ activity: "DELETE_USERS", by: "bob", params: { userIds: ["${User/carl}"] } },
			["Q3701", "params.userIds.0", "there is no thing called `User/carl`", "did you mean `User/carol`?"],
		],
		[
			"time",
			{ ...payout, at: "2030-01-31" },
			["Q3703", "at", "`2030-01-31` is no time: it lacks the time or the offset", "write `2030-01-31T00:00:00Z`"],
		],
		[
			"field",
			{ ...payout, transaction: { "eth.tx": { valeu: 1 } } },
			["Q3703", "transaction.eth.tx.valeu", "`eth.tx` has no field `valeu`", undefined],
		],
		[
			"parameter",
			{ ...payout, params: { signwith: "vault" } },
			["Q3707", "params.signwith", "`ACTIVITY_TYPE_SIGN_TRANSACTION_V2` has no parameter `signwith`", "did you mean `signWith`?"],
		],
		[
			"parameter inside another",
			{ activity: "CREATE_WALLET", by: "bob", params: { walletName: "w", accounts: [{ Path: "m/0" }] } },
			[
				"Q3707",
				"params.accounts.0.Path",
				"`accounts` of `ACTIVITY_TYPE_CREATE_WALLET` has no parameter `Path`",
				"did you mean `path`?",
			],
		],
		[
			"parameter that is like none",
			{ activity: "EXPORT_WALLET", by: "bob", params: { purse: "ops" } },
			[
				"Q3707",
				"params.purse",
				"`ACTIVITY_TYPE_EXPORT_WALLET` has no parameter `purse`",
				"it has `walletId`, `targetPublicKey`, `language`",
			],
		],
		[
			"parameter of an activity that is not described",
			{ activity: "EARN_DEPOSIT", by: "bob", params: { sign_with: "vault", other: 1 } },
			["Q3707", "params.sign_with", "`ACTIVITY_TYPE_EARN_DEPOSIT` has no parameter `sign_with`", "did you mean `signWith`?"],
		],
		[
			"bytes",
			{ ...payout, transaction: { raw: "0x02c0" } },
			[
				"Q3704",
				"transaction.raw",
				"the transaction cannot be read: a transaction of type TYPE_2 that is not signed has 9 fields, this has 0",
				"write the unsigned transaction, in hexadecimal",
			],
		],
		[
			"chain",
			{ ...payout, transaction: { raw: "00", type: "TRANSACTION_TYPE_TRON" } },
			[
				"Q3704",
				"transaction.type",
				"raw transactions of `TRANSACTION_TYPE_TRON` are not read",
				"write its fields under `tron.tx`",
			],
		],
		[
			"bytes of a sort that is not read",
			{
				activity: "SIGN_TRANSACTION",
				by: "bob",
				params: { signWith: "vault", type: "TRANSACTION_TYPE_TRON", unsignedTransaction: "00" },
			},
			[
				"Q3704",
				"params.unsignedTransaction",
				"`unsignedTransaction` cannot be read: transactions of `TRANSACTION_TYPE_TRON` are not read",
				"write its fields under `transaction`, in place of the bytes",
			],
		],
		[
			"bytes of no sort",
			{ activity: "SIGN_TRANSACTION", by: "bob", params: { signWith: "vault", unsignedTransaction: "00" } },
			[
				"Q3704",
				"params.unsignedTransaction",
				"`unsignedTransaction` cannot be read: `type` does not say of which sort it is",
				"give the `type`, such as `TRANSACTION_TYPE_ETHEREUM`",
			],
		],
		[
			"payload",
			{
				activity: "SIGN_RAW_PAYLOAD",
				by: "bob",
				params: { signWith: "vault", encoding: "PAYLOAD_ENCODING_EIP712", payload: "[" },
			},
			["Q3704", "params.payload", "`payload` cannot be read: the payload is not JSON", undefined],
		],
		[
			"both",
			{ ...payout, params: { signWith: "vault", unsignedTransaction: "00" } },
			[
				"Q3706",
				"transaction",
				"`transaction` and `params.unsignedTransaction` are both given, expected one of them",
				"remove one",
			],
		],
		[
			"name of a transaction",
			{ ...payout, transaction: "small" },
			["Q3701", "transaction", "there is no transaction `small`", "name one of `transactions`, or write the transaction here"],
		],
		[
			"root",
			{ ...payout, bindings: { "eth.tx": { value: "x" } } },
			["Q3703", "bindings.eth.tx.value", "expected an integer, as a number or as a string of digits, found `x`", undefined],
		],
	])("%s", (_what, text, expected) => {
		expect(problemsOf(text)).toEqual([expected]);
		expect(read(text).request).toBeUndefined();
	});

	test("but not bytes whose fields are given", () => {
		const params = { signWith: "vault", type: "TRANSACTION_TYPE_TRON", unsignedTransaction: "00" };
		expect(problemsOf({ activity: "SIGN_TRANSACTION", by: "bob", params, bindings: { "tron.tx": { fee_limit: 1 } } })).toEqual(
			[],
		);
	});

	test("in an organisation", () => {
		const { problems } = readOrganization({
			rootQuorum: { threshold: 1, users: ["alise"] },
			userTags: [{ name: "signers" }],
			users: [{ name: "alice", tags: ["signer"] }, { name: "alice" }],
		});
		expect(problems.map(({ code, path, message }) => [code, path.join("."), message])).toEqual([
			["Q3705", "users.1.name", "`alice` stands twice in `users`"],
			["Q3701", "users.0.tags.0", "there is no user tag `signer`"],
			["Q3701", "rootQuorum.users.0", "there is no user `alise`"],
		]);
	});
});

describe("the decision", () => {
	const tag = referenceToken({ address: "UserTag/signers" });
	const hot = referenceToken({ address: "PrivateKeyTag/hot" });
	const policy = (name: string, attributes: PolicyResource["attributes"]): PolicyResource => ({
		address: `Policy/${name}`,
		kind: "Policy",
		name,
		attributes,
	});
	const resources: readonly PolicyResource[] = [
		policy("two", {
			effect: "EFFECT_ALLOW",
			consensus: `approvers.filter(u, u.tags.contains('${tag}')).count() >= 2`,
			condition: `activity.kind == 'SIGN_TRANSACTION' && private_key.tags.contains('${hot}') && eth.tx.value <= 5000000000000000000`,
		}),
		policy("no exports", { effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'" }),
		{
			address: "MfaPolicy/bob/always",
			kind: "MfaPolicy",
			name: "always",
			parent: "bob",
			attributes: { userId: referenceToken({ address: "User/bob" }), condition: "true", order: 0 },
		},
	];
	const set = policySetOf(resources, identifiersByAddress(organization));
	const decided = (text: RequestText, among = organization) => {
		const { request } = readRequest(text, { organization: among, now: NOW });
		if (request === undefined) throw new Error("the request is sound");
		return decideRequest(prepareRequest(request, among), set, defaultDecisions);
	};

	test("allows, waits and denies, and says which policy did", () => {
		expect(set.unresolved).toEqual([]);
		const waiting = decided(payout);
		expect(outcomeOf(waiting.decision)).toBe("needs-consensus");
		expect(waiting.decision.ways).toEqual([
			[{ count: 1, userIds: [identifierOf("User/carol")] }],
			[{ count: 2, userIds: organization.rootQuorum?.userIds, rootQuorum: true }],
		]);
		expect(waiting.mfa.policyId).toBe("MfaPolicy/bob/always");
		const allowed = decided({ ...payout, approvals: ["carol"] });
		expect([outcomeOf(allowed.decision), allowed.decision.policyIds]).toEqual(["allow", ["Policy/two"]]);
		const denied = decided({ activity: "EXPORT_PRIVATE_KEY", by: "bob", params: { privateKeyId: "vault" } });
		expect([outcomeOf(denied.decision), denied.decision.policyIds]).toEqual(["deny-explicit", ["Policy/no exports"]]);
		expect(outcomeOf(decided({ ...payout, params: { signWith: "sol" } }).decision)).toBe("deny-implicit");
	});

	test("the root quorum decides alone, and so does whoever changes their own credentials", () => {
		const both = decided({
			activity: "EXPORT_PRIVATE_KEY",
			by: "root",
			approvals: ["deployer"],
			params: { privateKeyId: "vault" },
		});
		expect([outcomeOf(both.decision), both.decision.decidedBy]).toEqual(["allow", "root-quorum"]);
		const own = decided({ activity: "CREATE_API_KEYS", by: "bob", params: { userId: "bob" } });
		expect([outcomeOf(own.decision), own.decision.decidedBy]).toEqual(["allow", "implicit-permission"]);
	});

	test("what manifests say about tags of keys holds", () => {
		const moved = withDeclaredTags(organization, [
			{
				address: "PrivateKeyTag/hot",
				kind: "PrivateKeyTag",
				name: "hot",
				attributes: { privateKeys: [referenceToken({ address: "PrivateKey/sol" })] },
			},
		]);
		expect(moved.privateKeys.map((key) => [key.name, key.tagIds])).toEqual([
			["vault", []],
			["sol", [identifierOf("PrivateKeyTag/hot")]],
		]);
		expect(outcomeOf(decided(payout, moved).decision)).toBe("deny-implicit");
	});

	test("a reference that stands for nothing is told, and matches nothing", () => {
		const lost = policySetOf(resources, new Map());
		expect(lost.unresolved.map(({ address, reference }) => [address, reference.address])).toEqual([
			["Policy/two", "PrivateKeyTag/hot"],
			["Policy/two", "UserTag/signers"],
			["MfaPolicy/bob/always", "User/bob"],
		]);
	});
});
