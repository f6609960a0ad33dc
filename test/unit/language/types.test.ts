// What is well-typed: one line for each rule, in each direction. The messages are in the golden files.
import { describe, expect, test } from "@jest/globals";
import { checkExpression } from "../../../src/language/expression.js";
import type { Slot } from "../../../src/language/slot.js";

function errorsOf(text: string, slot: Slot = "condition"): string[] {
	return checkExpression(text, slot, { depth: "types" })
		.filter((finding) => finding.severity === "error")
		.map((finding) => finding.code);
}

describe("well-typed conditions", () => {
	test.each([
		"true",
		"1 < 2",
		"1 in [1, 2, 3]",
		"[1, 2, 3].any(x, x == 1)",
		"[1, 2, 3][0] == 1",
		"[1, 2, 3].filter(x, x == 1).count() == 1",
		"[1, 2][0..1].count() == 1",
		"'abc'[0] == 'a'",
		"'abc'[0..2] == 'ab'",
		"'x' == wallet.id",
		"wallet.imported",
		"!wallet.imported",
		"wallet.imported == true",
		"eth.tx.value > 170141183460469231731687303715884105727",
		"activity.params.assets > 170141183460469231731687303715884105728",
		"activity.params.slippage_bps > 100",
		"eth.eip_712.domain.chain_id == 8453",
		"eth.tx.chain_id in [1, 10]",
		"eth.tx.to in ['0x1', '0x2']",
		"'a' in activity.params.user_ids",
		"activity.params.user_ids.count() == 1",
		"private_key.tags.contains('a')",
		"wallet_account.path_indexes[0] == 44 && wallet_account.path_hardened.all(h, h == true)",
		"wallet_account.path_hardened.all(h, h)",
		"solana.tx.instructions.any(i, i.accounts.any(a, a.signer && a.writable))",
		"solana.tx.instructions.count() == solana.tx.spl_transfers.count()",
		"solana.tx.spl_transfers.all(t, t.signers.any(s, s == 'a'))",
		"eth.tx.contract_call_args['wad'] < 10",
		"eth.tx.contract_call_args['flag']",
		"eth.tx.contract_call_args['flag'] && true",
		"eth.tx.contract_call_args['onBehalfOf'] == eth.tx.from",
		"eth.tx.contract_call_args['path'][0] == '0xaa'",
		"eth.tx.contract_call_args['calls'].all(c, c[0] == '0xaa' && c[1] == 0)",
		"eth.tx.contract_call_args['path'].count() == 2",
		"eth.tx.contract_call_args['data'][0..10] == '0xa9059cbb'",
		"'a' in eth.tx.contract_call_args['list']",
		"eth.eip_712.message['contents']['makerAmount'] <= 25",
		"eth.eip_712.message['permitted'][0]['token'] == '0xaa'",
		"eth.eip_712.message['a'] == eth.eip_712.message['b']",
		"activity.params.signatures.all(s, s.derivation.static_deposit.index == 0)",
		"secret.static_properties['kind'] == 'a'",
		"solana.tx.instructions.all(i, i.parsed_instruction_data.named_accounts['a'] == 'b')",
		"tron.tx.contract[0].owner.keys.all(k, k.weight < 2)",
		"bitcoin.tx.locktime.type == 'Blocks' && bitcoin.tx.fee < 5",
		"tempo.tx.calls[0].input[34..74] == '52908400098527886e0f7030069857d2e4169ee7'",
		"wallets.all(w, w.exported)",
		"eth.tx.type in ['LEGACY', 'TYPE_2']",
		"[[1], [2]].any(l, l.contains(1))",
		"eth.tx.data[eth.tx.nonce..10] == 'a'",
	])("%s", (text) => {
		expect(errorsOf(text)).toEqual([]);
	});

	test.each([
		["consensus", "approvers.any(user, user.id == 'a')"],
		["consensus", "approvers.filter(u, u.tags.contains('a') || u.email == 'b').count() >= 2"],
		["consensus", "approvers.count() > 1 && credentials.any(c, c.user_id == 'a' && c.type == 'CREDENTIAL_TYPE_API_KEY_P256')"],
		["consensus", "approvers[0].alias == 'a'"],
		["time", "time.now >= Timestamp('2030-01-01T00:00:00Z') && time.now < Timestamp('2030-02-01t00:00:00.5z')"],
		["time", "!(CronSpan('0 22 * * *', '8h', 'America/New_York')) || time.now == Timestamp('2030-01-01T00:00:00-00:00')"],
		["time", "CronSpan('0,15,30-45 9-17 1,15 1-6 0,6', '1d12h30m', 'UTC')"],
	] as const)("%s: %s", (slot, text) => {
		expect(errorsOf(text, slot)).toEqual([]);
	});
});

describe("several errors in one pass", () => {
	test("each mistake is one finding", () => {
		const text = "eth.tx.gasPrice < 5 && eth.tx.chain_id == '1' && wallet.name == 'a' && foo == 1 && approvers.count() == 1";
		expect(errorsOf(text)).toEqual(["Q3103", "Q3106", "Q3103", "Q3101", "Q3102"]);
	});

	test("what was complained about is not complained about again", () => {
		expect(errorsOf("eth.tx.foo.bar[0].baz.any(x, x.y == 1)")).toEqual(["Q3103"]);
		expect(errorsOf("foo.any(x, x == 1 && x)")).toEqual(["Q3101"]);
	});

	test("a variable ends with its quantifier", () => {
		expect(errorsOf("wallets.any(w, w.imported) && w.exported")).toEqual(["Q3101"]);
	});
});

describe("options", () => {
	test("an opaque literal is not held against a closed set", () => {
		const text = "activity.kind == '\ue000kind\ue001' && eth.tx.data[0..10] == '\ue000a selector\ue001'";
		expect(checkExpression(text, "condition").map((finding) => finding.code)).toEqual(["Q3301", "Q3302"]);
		expect(checkExpression(text, "condition", { opaque: (literal) => literal.includes("\ue000") })).toEqual([]);
	});

	test("a placeholder in a string is taken for whatever will stand there", () => {
		expect(checkExpression("eth.tx.to == '<TREASURY>' && eth.tx.data[0..10] == '${selector}'", "condition")).toEqual([]);
	});

	test("`types` stops at what the service itself refuses", () => {
		const text = "wallet.id == 'a' || private_key.id == 'b'";
		expect(checkExpression(text, "condition").map((finding) => finding.code)).toEqual(["Q3201"]);
		expect(checkExpression(text, "condition", { depth: "types" })).toEqual([]);
	});
});
