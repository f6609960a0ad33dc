// What the activities rule out, and what may fail in which of them.
import { describe, expect, test } from "@jest/globals";
import { check } from "../../../src/language/check.js";
import { contexts } from "../../../src/language/contexts.js";
import { checkExpression } from "../../../src/language/expression.js";
import { hazardsOf, prospectsOf } from "../../../src/language/may-fail.js";

function codes(text: string): string[] {
	return checkExpression(text, "condition").map((finding) => `${finding.severity[0]} ${finding.code}`);
}

describe("contexts", () => {
	test("carry a wallet or a private key, and at most one payload", () => {
		for (const { certain } of contexts) {
			expect(certain.has("wallet") && certain.has("private_key")).toBe(false);
			const payloads = [...certain].filter((root) => root.includes("."));
			expect(payloads.length).toBeLessThanOrEqual(1);
		}
	});

	test("know the payload of each signing request", () => {
		const payloadsOf = (kind: string): string[] => [
			...new Set(
				contexts
					.filter((each) => each.activity.kind === kind)
					.map((each) => [...each.certain].find((root) => root.includes(".")) ?? "none"),
			),
		];
		expect(payloadsOf("SIGN_TRANSACTION").sort()).toEqual(["bitcoin.tx", "eth.tx", "solana.tx", "tempo.tx", "tron.tx"]);
		expect(payloadsOf("SIGN_RAW_PAYLOAD").sort()).toEqual(["eth.eip_712", "eth.eip_7702_authorization", "none"]);
		expect(payloadsOf("SIGN_RAW_PAYLOADS")).toEqual(["none"]);
		expect(payloadsOf("ETH_SEND_TRANSACTION")).toEqual(["eth.tx"]);
		expect(payloadsOf("SOL_SEND_TRANSACTION")).toEqual(["solana.tx"]);
		expect(payloadsOf("CREATE_POLICY")).toEqual(["none"]);
	});
});

describe("what can work gives no finding", () => {
	test.each([
		"activity.action == 'SIGN' && wallet.id == 'a' && eth.tx.value > 1",
		"activity.action == 'EXPORT' && wallet_account.address == 'a'",
		"activity.kind == 'EXPORT_WALLET' && wallet.id == 'a'",
		"activity.kind in ['SIGN_TRANSACTION', 'SIGN_RAW_PAYLOAD'] && eth.tx.value > 1",
		"activity.type == 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2' && eth.eip_712.primary_type == 'Permit'",
		"activity.params.encoding == 'PAYLOAD_ENCODING_EIP712' && eth.eip_712.primary_type == 'Permit'",
		"activity.action == 'SIGN' && activity.params.type == 'TRANSACTION_TYPE_TEMPO' && tempo.tx.chain_id == 1",
		"activity.resource in ['AUTH', 'OTP'] && activity.action in ['CREATE', 'VERIFY']",
		"activity.resource == 'MFA_POLICY' && activity.action == 'DELETE'",
		"activity.kind == 'EARN_DEPOSIT' && activity.params.sponsor == true",
		"activity.kind == 'SPARK_SIGN_FROST' && wallet.id == 'a'",
		"activity.type != 'ACTIVITY_TYPE_CREATE_WALLET'",
		"!(activity.kind == 'SIGN_RAW_PAYLOADS') && eth.tx.value > 1",
		"activity.kind == 'UPDATE_WALLET' && wallet.id == 'a'",
		"activity.type in ['ACTIVITY_TYPE_APPROVE_ACTIVITY', 'ACTIVITY_TYPE_REJECT_ACTIVITY']",
		"eth.tx.to == '' && eth.tx.value == 0",
		"false",
		"activity.kind == 'EXPORT_WALLET_ACCOUNT' && wallet_account.path_indexes.count() == 4",
		"activity.kind == 'DELETE_WALLETS' && wallets.count() == 1",
	])("%s", (text) => {
		expect(codes(text)).toEqual([]);
	});
});

describe("what cannot work is an error, a lost branch a warning", () => {
	test.each([
		["private_key.id == 'a' && wallet_account.address == 'b'", ["e Q3201"]],
		["eth.tx.value > 1 && solana.tx.transfers.count() == 1", ["e Q3202"]],
		["!(eth.tx.value > 1 || tron.tx.fee_limit > 1)", ["e Q3202"]],
		["activity.kind == 'CREATE_POLICY' && eth.tx.value > 1", ["e Q3203"]],
		["activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTION' && activity.params.type == 'TRANSACTION_TYPE_TRON'", ["e Q3204"]],
		["activity.kind == 'DELETE_USERS' && activity.params.user_id == 'a'", ["e Q3204"]],
		["activity.resource == 'WALLET' && activity.action == 'SIGN'", ["w Q3305"]],
		["activity.action == 'SIGNING'", ["e Q3301"]],
		["activity.action != 'SIGNING'", ["w Q3301"]],
		["activity.action == 'SIGNING' || activity.action == 'SIGN'", ["w Q3301"]],
		["activity.action in ['SIGNING', 'EXPORTING']", ["e Q3301", "e Q3301"]],
		["['SIGNING'].contains(activity.action)", ["e Q3301"]],
		["!(activity.action != 'SIGNING')", ["e Q3301"]],
		["eth.tx.data[0..9] == '0xa9059cbb' || eth.tx.data[0..10] == '0xa9059cbb'", ["w Q3302"]],
		["wallet.imported && activity.kind == 'UPDATE_ROOT_QUORUM'", ["e Q3304"]],
	])("%s", (text, expected) => {
		expect(codes(text)).toEqual(expected);
	});
});

describe("arguments of two functions", () => {
	test.each([
		[
			"two functions, each with an argument of its own",
			"(eth.tx.data[0..10] == '0xa9059cbb' && eth.tx.contract_call_args['to'] == 'a') || (eth.tx.data[0..10] == '0x095ea7b3' && eth.tx.contract_call_args['spender'] == 'b')",
			["e Q3205"],
		],
		[
			"the same argument",
			"(eth.tx.function_name == 'supply' && eth.tx.contract_call_args['amount'] < 1) || (eth.tx.function_name == 'borrow' && eth.tx.contract_call_args['amount'] < 1)",
			[],
		],
		[
			"one branch reads none",
			"(eth.tx.function_name == 'approve' && eth.tx.contract_call_args['spender'] == 'a') || eth.tx.function_name == 'deposit'",
			[],
		],
		[
			"the same function",
			"(eth.tx.function_name == 'f' && eth.tx.contract_call_args['a'] == 1) || (eth.tx.function_name == 'f' && eth.tx.contract_call_args['b'] == 1)",
			[],
		],
		["no function is named", "eth.tx.contract_call_args['a'] == 1 || eth.tx.contract_call_args['b'] == 1", []],
	])("%s", (_, text, expected) => {
		expect(codes(text)).toEqual(expected);
	});
});

describe("may-fail analysis", () => {
	function hazards(text: string): string[] {
		return hazardsOf(check(text, "condition")).map(
			({ cause, name, node }) => `${cause} ${name ?? text.slice(node.start, node.end)}`,
		);
	}

	test.each([
		["activity.action == 'SIGN'", []],
		["eth.tx.value > 1", ["absent eth.tx"]],
		["activity.params.type == 'TRANSACTION_TYPE_TRON'", ["absent activity.params.type"]],
		["eth.tx.data[0..10] == '0xa9059cbb'", ["absent eth.tx", "range eth.tx.data[0..10]"]],
		["tron.tx.contract[0].amount < 5", ["absent tron.tx", "range tron.tx.contract[0]", "variant tron.tx.contract[0].amount"]],
		["solana.tx.heap_size > 1", ["absent solana.tx", "variant solana.tx.heap_size"]],
		[
			"eth.tx.contract_call_args['a'] == 1",
			[
				"absent eth.tx",
				"interface eth.tx.contract_call_args",
				"key eth.tx.contract_call_args['a']",
				"dynamic eth.tx.contract_call_args['a'] == 1",
			],
		],
		["eth.tx.function_name == 'a'", ["absent eth.tx"]],
		["activity.params.slippage_bps > 1", ["absent activity.params.slippage_bps", "optional activity.params.slippage_bps"]],
		["activity.params.session_profile_id == ''", ["absent activity.params.session_profile_id"]],
	])("%s", (text, expected) => {
		expect(hazards(text)).toEqual(expected);
	});

	test("says in which situations a condition must fail", () => {
		const { mustFail, canBeTrue } = prospectsOf(check("eth.tx.value > 1", "condition"));
		const kinds = (list: typeof mustFail): Set<string | undefined> => new Set(list.map((each) => each.activity.kind));
		expect(kinds(mustFail).has("SIGN_RAW_PAYLOAD")).toBe(true);
		expect(kinds(mustFail).has("CREATE_POLICY")).toBe(true);
		expect(kinds(canBeTrue).has("SIGN_TRANSACTION")).toBe(true);
		expect(kinds(canBeTrue).has("CREATE_POLICY")).toBe(false);
	});
});

describe("hostile conditions", () => {
	const many = (count: number, each: (index: number) => string, separator: string): string =>
		Array.from({ length: count }, (_, index) => each(index)).join(separator);

	test.each([
		["many wrong values", many(8000, (index) => `activity.kind == 'KIND_${index}'`, " || ")],
		["a list of wrong values", `activity.type in [${many(9000, (index) => `'ACTIVITY_TYPE_${index}'`, ", ")}]`],
		[
			"many branches of different functions",
			many(1500, (index) => `(eth.tx.function_name == 'f${index}' && eth.tx.contract_call_args['a${index}'] == 1)`, " || "),
		],
		["deep nesting of alternatives", `${"(wallet.imported || (wallet.exported && ".repeat(60)}true${"))".repeat(60)}`],
		["many unknown names", many(9000, (index) => `name_${index}`, " && ")],
		["nested quantifiers", `${many(60, (index) => `solana.tx.instructions.any(v${index}, `, "")}true${")".repeat(60)}`],
	])("%s take a moment", (_, text) => {
		const before = process.cpuUsage();
		checkExpression(text, "condition");
		const { user, system } = process.cpuUsage(before);
		expect(user + system).toBeLessThan(20_000_000);
	});
});
