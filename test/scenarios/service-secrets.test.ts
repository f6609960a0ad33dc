// Secrets at rest: whatever the service is given or makes up that must stay secret, no file of its folder shows it, in any
// spelling; and what opens it is a file of its own, for its owner alone.
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "@jest/globals";
import { decryptCredentialBundle, encryptOauth2ClientSecret, generateP256KeyPair } from "@turnkey/crypto";
import type { ServiceEvent } from "../../src/service/start.js";
import { runService } from "../support/running-service.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow";
const ENTROPY = "7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f";
const PASSPHRASE = "correct horse battery staple";
const SCALAR = "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318";
const CLIENT_SECRET = "keep-this-to-yourself-4711";
const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users: [{ name: root }]
  wallets: [{ name: w, mnemonic: ${WORDS}, passphrase: ${PASSPHRASE}, accounts: [{ curve: CURVE_SECP256K1, path: "m/44'/60'/0'/0/0", addressFormat: ADDRESS_FORMAT_ETHEREUM }] }]
  privateKeys: [{ name: hot, curve: CURVE_SECP256K1, privateKey: ${SCALAR} }]
  oauth2Credentials: [{ provider: OAUTH2_PROVIDER_X, clientId: app, clientSecret: ${CLIENT_SECRET} }]
`;

/** Every file of a folder, by its path in it. */
function filesOf(folder: string, inside = ""): string[] {
	return readdirSync(join(folder, inside), { withFileTypes: true }).flatMap((each) => {
		const path = join(inside, each.name);
		return each.isDirectory() ? filesOf(folder, path) : [path];
	});
}

/** How a secret may be written down. */
function spellings(secret: string): Buffer[] {
	const texts = [secret, Buffer.from(secret).toString("base64").replace(/=+$/, ""), Buffer.from(secret).toString("hex")];
	const raw = /^([0-9a-f]{2}){8,}$/.test(secret) ? [Buffer.from(secret, "hex")] : [];
	return [...texts.map((each) => Buffer.from(each)), ...raw, ...raw.map((each) => Buffer.from(each.toString("base64")))];
}

let dataDir: string;
beforeEach(async () => {
	dataDir = join(await temporaryFolder(), "service");
});

test("no file shows a secret", async () => {
	const codes: string[] = [];
	const service = await runService({
		dataDir,
		seed: SEED,
		log: ({ code }: ServiceEvent) => typeof code === "string" && codes.push(code),
	});
	const { privateKey, publicKeyUncompressed: targetPublicKey } = generateP256KeyPair();
	const session = await service.root.activity("create_read_write_session", { targetPublicKey });
	const sessionKey = decryptCredentialBundle(session.result.createReadWriteSessionResultV2.credentialBundle, privateKey);
	const encryptedClientSecret = await encryptOauth2ClientSecret(CLIENT_SECRET, service.publicKeys.tlsFetcherEncryption);
	const credential = { provider: "OAUTH2_PROVIDER_X", clientId: "app", encryptedClientSecret };
	await service.root.activity("create_oauth2_credential", credential);
	await service.root.activity("init_otp", { otpType: "OTP_TYPE_EMAIL", contact: "a@b.example", appName: "W" });
	const sealingKey = readFileSync(join(dataDir, "sealing.key"), "utf8").trim();
	await service.close();

	const files = filesOf(dataDir).filter((each) => each !== "sealing.key" && !each.startsWith("outbox"));
	expect(files).toEqual(expect.arrayContaining(["credentials.json", "service-keys.json"]));
	// What is no secret is found, so the search can find.
	expect(files.some((file) => readFileSync(join(dataDir, file)).includes("Treasury"))).toBe(true);
	const secrets = [WORDS, ENTROPY, PASSPHRASE, SCALAR, CLIENT_SECRET, sessionKey, sealingKey, ...codes];
	expect(secrets).toHaveLength(8);
	const shown = files.flatMap((file) => {
		const content = readFileSync(join(dataDir, file));
		return secrets.filter((secret) => spellings(secret).some((each) => content.includes(each))).map((each) => [file, each]);
	});
	expect(shown).toEqual([]);
	for (const file of filesOf(dataDir)) expect([file, statSync(join(dataDir, file)).mode & 0o077]).toEqual([file, 0]);
});

test("without the key that opens them nothing is started, and nothing is changed", async () => {
	await (await runService({ dataDir, seed: SEED })).close();
	rmSync(join(dataDir, "sealing.key"));
	const before = filesOf(dataDir);
	await expect(runService({ dataDir })).rejects.toThrow(/sealing\.key/);
	expect(filesOf(dataDir).filter((each) => !before.includes(each))).toEqual([]);
});
