// The answers of `policy check --jsonl` and `policy eval --jsonl`, member by member.
import { describe, expect, test } from "@jest/globals";
import { tooLong } from "../../../src/commands/json-lines.js";
import { checkLine } from "../../../src/commands/policy-check-line.js";
import { LineEvaluator } from "../../../src/commands/policy-eval-line.js";

const checked = (line: unknown): unknown => JSON.parse(checkLine(JSON.stringify(line), 1, "condition"));
const evaluated = (line: unknown): unknown => JSON.parse(new LineEvaluator().answer(JSON.stringify(line), 1, "condition"));

describe("policy check --jsonl", () => {
	test("says whether the expression is right, its type and what is wrong", () => {
		expect(checked({ slot: "consensus", text: "approvers.count() >= 2" })).toEqual({ ok: true, type: "bool", diagnostics: [] });
		expect(checked({ slot: "condition", text: "eth.tx.value" })).toMatchObject({
			ok: false,
			type: "int",
			diagnostics: [{ code: "Q3111", severity: "error", range: { start: 0, end: 12 } }],
		});
		expect(checked({ text: "eth.tx. == 1", id: "a" })).toMatchObject({ id: "a", ok: false, diagnostics: [{ code: "Q3006" }] });
	});

	test("a warning does not make it wrong", () => {
		expect(checked({ text: "solana.tx.transfers.count == 1" })).toMatchObject({ ok: true, diagnostics: [{ code: "Q3401" }] });
	});

	test.each([
		["{", "the line is not JSON"],
		["[]", "the line is not a JSON object"],
		["null", "the line is not a JSON object"],
		["{}", "`text` is not a string: it holds the expression"],
		['{"text": 1}', "`text` is not a string: it holds the expression"],
		['{"text": "true", "slot": "scope"}', '`slot` is "scope", expected one of condition, consensus, time'],
	])("answers %s with an error object", (line, message) => {
		expect(JSON.parse(checkLine(line, 7, "condition"))).toEqual({
			ok: false,
			type: null,
			diagnostics: [],
			error: { kind: "InvalidLine", line: 7, message },
		});
	});

	test("answers a line that is too long", () => {
		expect(JSON.parse(checkLine(tooLong, 1, "condition"))).toMatchObject({ ok: false, error: { kind: "InvalidLine" } });
	});
});

describe("policy eval --jsonl", () => {
	test("gives values of every type, exact ones", () => {
		const tx = { eth: { tx: { value: "340282366920938463463374607431768211", to: "0xAB", data: "0x" } } };
		expect(evaluated({ text: "eth.tx.value > 5", bindings: tx })).toEqual({ value: true });
		expect(evaluated({ text: "eth.tx.value", bindings: tx })).toEqual({ value: "340282366920938463463374607431768211" });
		expect(evaluated({ text: "eth.tx.to", bindings: tx })).toEqual({ value: "0xAB" });
		expect(evaluated({ text: "[1, 2].filter(x, x > 1)" })).toEqual({ value: [2] });
		const now = { time: { now: "2030-01-31T00:00:00Z" } };
		expect(evaluated({ slot: "time", text: "time.now", bindings: now })).toEqual({ value: "2030-01-31T00:00:00Z" });
	});

	test("a root of two parts may be one member, and joins with the others of its group", () => {
		const bindings = { "eth.tx": { value: 1 }, eth: { eip_712: { primary_type: "A" } } };
		expect(evaluated({ text: "eth.tx.value == 1 && eth.eip_712.primary_type == 'A'", bindings })).toEqual({ value: true });
	});

	test("lists of lists stay lists of lists", () => {
		const calls = [
			["0xa", 0],
			["0xb", { $int: "18446744073709551616" }],
		];
		const bindings = { eth: { tx: { contract_call_args: { calls } } } };
		expect(evaluated({ text: "eth.tx.contract_call_args['calls'].count() == 2", bindings })).toEqual({ value: true });
		expect(evaluated({ text: "eth.tx.contract_call_args['calls'][1]", bindings })).toEqual({
			value: ["0xb", "18446744073709551616"],
		});
	});

	test("gives errors with their kind and place", () => {
		expect(evaluated({ text: "wallet.imported && eth.tx.value > 1", bindings: { wallet: { imported: true } } })).toEqual({
			error: { kind: "MissingKeyword", message: "`eth.tx` is not there in this request", range: { start: 19, end: 25 } },
		});
		expect(evaluated({ text: "eth.tx.value ==" })).toMatchObject({ error: { kind: "Invalid" } });
	});

	test("numbers that JSON rounds, unknown roots and unknown fields are refused", () => {
		const rounded = JSON.parse(
			new LineEvaluator().answer('{"text":"eth.tx.value","bindings":{"eth":{"tx":{"value":9007199254740993}}}}', 1, "condition"),
		);
		expect(rounded).toMatchObject({ error: { kind: "InvalidBindings", problems: [{ path: "eth.tx.value" }] } });
		expect(evaluated({ text: "true", bindings: { wallte: {} } })).toMatchObject({ error: { kind: "InvalidBindings" } });
		expect(evaluated({ text: "true", bindings: { wallet: { idd: "a" } } })).toMatchObject({ error: { kind: "InvalidBindings" } });
		expect(evaluated({ text: "true", bindings: 1 })).toMatchObject({ error: { kind: "InvalidBindings" } });
	});

	test("hostile nesting is an answer, not a crash", () => {
		const deep = `${"[".repeat(100_000)}1${"]".repeat(100_000)}`;
		const line = `{"id":${deep},"text":"true","bindings":{"eth":{"tx":{"contract_call_args":{"a":${deep}}}}}}`;
		expect(JSON.parse(new LineEvaluator().answer(line, 1, "condition"))).toMatchObject({ error: { kind: "InvalidBindings" } });
		expect(JSON.parse(checkLine(line, 1, "condition"))).toMatchObject({ ok: true });
	});

	test("remembers expressions without mixing up slots", () => {
		const evaluator = new LineEvaluator();
		const ask = (slot: string) =>
			JSON.parse(evaluator.answer(JSON.stringify({ slot, text: "approvers.count()" }), 1, "condition"));
		expect(ask("condition")).toMatchObject({ error: { kind: "Invalid" } });
		expect(ask("consensus")).toMatchObject({ error: { kind: "MissingKeyword" } });
	});
});
