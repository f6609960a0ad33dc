// Which roots an expression reads, and which of a request's roots are not bound.
import { describe, expect, test } from "@jest/globals";
import { openRoots, rootsRead } from "../../../src/explain/open-roots.js";
import { parse } from "../../../src/language/parser.js";

describe("roots that an expression reads", () => {
	test.each([
		["activity.kind == 'A' && eth.tx.value < 10", ["activity", "eth.tx"]],
		["private_key.tags.any(t, t == wallet.id)", ["private_key", "t", "wallet"]],
		["eth.eip_712.primary_type == 'x' || solana.tx.transfers.count() == 1", ["eth.eip_712", "solana.tx"]],
		["approvers.any(u, credentials.any(c, c.user_id == u.id))", ["approvers", "c", "credentials", "u"]],
		["true", []],
	])("%s", (text, expected) => {
		expect([...rootsRead(parse(text).expression)].sort()).toEqual(expected);
	});
});

describe("roots that are open", () => {
	const SIGN = "ACTIVITY_TYPE_SIGN_TRANSACTION_V2";
	const activity = (type: string) => ({ activity: { type: SIGN, params: { type } } });
	const open = (type: string, bindings: Parameters<typeof openRoots>[1]) => {
		const { documented, undocumented } = openRoots(type, bindings);
		return [[...documented].sort(), [...undocumented].sort()];
	};

	test("none where everything is bound", () => {
		const bound = { ...activity("TRANSACTION_TYPE_ETHEREUM"), private_key: { id: "k" }, eth: { tx: { value: 1n } } };
		expect(open(SIGN, bound)).toEqual([[], []]);
	});

	test("the transaction that is not parsed, of the one sort that it is", () => {
		expect(open(SIGN, { ...activity("TRANSACTION_TYPE_TRON"), private_key: { id: "k" } })).toEqual([["tron.tx"], []]);
	});

	test("what signs, when it is gone", () => {
		const bound = { ...activity("TRANSACTION_TYPE_ETHEREUM"), eth: { tx: { value: 1n } } };
		expect(open(SIGN, bound)).toEqual([["private_key", "wallet", "wallet_account"], []]);
	});

	test("what nobody has documented", () => {
		const type = "ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG";
		expect(open(type, { activity: { type, params: {} } })).toEqual([[], ["private_key"]]);
	});

	test("none of a type that is not known", () => {
		expect(open("ACTIVITY_TYPE_NEW", { activity: { type: "ACTIVITY_TYPE_NEW", params: {} } })).toEqual([[], []]);
	});
});
