// Why an expression gave what it gave, expressions as statements about paths, and bindings from JSON.
import { describe, expect, test } from "@jest/globals";
import type { JsonValue } from "../../../src/base/json.js";
import { type Bindings, notUsed } from "../../../src/language/bindings.js";
import { readBindings } from "../../../src/language/bindings-json.js";
import { check } from "../../../src/language/check.js";
import { decisionRows, defaultDecisions } from "../../../src/language/decisions.js";
import { parse } from "../../../src/language/parser.js";
import { atomsOf, pathOf } from "../../../src/language/path.js";
import { explain } from "../../../src/language/trace.js";

const bindings: Bindings = {
	activity: { kind: "SIGN_TRANSACTION", action: "SIGN" },
	wallet: { id: "w1", imported: false, label: "x".repeat(200) },
	eth: { tx: { to: "0xAb", value: 12n, data: "0xa9059cbb" } },
	solana: {
		tx: {
			transfers: [
				{ to: "a", amount: 1n },
				{ to: "b", amount: 7n },
			],
			program_keys: [],
		},
	},
};

describe("reasons", () => {
	test.each([
		[
			"activity.action == 'SIGN' && eth.tx.value < 10 && wallet.id == 'w2'",
			["`eth.tx.value < 10` is false: `eth.tx.value` is 12", "`wallet.id == 'w2'` is false: `wallet.id` is 'w1'"],
		],
		[
			"activity.action == 'EXPORT' || eth.tx.value < 10",
			[
				"`activity.action == 'EXPORT'` is false: `activity.action` is 'SIGN'",
				"`eth.tx.value < 10` is false: `eth.tx.value` is 12",
			],
		],
		["activity.action == 'EXPORT' || eth.tx.value > 10", ["`eth.tx.value > 10` is true: `eth.tx.value` is 12"]],
		["!(eth.tx.value > 10)", ["`eth.tx.value > 10` is true: `eth.tx.value` is 12"]],
		["wallet.imported", ["`wallet.imported` is false: `wallet` is a struct"]],
		["eth.tx.to in ['0x1', '0x2']", ["`eth.tx.to in ['0x1', '0x2']` is false: `eth.tx.to` is '0xAb'"]],
		["eth.tx.data[0..4] == '0x00'", ["`eth.tx.data[0..4] == '0x00'` is false: `eth.tx.data[0..4]` is '0xa9'"]],
		["solana.tx.transfers.all(t, t.amount < 5)", ["`t.amount < 5` is false: `t.amount` is 7"]],
		[
			"solana.tx.transfers.any(t, t.to == 'c')",
			[
				"`solana.tx.transfers.any(t, t.to == 'c')` is false: `solana.tx.transfers` is a list of 2 elements, `t.to == 'c'` is false",
			],
		],
		[
			"solana.tx.program_keys.any(p, true)",
			["`solana.tx.program_keys.any(p, true)` is false: `solana.tx.program_keys` is a list of 0 elements"],
		],
		["solana.tx.transfers.count() == 1", ["`solana.tx.transfers.count() == 1` is false: `solana.tx.transfers.count()` is 2"]],
		["wallet.id == 'w1' && private_key.id == 'k'", ["MissingKeyword: `private_key` is not there in this request"]],
		["solana.tx.transfers.any(t, t.from == 'a')", ["MissingField: `t.from` is not there in this activity"]],
		["true", ["`true` is true"]],
		["wallet.label == 'a'", [`\`wallet.label == 'a'\` is false: \`wallet.label\` is '${"x".repeat(80)}…'`]],
	])("%s", (text, expected) => {
		const { reasons, outcome } = explain(check(text, "condition"), bindings);
		expect(reasons.map((reason) => reason.message)).toEqual(expected);
		expect(typeof outcome === "boolean" || outcome.kind.length > 0).toBe(true);
	});

	test("stand at their place in the text", () => {
		const text = "activity.action == 'SIGN' &&\n  eth.tx.value < 10";
		const { reasons, trace } = explain(check(text, "condition"), bindings);
		expect(reasons.map(({ range }) => text.slice(range.start, range.end))).toEqual(["eth.tx.value < 10"]);
		expect(trace.parts.map((part) => part.outcome)).toEqual([true, false]);
	});

	test("of time show instants", () => {
		const checked = check("time.now < Timestamp('2030-01-01T00:00:00Z')", "time");
		const { reasons } = explain(checked, { time: { now: BigInt(Date.parse("2031-01-01T00:00:00Z")) * 1_000_000n } });
		expect(reasons.map((reason) => reason.message)).toEqual([
			"`time.now < Timestamp('2030-01-01T00:00:00Z')` is false: `time.now` is 2031-01-01T00:00:00Z",
		]);
	});

	test("of an expression with an error is the error", () => {
		expect(explain(check("wallet.foo == 'a'", "condition"), bindings).outcome).toMatchObject({ kind: "Invalid" });
	});
});

describe("paths", () => {
	test.each([
		["eth.tx.to", "eth.tx.to"],
		["tron.tx.contract[0].amount", "tron.tx.contract[0].amount"],
		["eth.tx.data[0..10]", "eth.tx.data[0..10]"],
		["eth.tx.contract_call_args[ 'to' ]", "eth.tx.contract_call_args['to']"],
		["a.b.count", "a.b.count()"],
		["a.filter(x, x).count()", "a.filter().count()"],
		["a[b]", "a[?]"],
		["'x'", undefined],
		["a == b", undefined],
	])("%s is %s", (text, expected) => {
		expect(pathOf(parse(text).expression)).toBe(expected);
	});

	test("atoms turn literals to the right and know what stands above them", () => {
		const text =
			"'a' == wallet.id && !(5 < eth.tx.value || 'x' in private_key.tags) && wallet.imported && approvers.filter(u, u.tags.contains('t')).count() >= 2 && list.all(x, !x.any(y, y.z != 1))";
		const shown = atomsOf(parse(text).expression).map(({ path, operator, operand, negated, under }) =>
			[negated ? "not" : "", path, operator, operand === undefined ? "" : text.slice(operand.start, operand.end), under.join("/")]
				.join(" ")
				.trim(),
		);
		expect(shown).toEqual([
			"wallet.id == 'a'",
			"not eth.tx.value > 5",
			"not private_key.tags contains 'x'",
			"wallet.imported is",
			"approvers.filter().count() >= 2",
			"approvers[].tags contains 't' filter",
			"not list[][].z != 1 all/any",
		]);
	});
});

describe("bindings from JSON", () => {
	test("are read by their declared types", () => {
		const json: JsonValue = {
			wallet: { id: "w", imported: true },
			eth: {
				tx: {
					value: "340282366920938463463374607431768211455",
					gas: 21000,
					contract_call_args: { amount: { $int: "12345678901234567890" }, to: "0x1", list: [1, "2"], __proto__: 3 },
				},
			},
			activity: { params: { slippage_bps: { $notUsed: true }, user_ids: ["a"] } },
			private_key: null,
		};
		const { bindings: read, problems } = readBindings(json, "condition");
		expect(problems).toEqual([]);
		expect(read).toEqual({
			wallet: { id: "w", imported: true },
			eth: {
				tx: {
					value: 340282366920938463463374607431768211455n,
					gas: 21000n,
					contract_call_args: { amount: 12345678901234567890n, to: "0x1", list: [1n, "2"] },
				},
			},
			activity: { params: { slippage_bps: notUsed, user_ids: ["a"] } },
		});
	});

	test("time is a timestamp or milliseconds", () => {
		expect(readBindings({ time: { now: "1970-01-01T00:00:01Z" } }, "time").bindings).toEqual({ time: { now: 1_000_000_000n } });
		expect(readBindings({ time: { now: 1000 } }, "time").bindings).toEqual({ time: { now: 1_000_000_000n } });
	});

	test("what does not fit is told with its place", () => {
		const json: JsonValue = {
			wallet: { id: 5, name: "x", imported: "true" },
			wallets: { id: "w" },
			eth: { tx: { value: 1.5, contract_call_args: { a: 1.5 } } },
			approvers: [],
			private_key: "k",
		};
		expect(readBindings(json, "condition").problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
			"wallet.id: expected a string, found 5",
			"wallet.name: `wallet` has no field `name`",
			"wallet.imported: expected true or false, found `true`",
			"wallets: expected a list, found an object",
			"eth.tx.value: expected an integer, as a number or as a string of digits, found 1.5",
			'eth.tx.contract_call_args.a: expected a value, found 1.5; write large integers as {"$int": "…"}',
			"approvers: `approvers` is not a root",
			"private_key: expected an object, found `k`",
		]);
		expect(readBindings([]).problems).toHaveLength(1);
		expect(readBindings({ approvers: [{ id: "a" }], wallet: { id: "w" } }).problems).toEqual([]);
	});
});

describe("decisions", () => {
	test("every setting answers a question, and every question is different", () => {
		const settings = decisionRows.flatMap((row) => row.setting ?? []);
		expect(settings.sort()).toEqual(Object.keys(defaultDecisions).sort());
		expect(new Set(decisionRows.map((row) => row.question)).size).toBe(decisionRows.length);
	});
});
