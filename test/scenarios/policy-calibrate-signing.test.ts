// Calibrating on what signs, exports and deletes: what we bind for keys, wallets and payloads gives what the service recorded,
// over more than one page of the log.
import { createECDH } from "node:crypto";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { serializeTransaction } from "viem";
import type { CalibrationReport } from "../../src/model/calibration.js";
import { type TestClock, testClock } from "../support/clocks.js";
import { runService, type TestService } from "../support/running-service.js";
import type { Answer } from "../support/service-client.js";
import { type ServiceProject, serviceProject } from "../support/service-project.js";

jest.setTimeout(180_000);

const id = (last: string): string => `00000000-0000-4000-8000-0000000000${last}`;
const PAYEE = "0x8617e340b3d01fa5f11f306f4090fd50e238070d";
const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 2, users: [root, rita] }
  users: [{ name: root }, { name: rita }, { name: olga, id: ${id("03")} }]
  privateKeyTags: [{ name: hot, id: ${id("61")} }]
  privateKeys: [{ name: hot-key, id: ${id("62")}, curve: CURVE_SECP256K1, tags: [hot], addressFormats: [ADDRESS_FORMAT_ETHEREUM] }]
  wallets:
    - name: ops
      id: ${id("71")}
      mnemonic: test test test test test test test test test test test junk
      accounts: [{ curve: CURVE_SECP256K1, path: "m/44'/60'/0'/0/0", addressFormat: ADDRESS_FORMAT_ETHEREUM }]
    - { name: spare, id: ${id("72")} }
  policies:
    - { name: olga does it, effect: EFFECT_ALLOW, consensus: "approvers.any(u, u.id == '${id("03")}')" }
    - { name: small, effect: EFFECT_ALLOW, condition: "eth.tx.value <= 10 && eth.tx.to == '${PAYEE}' && eth.tx.chain_id == 1" }
    - { name: selector, effect: EFFECT_ALLOW, condition: "eth.tx.data[0..10] == '0xa9059cbb' && eth.tx.nonce >= 7" }
    - { name: from the wallet, effect: EFFECT_ALLOW, condition: "wallet.label == 'ops' && eth.tx.from == wallet_account.address" }
    - { name: hot, effect: EFFECT_ALLOW, condition: "private_key.tags.contains('${id("61")}') && activity.params.type == 'TRANSACTION_TYPE_ETHEREUM'" }
    - { name: typed, effect: EFFECT_ALLOW, condition: "eth.eip_712.domain.name == 'Permit2' && eth.eip_712.message['amount'] < 100" }
    - { name: at the root, effect: EFFECT_DENY, condition: "wallet_account.path_indexes[4] == 1 && wallet_account.path_hardened[0]" }
    - { name: several, effect: EFFECT_DENY, condition: "wallets.count() > 1" }
    - { name: text, effect: EFFECT_DENY, condition: "activity.params.hash_function == 'HASH_FUNCTION_NOT_APPLICABLE'" }
`;

let service: TestService;
let clock: TestClock;
let project: ServiceProject;
beforeEach(async () => {
	clock = testClock();
	service = await runService({ seed: SEED, clock });
	project = await serviceProject(service);
	clock.advance(60_000);
});
afterEach(() => service.close());

const olga = async (name: Parameters<ReturnType<TestService["client"]>["submit"]>[0], parameters: object): Promise<Answer> => {
	const done = await service.client("olga").activity(name, parameters);
	clock.advance(60_000);
	return done;
};

async function calibrated(): Promise<CalibrationReport> {
	const { stdout } = await project.run(["policy", "calibrate", "--json"]);
	return JSON.parse(stdout) as CalibrationReport;
}

const transaction = (value: bigint, data: `0x${string}` = "0x", nonce = 7): string =>
	serializeTransaction({
		type: "eip1559",
		chainId: 1,
		to: PAYEE,
		value,
		nonce,
		gas: 21000n,
		maxFeePerGas: 30n,
		maxPriorityFeePerGas: 2n,
		data,
	});

test("keys, wallets, transactions and typed data are bound as the service bound them", async () => {
	const [account] = (await service.root.query("list_wallet_accounts", { walletId: id("71") })).accounts;
	for (const signWith of [id("62"), account.address]) {
		for (const unsignedTransaction of [
			transaction(10n),
			transaction(11n),
			transaction(0n, `0xa9059cbb${"00".repeat(64)}`),
			transaction(1n, "0x", 3),
		]) {
			await olga("sign_transaction", { signWith, unsignedTransaction, type: "TRANSACTION_TYPE_ETHEREUM" });
		}
		const typed = {
			types: { EIP712Domain: [{ name: "name", type: "string" }], Permit: [{ name: "amount", type: "uint256" }] },
			domain: { name: "Permit2" },
			primaryType: "Permit",
			message: { amount: "99" },
		};
		await olga("sign_raw_payload", {
			signWith,
			hashFunction: "HASH_FUNCTION_NO_OP",
			payload: JSON.stringify(typed),
			encoding: "PAYLOAD_ENCODING_EIP712",
		});
		await olga("sign_raw_payload", {
			signWith,
			hashFunction: "HASH_FUNCTION_KECCAK256",
			payload: "some text",
			encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
		});
	}
	const report = await calibrated();
	expect(report.disagreements).toEqual([]);
	expect(report.unknown).toEqual([]);
	expect(report.summary.agreed).toBe(report.activities.read * 9);
	expect(report.activities.read).toBe(12);
	const said = new Map(report.policies.map((each) => [each.policy_name, each.agreed]));
	expect(said.size).toBe(9);
	expect(new Set(report.outcomes.map((each) => each.theirs))).toEqual(
		new Set(["OUTCOME_ALLOW", "OUTCOME_DENY_IMPLICIT", "OUTCOME_ERROR"]),
	);
});

test("what was exported or deleted since is not compared where a condition reads it", async () => {
	const key = createECDH("prime256v1").generateKeys("hex");
	await olga("export_wallet_account", {
		address: (await service.root.query("list_wallet_accounts", { walletId: id("71") })).accounts[0].address,
		targetPublicKey: key,
	});
	const first = await calibrated();
	expect([first.disagreements, first.unknown]).toEqual([[], []]);
	await olga("export_wallet", { walletId: id("71"), targetPublicKey: key });
	const second = await calibrated();
	// The wallet is another one since; both exports read it in two policies, and what reads no wallet is compared.
	expect([second.disagreements, second.unknown[0]?.reason]).toEqual([[], "target-changed"]);
	await olga("delete_wallets", { walletIds: [id("72")], deleteWithoutExport: true });
	const third = await calibrated();
	expect(third.disagreements).toEqual([]);
	expect(third.unknown[0]?.count).toBeGreaterThan(second.unknown[0]?.count ?? 0);
});

test("a long log is read page by page, and tells on a terminal how far it is", async () => {
	for (let count = 0; count < 130; count += 1) {
		await olga("sign_raw_payload", {
			signWith: id("62"),
			payload: `text ${count}`,
			encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
			hashFunction: "HASH_FUNCTION_SHA256",
		});
	}
	const report = await calibrated();
	expect([report.activities.read, report.activities.complete, report.disagreements]).toEqual([130, true, []]);
	expect(report.summary).toEqual({ agreed: 130 * 9, disagreed: 0, unknown: 0 });
	const watched = await project.run(["policy", "calibrate", "--no-color"], { terminal: true });
	expect(watched.stderr).toBe("Evaluations of 100 of 130 activities read\n");
	expect(watched.stdout).toContain("Agreed: 1170 of 1170.");
});
