import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { openCredentials } from "../../../src/client/credentials.js";
import type { Context } from "../../../src/commands/context.js";
import { credentialContext } from "../../../src/commands/credential-context.js";
import { isProcessAlive, lockIdentity } from "../../../src/commands/lock-identity.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const PUBLIC = "0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6";
const PRIVATE = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721";
const context = { env: (name: string) => (name === "QUORATE_API_PRIVATE_KEY" ? PRIVATE : undefined) } as Context;

describe("credentialContext", () => {
	test("reads a real key file below the project's folder, and sees its mode", async () => {
		const folder = await temporaryFolder();
		const path = join(folder, "key.json");
		await writeFile(path, JSON.stringify({ organizationId: "o", apiPrivateKey: PRIVATE }), { mode: 0o600 });
		const open = () => openCredentials({ from: "file", path: "key.json" }, credentialContext(context, folder));
		expect(await open()).toMatchObject({ organizationId: "o", signer: { publicKey: PUBLIC } });
		await chmod(path, 0o644);
		await expect(open()).rejects.toMatchObject({ code: "file-exposed" });
	});

	test("a missing file and a folder are told apart", async () => {
		const folder = await temporaryFolder();
		const open = (path: string) => openCredentials({ from: "file", path }, credentialContext(context, folder));
		await expect(open("none.json")).rejects.toMatchObject({ code: "file-missing" });
		await expect(open(".")).rejects.toMatchObject({ code: "file-unreadable" });
	});

	test("reads the environment through the context", async () => {
		const { signer } = await openCredentials({ from: "environment" }, credentialContext(context, "."));
		expect(signer.publicKey).toBe(PUBLIC);
	});
});

describe("lockIdentity", () => {
	test("is new every time, and its process space is not", async () => {
		const [one, two] = await Promise.all([1, 2].map(() => lockIdentity({ pid: 7, host: "h" }, "quorate apply")));
		expect(one).toMatchObject({ pid: 7, host: "h", command: "quorate apply" });
		expect(one?.id).not.toBe(two?.id);
		expect(one?.processSpace).toBe(two?.processSpace);
		expect(one?.processSpace).not.toBe("");
	});

	test("knows whether a process runs", () => {
		expect(isProcessAlive(process.pid)).toBe(true);
		expect(isProcessAlive(2 ** 22 + 1)).toBe(false);
	});
});
