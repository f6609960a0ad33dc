// Every code of the language: what provokes it, and word for word what a person is told. The texts are in test/golden/language;
// UPDATE_GOLDEN=1 writes them anew.
import { readdirSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { codes } from "../../../src/diagnostics/codes.js";
import { checkExpression } from "../../../src/language/expression.js";
import type { Slot } from "../../../src/language/slot.js";
import { findingText } from "../../support/finding-text.js";
import { expectGolden } from "../../support/golden.js";

/** Expressions that provoke a code; a text alone is a condition. */
const cases: Readonly<Record<string, readonly (string | readonly [Slot, string])[]>> = {
	Q3001: [
		'eth.tx.to == "0x00000000219ab540356cbb839cbe05303d7705fa"',
		'eth.tx.to in [\\"0xaa\\", \\"0xbb\\"]',
		"wallet.label == “cold store”",
		"wallet.label == ‘cold’ && wallet.id == `a`",
		'wallet.label == "it\'s"',
	],
	Q3002: ["activity.action == 'SIGN", "activity.action == 'SIGN &&\nwallet.id == 'a'", 'wallet.label == "cold'],
	Q3003: ["activity.action @ 'SIGN'", "activity.action\u00a0== 'SIGN'", "wallet.imported \\ && true", "größe == 1"],
	Q3004: ["eth.tx.value < 1.5", "eth.tx.to == 0x00ff", "eth.tx.value < 1e18", "eth.tx.value < 1_000"],
	Q3005: [
		"eth.tx.value < <AMOUNT>",
		"eth.tx.value < ${amount}",
		"eth.tx.to == {{ treasury }}",
		"eth.tx.value < <MAX WEI-PER.TX 1>",
	],
	Q3006: [
		"activity.action == && true",
		"wallet.id 'a'",
		"wallet. == 'a'",
		"{ id: 'a' } == wallet",
		"wallet.imported)",
		"wallet.id == 'a' wallet.imported && eth.tx.gasPrice == 1",
		"wallet.imported &&",
	],
	Q3007: ["(activity.action == 'SIGN'", "eth.tx.data[0..10 == '0xa9059cbb' && wallet.imported", "eth.tx.chain_id in [1, 10"],
	Q3008: [
		"activity.action = 'SIGN' and wallet.imported",
		"not wallet.imported or wallet.exported",
		"wallet.id !== 'a' & wallet.id <> 'b'",
		"eth.tx.value + 1 > 2",
		"eth.tx.value > -1",
		"wallet.imported ? wallet.exported : false",
		"wallet.id not in ['a']",
		"wallet.label =~ 'x'",
	],
	Q3009: ["1 < eth.tx.value < 10"],
	Q3010: ["true // for now", "/* old */ true", "true # yes"],
	Q3011: [`${"(".repeat(300)}true${")".repeat(300)}`],
	Q3012: [
		["consensus", "approvers.any(user.id == 'a')"],
		["consensus", "approvers.any()"],
		["consensus", "approvers.any(u, u.id == 'a', true)"],
	],
	Q3013: ["", "  \n "],
	Q3014: ["eth.tx.data[..10] == '0xa9059cbb'", "eth.tx.data[10..] == ''", "solana.tx.instructions[].program_key == 'a'"],
	Q3015: ["eth.tx.chain_id in [1, 10,]"],
	Q3016: ["activity.params.assets > 115792089237316195423570985008687907853269984665640564039457584007913129639936"],
	Q3101: [
		["consensus", "aprovers.any(user, user.id == 'a')"],
		["consensus", "user.id == 'a'"],
		"activity.kind == SIGN_TRANSACTION",
		"tx.value > 1",
		["consensus", "approvers.any(user, usr.id == 'a')"],
		"wallet.id == null",
	],
	Q3102: [
		"approvers.count() >= 2",
		["consensus", "eth.tx.value > 1"],
		"time.now > Timestamp('2030-01-01T00:00:00Z')",
		["time", "activity.kind == 'SIGN_TRANSACTION'"],
	],
	Q3103: [
		"eth.tx.gasPrice < 1000",
		"solana.tx.instructions.all(i, i.program_id == 'a')",
		"eth.eip_712.domain.verifyingContract == '0xaa'",
		"activity.parameters.type == 'TRANSACTION_TYPE_SOLANA'",
		"private_key.address == '0xaa'",
		"solana.tx.fee_payer == 'a'",
		"eth.txn.value > 1",
		"solana.tx.instructions.program_key == 'a'",
		"wallet.label.size == 1",
		"activity.params.walletId == 'a'",
	],
	Q3104: [
		"eth.tx.data.startsWith('0xa9059cbb')",
		["consensus", "approvers.exists(u, u.id == 'a')"],
		"eth.tx.data.hex_to_uint() > 1",
		"int(eth.tx.data) > 1",
		"tag('treasury')",
		["time", "timestamp('2030-01-01T00:00:00Z') < time.now"],
		["consensus", "approvers.contain('a')"],
	],
	Q3105: [
		["consensus", "approvers.count(user, user.id == 'a') >= 2"],
		["consensus", "approvers.any(u, u.tags.contains('a', 'b'))"],
		["time", "CronSpan('0 9 * * 1-5', '8h')"],
		["time", "time.now < Timestamp()"],
	],
	Q3106: [
		"eth.tx.chain_id == '1'",
		"wallet.id == 5",
		"wallet.imported == 'true'",
		"eth.tx.chain_id in ['1', '10']",
		"eth.eip_712.domain.chain_id == eth.tx.chain_id",
		["time", "time.now == '2030-01-01T00:00:00Z'"],
		"eth.tx.value < true",
	],
	Q3107: ["eth.tx.to < '0x8'", "wallet.imported > wallet.exported"],
	Q3108: ["eth.eip_712.message.value > 1", "eth.tx.contract_call_args['order'].maker == '0xaa'"],
	Q3109: [
		"eth.tx.contract_call_args['calls'].all(call, call['target'] == '0xaa')",
		"eth.tx.contract_call_args['calls'][0]['target'] == '0xaa'",
	],
	Q3110: ["wallet.id && true", "!eth.tx.value", ["consensus", "approvers.any(u, u.id)"]],
	Q3111: [["consensus", "approvers.count()"], "eth.tx.to"],
	Q3112: [
		"solana.tx.instructions['0'].program_key == 'a'",
		"eth.tx.contract_call_args[0] == 1",
		"wallet['id'] == 'a'",
		"eth.tx.value[0..2] == '0x'",
		"eth.eip_712.message['a'][true] == 1",
	],
	Q3113: ["'a' in wallet.label", "wallet.label.contains('a') || 5 in private_key.tags", "1 in eth.tx.value"],
	Q3114: ["eth.tx.chain_id in [1, '10']"],
	Q3115: ["eth == 'x'", "solana", "tron && true", "eth || true"],
	Q3116: ["wallet.label.count() == 3", "wallet.any(x, true)", "wallet.label.contains('a')"],
	Q3117: ["eth.tx.value < 170141183460469231731687303715884105728"],
	Q3118: [
		["time", "time.now < Timestamp('2030-01-01T00:00:00-05:00')"],
		["time", "time.now < Timestamp('2030-01-01')"],
		["time", "time.now < Timestamp('2030-02-30T00:00:00Z')"],
		["time", "time.now < Timestamp('next week')"],
	],
	Q3119: [
		["time", "CronSpan('*/5 9 * * MON', '8h', 'Europe/Berlin')"],
		["time", "CronSpan('0 25 * * 7', '8h', 'Europe/Berlin')"],
		["time", "CronSpan('0 17-9 * * *', '0m', 'New York')"],
		["time", "CronSpan('0 0 9 * * 1', '8d', 'UTC')"],
		["time", "CronSpan('@daily', '1.5h', '+02:00')"],
		["time", "CronSpan('0 9 * * 1-5', '90s', '')"],
	],
	Q3120: [["time", "time.now < Timestamp(time.now)"]],
	Q3121: ["wallets == wallets", "eth.tx == 'a'", "'a' in eth.tx.contract_call_args['list'] || secret.static_properties == 'b'"],
	Q3201: [
		"wallet.id == 'a' || private_key.id == 'b'",
		"activity.action == 'SIGN' && wallet_account.address == 'a' && private_key.tags.contains('b')",
	],
	Q3202: ["eth.tx.value > 0 || bitcoin.tx.fee > 0", "eth.tx.value > 0 || eth.eip_712.primary_type == 'Permit'"],
	Q3203: [
		"activity.kind == 'SIGN_RAW_PAYLOADS' && eth.tx.value > 0",
		"activity.action == 'EXPORT' && solana.tx.transfers.count() == 1",
		"activity.kind == 'EXPORT_WALLET' && private_key.id == 'a'",
		"secret.static_properties['a'] == 'b' && eth.tx.value > 0",
		"activity.params.type == 'TRANSACTION_TYPE_SOLANA' && eth.tx.value > 0",
		"activity.kind == 'SIGN_TRANSACTION' && wallet_account.path_indexes.count() == 5",
	],
	Q3204: [
		"activity.kind == 'SIGN_RAW_PAYLOAD' && activity.params.type == 'TRANSACTION_TYPE_SOLANA'",
		"activity.params.user_ids.count() == 1 || activity.params.hash_function == 'HASH_FUNCTION_NO_OP'",
	],
	Q3205: [
		"(eth.tx.function_name == 'transfer' && eth.tx.contract_call_args['to'] == 'a') || (eth.tx.function_name == 'approve' && eth.tx.contract_call_args['spender'] == 'b')",
	],
	Q3206: ["eth.tx.data[10..4] == ''"],
	Q3301: [
		"activity.action == 'EXPORT_WALLET'",
		"activity.kind in ['SIGN_TRANSACTION', 'SIGN_TRANSACTOIN']",
		"activity.type == 'ACTIVITY_TYPE_GET_WALLETS'",
		"activity.type == 'SIGN_TRANSACTION_V2'",
		"activity.kind == 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'",
		"activity.params.encoding == 'EIP712'",
		["consensus", "credentials.any(c, c.type == 'CREDENTIAL_TYPE_PASSKEY')"],
		"tron.tx.contract.all(c, c.type == 'Transfer')",
		"'V2' == solana.tx.version",
	],
	Q3302: [
		"eth.tx.data[0..4] == '0xa9059cbb'",
		"eth.tx.data[0..10] in ['0xa9059cbb', '0x095ea7']",
		"eth.tx.data[10..74] == '000000000000000000000000833589fcd6edb6e08f4c7c32d4f71b54bda029'",
		"eth.tx.data[0..3] == '0x' || wallet.imported",
	],
	Q3303: [
		"eth.tx.to in ['USDC_ADDRESS']",
		"eth.tx.to == '833589fcd6edb6e08f4c7c32d4f71b54bda02913'",
		"eth.tx.data[34..74] == '0x833589fcd6edb6e08f4c7c32d4f71b54bda029'",
		"solana.tx.instructions.all(i, i.instruction_data_hex == '0x09')",
		"eth.tx.data == 'empty' || wallet.imported",
	],
	Q3304: [
		"activity.type == 'ACTIVITY_TYPE_UPDATE_ROOT_QUORUM'",
		"activity.kind in ['UPDATE_ORGANIZATION_NAME', 'CREATE_WALLET']",
	],
	Q3305: [
		"activity.kind == 'CREATE_POLICY' && activity.action == 'DELETE'",
		"activity.type == 'ACTIVITY_TYPE_CREATE_WALLET' && activity.kind == 'SIGN_TRANSACTION'",
	],
	Q3306: [
		["time", "CronSpan('0 0 30 2 *', '1h', 'UTC')"],
		["time", "CronSpan('0 0 31 4,6,9,11 *', '1h', 'UTC')"],
	],
	Q3401: ["solana.tx.transfers.count == 1"],
	Q3402: ["eth.eip_712.domain.chain_id in [1, 10]", "eth.eip_712.message['token'] in ['0xaa', '0xbb']"],
	Q3403: ["wallet.label == 'a\\nb'"],
	Q3404: [
		["consensus", "approvers.any(credentials, credentials.id == 'a')"],
		"solana.tx.instructions.any(i, i.accounts.any(i, i.signer))",
	],
	Q3405: ["eth.tx.to in []"],
	Q3406: ["solana.tx.instructions.all(i, i.parsed_instruction_data.named_account['a'] == 'b')"],
	Q3407: ["eth.eip_712.message['value'] == '0'"],
	Q3408: ["activity.resource == 'SECRET'", "activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTION_V9' && eth.tx.value > 1"],
};

describe("diagnostics of the language", () => {
	test.each(Object.entries(cases))("%s says what is wrong, where, and how to write it", (code, inputs) => {
		const sections = inputs.map((input) => {
			const [slot, text] = typeof input === "string" ? (["condition", input] as const) : input;
			const findings = checkExpression(text, slot);
			expect(findings.map((finding) => finding.code)).toContain(code);
			const shown = text.length > 200 ? `${text.slice(0, 60)}…` : text;
			return [`--- ${slot}: ${shown}`, ...findings.map((finding) => findingText(text, finding))].join("\n");
		});
		expectGolden(`language/${code}.txt`, `${sections.join("\n\n")}\n`);
	});

	test("every code has a case, and every case a code", () => {
		const known = Object.keys(codes).filter((code) => /^Q3[0-4]/.test(code));
		expect(Object.keys(cases).sort()).toEqual(known.sort());
	});

	test("there is no golden file without a case", () => {
		const files = readdirSync("test/golden/language").filter((name) => /^Q3[0-4]/.test(name));
		expect(files.map((name) => name.replace(".txt", "")).sort()).toEqual(Object.keys(cases).sort());
	});

	test("the example of every code provokes it", () => {
		for (const [code, entry] of Object.entries(codes)) {
			if (!/^Q3[0-4]/.test(code) || !("example" in entry)) continue;
			const text = entry.example.replace(/ {3}\(.*\)$/, "");
			const slots: readonly Slot[] = ["condition", "consensus", "time"];
			const found = slots.flatMap((slot) => checkExpression(text, slot).map((finding) => finding.code));
			expect(found).toContain(code);
		}
	});
});
