// What expressions evaluate to: strict logic, exact integers, lists, texts, values of unknown type, and every kind of error.
import { describe, expect, test } from "@jest/globals";
import { type Bindings, notUsed } from "../../../src/language/bindings.js";
import { check } from "../../../src/language/check.js";
import { compile } from "../../../src/language/compile.js";
import { type Decisions, defaultDecisions } from "../../../src/language/decisions.js";
import { EvaluationError } from "../../../src/language/evaluation-error.js";
import { evaluated } from "../../support/evaluated.js";

const address = "0x52908400098527886E0F7030069857D2E4169EE7";

/** A transaction by a wallet, with a read interface. */
const transfer: Bindings = {
	activity: {
		type: "ACTIVITY_TYPE_SIGN_TRANSACTION_V2",
		kind: "SIGN_TRANSACTION",
		resource: "PRIVATE_KEY",
		action: "SIGN",
		params: { type: "TRANSACTION_TYPE_ETHEREUM" },
	},
	wallet: { id: "w1", imported: false, exported: true, label: "héllo 𝒳" },
	wallet_account: { address },
	eth: {
		tx: {
			from: address.toLowerCase(),
			to: "0xA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48",
			data: "0xa9059cbb00",
			value: 10n,
			gas: 21000,
			chain_id: 1,
			nonce: (1n << 127n) - 1n,
			type: "TYPE_2",
			function_name: "transfer",
			contract_call_args: {
				to: address,
				amount: 5n,
				huge: 1n << 130n,
				flag: true,
				list: ["a", "b"],
				calls: [
					["0xaa", 0n],
					["0xbb", 1n],
				],
				nested: { deep: [7n] },
			},
		},
	},
};

describe("logic is strict", () => {
	test.each([
		["true && true", true],
		["true && false", false],
		["false || false", false],
		["false || true && true", true],
		["!(true)", false],
		["!wallet.imported && wallet.exported", true],
		["true && wallet.imported && true", false],
	])("%s", (text, expected) => {
		expect(evaluated(text, transfer)).toBe(expected);
	});

	test.each([
		["false && private_key.id == 'a'", "MissingKeyword"],
		["private_key.id == 'a' && false", "MissingKeyword"],
		["true || private_key.id == 'a'", "MissingKeyword"],
		["wallet.id == 'w1' || private_key.id == 'a'", "MissingKeyword"],
		["!(true || private_key.id == 'a')", "MissingKeyword"],
		["activity.params.type == 'TRANSACTION_TYPE_SOLANA' && solana.tx.transfers.count() == 0", "MissingKeyword"],
	])("an error on one side is an error of the whole: %s", (text, expected) => {
		expect(evaluated(text, transfer)).toBe(expected);
	});

	test("the leftmost error is told, with its place", () => {
		const text = "false && private_key.id == 'a' && solana.tx.version == 'V0'";
		const outcome = compile(check(text, "condition")).evaluate(transfer);
		expect(outcome).toBeInstanceOf(EvaluationError);
		if (outcome instanceof EvaluationError) {
			expect(text.slice(outcome.range.start, outcome.range.end)).toBe("private_key");
			expect(outcome.message).toBe("`private_key` is not there in this request");
		}
	});
});

describe("integers", () => {
	test.each([
		["eth.tx.value == 10", true],
		["eth.tx.value != 10", false],
		["eth.tx.value < 10", false],
		["eth.tx.value <= 10", true],
		["eth.tx.value > 9 && eth.tx.value >= 10", true],
		["eth.tx.nonce == 170141183460469231731687303715884105727", true],
		["eth.tx.nonce > 170141183460469231731687303715884105726", true],
		["eth.tx.gas == 21000", true],
		["eth.tx.chain_id in [10, 1]", true],
		["eth.tx.chain_id in [10, 137]", false],
		["1 in [1, 2, 3] && !(4 in [1, 2, 3])", true],
		["115792089237316195423570985008687907853269984665640564039457584007913129639935 > 1", true],
	])("%s", (text, expected) => {
		expect(evaluated(text, transfer)).toBe(expected);
	});

	test("a value that does not fit its type is an error", () => {
		const bound = (value: bigint | number): Bindings => ({ eth: { tx: { value } } });
		expect(evaluated("eth.tx.value > 0", bound(1n << 127n))).toBe("Overflow");
		expect(evaluated("eth.tx.value < 0", bound(-(1n << 127n)))).toBe(true);
		expect(evaluated("eth.tx.value < 0", bound(-(1n << 127n) - 1n))).toBe("Overflow");
		expect(evaluated("eth.tx.value > 0", bound(2 ** 60))).toBe("Overflow");
		const chain = (value: bigint): Bindings => ({ eth: { eip_712: { domain: { chain_id: value } } } });
		expect(evaluated("eth.eip_712.domain.chain_id > 5", chain((1n << 256n) - 1n))).toBe(true);
		expect(evaluated("eth.eip_712.domain.chain_id > 5", chain(1n << 256n))).toBe("Overflow");
		expect(evaluated("eth.eip_712.domain.chain_id > 5", chain(-1n))).toBe("Overflow");
	});
});

describe("texts", () => {
	test.each([
		["wallet.id == 'w1'", true],
		["wallet.id == 'W1'", false],
		["wallet.label[1] == 'é'", true],
		["wallet.label[6] == '𝒳'", true],
		["wallet.label[0..7] == 'héllo 𝒳'", true],
		["wallet.label[7..7] == ''", true],
		["wallet.label[7]  == ''", "OutOfRange"],
		["wallet.label[0..8] == ''", "OutOfRange"],
		["wallet.label[3..2] == ''", "OutOfRange"],
		["eth.tx.data[0..10] == '0xa9059cbb'", true],
		["eth.tx.data[2..10] == 'a9059cbb'", true],
		["eth.tx.data[0..13] == ''", "OutOfRange"],
		["'abc'[1] == 'b' && 'abc'[0..2] == 'ab'", true],
		["wallet.label[340282366920938463463374607431768211455..340282366920938463463374607431768211455] == 'a'", "Invalid"],
		["wallet.label[99999999999..99999999999] == 'a'", "OutOfRange"],
	])("%s", (text, expected) => {
		expect(evaluated(text, transfer)).toBe(expected);
	});
});

describe("lists", () => {
	const keys: Bindings = {
		private_key: { id: "k", tags: ["a", "b"], label: "" },
		solana: {
			tx: {
				program_keys: [],
				transfers: [
					{ to: "x", amount: 1n },
					{ to: "y", amount: 5n },
				],
			},
		},
	};
	test.each([
		["private_key.tags.contains('a')", true],
		["private_key.tags.contains('c')", false],
		["'b' in private_key.tags", true],
		["private_key.tags.count() == 2", true],
		["private_key.tags.count == 2", true],
		["private_key.tags[1] == 'b'", true],
		["private_key.tags[2] == 'b'", "OutOfRange"],
		["private_key.tags[0..1].contains('b')", false],
		["private_key.tags[0..3].count() == 1", "OutOfRange"],
		["solana.tx.transfers.any(t, t.to == 'x')", true],
		["solana.tx.transfers.all(t, t.to == 'x')", false],
		["solana.tx.transfers.filter(t, t.amount > 1)[0].to == 'y'", true],
		["solana.tx.transfers.filter(t, t.amount > 9).count() == 0", true],
		["solana.tx.program_keys.all(p, p == 'x')", true],
		["solana.tx.program_keys.any(p, true)", false],
		["solana.tx.transfers.any(t, private_key.tags.any(k, k == t.to || k == 'a'))", true],
		["[1, 2, 3].filter(x, x > 1).count() == 2", true],
		["[private_key.id, 'z'].contains('k')", true],
		["'x' in []", false],
	])("%s", (text, expected) => {
		expect(evaluated(text, keys)).toBe(expected);
	});

	test("all elements are looked at: an error behind the deciding one is an error", () => {
		const bindings: Bindings = { solana: { tx: { transfers: [{ to: "x", amount: 1n }, { to: "y" }] } } };
		expect(evaluated("solana.tx.transfers.any(t, t.amount == 1)", bindings)).toBe("MissingField");
		expect(evaluated("solana.tx.transfers.all(t, t.amount == 2)", bindings)).toBe("MissingField");
		expect(evaluated("solana.tx.transfers.filter(t, t.amount == 2).count() == 0", bindings)).toBe("MissingField");
		expect(evaluated("solana.tx.transfers.any(t, t.to == 'x')", bindings)).toBe(true);
	});

	test("a quantifier may not cost more steps than are allowed", () => {
		const many: Bindings = { solana: { tx: { program_keys: Array.from({ length: 3000 }, (_, index) => `p${index}`) } } };
		const text = "solana.tx.program_keys.all(a, solana.tx.program_keys.any(b, a == b))";
		expect(evaluated(text, many)).toBe("StepLimit");
		const program = compile(check("solana.tx.program_keys.any(a, a == 'x')", "condition"));
		expect(program.evaluate(many)).toBe(false);
		expect(program.evaluate(many, { steps: 100 })).toMatchObject({ kind: "StepLimit" });
		expect(compile(check("'x' in solana.tx.program_keys", "condition")).evaluate(many, { steps: 100 })).toMatchObject({
			kind: "StepLimit",
		});
	});
});

describe("what is not there", () => {
	test.each([
		["private_key.id == 'a'", "MissingKeyword"],
		["solana.tx.version == 'V0'", "MissingKeyword"],
		["eth.eip_712.primary_type == 'a'", "MissingKeyword"],
		["activity.params.hash_function == 'HASH_FUNCTION_NO_OP'", "MissingField"],
		["eth.tx.gas_price > 1", "MissingField"],
		["eth.tx.contract_call_args['spender'] == 'a'", "MissingKey"],
		["eth.tx.contract_call_args['constructor'] == 'a'", "MissingKey"],
		["eth.tx.contract_call_args['nested']['shallow'] == 1", "MissingKey"],
	])("%s", (text, expected) => {
		expect(evaluated(text, transfer)).toBe(expected);
	});

	test("an optional parameter that was not set is an error of its own, never zero", () => {
		const bindings: Bindings = { activity: { params: { slippage_bps: notUsed, input_amount: 5n } } };
		expect(evaluated("activity.params.slippage_bps > 100", bindings)).toBe("FieldNotUsed");
		expect(evaluated("activity.params.input_amount == 5", bindings)).toBe(true);
	});

	test("a few fields have a default in place of an error", () => {
		const spark: Bindings = { activity: { params: { signatures: [{ derivation: { type: "identity" }, message: "m" }] } } };
		const signatures = "activity.params.signatures";
		expect(evaluated(`${signatures}.all(s, s.derivation.signing_leaf.leaf_id == '')`, spark)).toBe(true);
		expect(evaluated(`${signatures}.all(s, s.derivation.static_deposit.index == 0)`, spark)).toBe(true);
		expect(evaluated(`${signatures}.all(s, s.adaptor_public_key == '')`, spark)).toBe(true);
		expect(evaluated(`${signatures}.all(s, s.verifying_key == '')`, spark)).toBe("MissingField");
		expect(evaluated("tempo.tx.valid_before == 0", { tempo: { tx: {} } })).toBe(true);
		expect(evaluated("activity.params.session_profile_id == ''", { activity: { params: {} } })).toBe(true);
	});

	test("without an interface names are empty and arguments an error", () => {
		const bare: Bindings = { eth: { tx: { to: "0x1" } } };
		expect(evaluated("eth.tx.function_name == 'transfer'", bare)).toBe(false);
		expect(evaluated("eth.tx.function_signature == ''", bare)).toBe(true);
		expect(evaluated("eth.tx.contract_call_args['to'] == 'a'", bare)).toBe("MissingField");
	});
});

describe("values whose type is known at evaluation only", () => {
	test.each([
		["eth.tx.contract_call_args['amount'] == 5", true],
		["eth.tx.contract_call_args['amount'] <= 4", false],
		["eth.tx.contract_call_args['amount'] == '5'", false],
		["eth.tx.contract_call_args['amount'] != '5'", true],
		["eth.tx.contract_call_args['amount'] in [4, 5]", true],
		["eth.tx.contract_call_args['to'] < 5", "WrongType"],
		["eth.tx.contract_call_args['huge'] > 5", "Overflow"],
		["eth.tx.contract_call_args['huge'] == 5", "Overflow"],
		["eth.tx.contract_call_args['huge'] in [5]", "Overflow"],
		["eth.tx.contract_call_args['flag']", true],
		["eth.tx.contract_call_args['amount']", "WrongType"],
		["!eth.tx.contract_call_args['amount']", "WrongType"],
		["eth.tx.contract_call_args['list'].count() == 2", true],
		["eth.tx.contract_call_args['list'][0] == 'a'", true],
		["eth.tx.contract_call_args['list'].contains('b')", true],
		["eth.tx.contract_call_args['list'] == 'a'", "WrongType"],
		["eth.tx.contract_call_args['list']['a'] == 'a'", "WrongType"],
		["eth.tx.contract_call_args['amount'].count() == 1", "WrongType"],
		["eth.tx.contract_call_args['calls'].all(c, c[0] in ['0xaa', '0xbb'] && c[1] <= 1)", true],
		["eth.tx.contract_call_args['calls'].any(c, c[2] == 1)", "OutOfRange"],
		["eth.tx.contract_call_args['to'][0..2] == '0x'", true],
		["eth.tx.contract_call_args['amount'][0..2] == '0x'", "WrongType"],
		["eth.tx.contract_call_args['nested'][0] == 1", "WrongType"],
	])("%s", (text, expected) => {
		expect(evaluated(text, transfer)).toBe(expected);
	});
});

describe("upper and lower case", () => {
	test.each([
		["eth.tx.to == '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'", true],
		["eth.tx.to in ['0x1', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48']", true],
		["'0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' == eth.tx.to", true],
		["eth.tx.to != '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'", false],
		[`eth.tx.contract_call_args['to'] == '${address.toLowerCase()}'`, true],
		["eth.tx.contract_call_args['to'] == eth.tx.from", true],
		["eth.tx.contract_call_args['list'][0] == 'A'", false],
		[`wallet_account.address == '${address}'`, true],
		[`wallet_account.address == '${address.toLowerCase()}'`, false],
		["eth.tx.data[0..10] == '0xA9059CBB'", false],
		["eth.tx.type == 'type_2'", false],
	])("%s", (text, expected) => {
		expect(evaluated(text, transfer)).toBe(expected);
	});

	test("of Tempo input do not count, of EIP-712 messages do", () => {
		const tempo: Bindings = { tempo: { tx: { calls: [{ to: "0xA", input: "0xA9059CBB" }] } } };
		expect(evaluated("tempo.tx.calls.all(c, c.input[0..10] == '0xa9059cbb')", tempo)).toBe(true);
		expect(evaluated("tempo.tx.calls[0].to == '0xa'", tempo)).toBe(false);
		const typed: Bindings = { eth: { eip_712: { message: { to: address }, domain: { verifying_contract: address } } } };
		expect(evaluated(`eth.eip_712.message['to'] == '${address.toLowerCase()}'`, typed)).toBe(false);
		expect(evaluated(`eth.eip_712.domain.verifying_contract == '${address.toLowerCase()}'`, typed)).toBe(false);
	});
});

describe("open questions can be answered otherwise", () => {
	test.each<[keyof Decisions, Decisions[keyof Decisions], string, boolean | string]>([
		["namesWithoutInterface", "error", "eth.tx.function_signature == 'a'", "MissingField"],
		["missingKey", "unequal", "eth.tx.contract_call_args['spender'] == 'a'", false],
		["missingKey", "unequal", "eth.tx.contract_call_args['spender'] != 'a'", true],
		["missingKey", "unequal", "eth.tx.contract_call_args['spender'] > 1 || eth.tx.contract_call_args['spender'] in ['a']", false],
		["missingKey", "unequal", "eth.tx.contract_call_args['spender']['deep'] == 'a'", false],
		["missingKey", "unequal", "eth.tx.contract_call_args['spender'][0] == 'a'", false],
		["missingKey", "unequal", "eth.tx.contract_call_args['spender'].any(x, true)", "WrongType"],
		["wideDynamicInteger", "value", "eth.tx.contract_call_args['huge'] > 5", true],
		["wideDynamicInteger", "value", "eth.tx.contract_call_args['huge'] == 1361129467683753853853498429727072845824", true],
		["mismatchedEquality", "error", "eth.tx.contract_call_args['amount'] == '5'", "WrongType"],
		["mismatchedEquality", "error", "eth.tx.contract_call_args['amount'] in ['5']", "WrongType"],
		["evmAddressCase", "exact", "eth.tx.to == '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'", false],
	])("%s = %s: %s", (setting, value, text, expected) => {
		expect(evaluated(text, transfer, "condition", { ...defaultDecisions, [setting]: value })).toBe(expected);
	});
});

describe("programs", () => {
	test("an expression with an error evaluates to that error", () => {
		const program = compile(check("wallet.foo == 'a'", "condition"));
		expect(program.evaluate(transfer)).toMatchObject({ kind: "Invalid", message: "`wallet` has no field `foo`" });
	});

	test("bindings of the wrong type are told, not converted", () => {
		expect(evaluated("wallet.id == 'a'", { wallet: { id: 5 } })).toBe("WrongType");
		expect(evaluated("wallet.imported", { wallet: { imported: "true" } })).toBe("WrongType");
		expect(evaluated("wallet.id == 'a'", { wallet: "w" })).toBe("WrongType");
		expect(evaluated("eth.tx.value == 1", { eth: { tx: { value: "1" } } })).toBe("WrongType");
		expect(evaluated("eth.tx.value == 1", { eth: { tx: { value: 1.5 } } })).toBe("Overflow");
		expect(evaluated("private_key.tags.any(t, t == 'a')", { private_key: { tags: ["a", 1] } })).toBe("WrongType");
		expect(evaluated("private_key.tags.contains('a')", { private_key: { tags: "a" } })).toBe("WrongType");
	});

	test("a program keeps nothing between evaluations", () => {
		const program = compile(check("approvers.any(u, u.id == 'a')", "consensus"));
		expect(program.evaluate({ approvers: [{ id: "a" }] })).toBe(true);
		expect(program.evaluate({ approvers: [{ id: "b" }] })).toBe(false);
		expect(program.evaluate({ approvers: [] })).toBe(false);
		expect(program.evaluate({})).toMatchObject({ kind: "MissingKeyword" });
	});
});
