import { describe, expect, test } from "@jest/globals";
import { p256PublicKey, p256VerifyingKey, verifyP256 } from "../../../src/api/p256.js";
import { parseStamp } from "../../../src/api/stamp.js";
import { Secret } from "../../../src/base/secret.js";
import { CredentialProblem } from "../../../src/client/credential-problem.js";
import { type CredentialContext, openCredentials } from "../../../src/client/credentials.js";

const PRIVATE = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721";
const PUBLIC = "0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6";
const OTHER_PUBLIC = p256PublicKey(new Secret("1".padStart(64, "0")));

function context(more: {
	readonly environment?: Record<string, string>;
	readonly files?: Record<string, { readonly content: string; readonly mode?: number } | string>;
}): CredentialContext {
	return {
		env: (name) => more.environment?.[name],
		async readFile(path) {
			const file = more.files?.[path] ?? "ENOENT";
			if (typeof file === "string") throw Object.assign(new Error(`${file}: no`), { code: file });
			return { content: file.content, mode: file.mode ?? 0o600 };
		},
		onStderr: () => {},
	};
}

async function problemOf(work: Promise<unknown>): Promise<CredentialProblem> {
	const problem = await work.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(problem instanceof CredentialProblem)) throw new Error(`expected a CredentialProblem, got ${String(problem)}`);
	for (const text of [problem.message, problem.help, JSON.stringify(problem), String(problem.cause ?? "")]) {
		expect(text).not.toContain(PRIVATE.slice(0, 12));
		expect(text).not.toMatch(/\.$/);
	}
	return problem;
}

describe("from the environment", () => {
	const open = (environment: Record<string, string>, prefix?: string) =>
		openCredentials({ from: "environment", prefix }, context({ environment }));

	test("a pair, with white space around it, signs", async () => {
		const { signer, organizationId } = await open({
			QUORATE_API_PUBLIC_KEY: PUBLIC.toUpperCase(),
			QUORATE_API_PRIVATE_KEY: ` ${PRIVATE}\n`,
			QUORATE_ORGANIZATION_ID: "o",
		});
		expect(signer.publicKey).toBe(PUBLIC);
		expect(organizationId).toBe("o");
		const stamp = parseStamp(await signer.stamp("body"));
		const key = p256VerifyingKey(PUBLIC);
		expect(stamp?.publicKey).toBe(PUBLIC);
		expect(key !== undefined && verifyP256(key, Buffer.from("body"), stamp?.signature ?? "")).toBe(true);
	});

	test("the private key alone is enough, under any prefix", async () => {
		expect((await open({ PROD_API_PRIVATE_KEY: PRIVATE }, "PROD_")).signer.publicKey).toBe(PUBLIC);
	});

	test("nothing set", async () => {
		expect(await problemOf(open({ QUORATE_API_PRIVATE_KEY: "" }))).toMatchObject({
			code: "missing",
			message: "no API key: the environment variable `QUORATE_API_PRIVATE_KEY` is not set",
		});
	});

	test("a mixed-up pair", async () => {
		const problem = await problemOf(open({ QUORATE_API_PUBLIC_KEY: OTHER_PUBLIC, QUORATE_API_PRIVATE_KEY: PRIVATE }));
		expect(problem.code).toBe("key-mismatch");
		expect(problem.message).toContain(`belongs to \`${PUBLIC}\`, the public key given is \`${OTHER_PUBLIC}\``);
	});

	test.each([
		["a private key that is too short", { QUORATE_API_PRIVATE_KEY: PRIVATE.slice(1) }, "private-key-malformed"],
		["a private key with a prefix", { QUORATE_API_PRIVATE_KEY: `0x${PRIVATE}` }, "private-key-malformed"],
		["a private key of zero", { QUORATE_API_PRIVATE_KEY: "0".repeat(64) }, "private-key-malformed"],
		["keys in each other's place", { QUORATE_API_PRIVATE_KEY: PUBLIC, QUORATE_API_PUBLIC_KEY: PRIVATE }, "private-key-malformed"],
		["a public key that is none", { QUORATE_API_PRIVATE_KEY: PRIVATE, QUORATE_API_PUBLIC_KEY: PRIVATE }, "public-key-malformed"],
	])("%s", async (_, environment, code) => {
		expect((await problemOf(open(environment))).code).toBe(code);
	});
});

describe("from a file", () => {
	const document = JSON.stringify({ organizationId: "o", apiPublicKey: PUBLIC, apiPrivateKey: PRIVATE });
	const open = (file: { readonly content: string; readonly mode?: number } | string) =>
		openCredentials({ from: "file", path: "keys/k" }, context({ files: { "keys/k": file } }));

	test("our credentials document", async () => {
		const { signer, organizationId } = await open({ content: `${document}\n` });
		expect([signer.publicKey, organizationId]).toEqual([PUBLIC, "o"]);
	});

	test("tkcli's private file", async () => {
		const { signer, organizationId } = await open({ content: `${PRIVATE}:p256\n` });
		expect([signer.publicKey, organizationId]).toEqual([PUBLIC, undefined]);
	});

	test.each([[0o640], [0o604], [0o620], [0o666]])("mode %o is refused, with the command that mends it", async (mode) => {
		const problem = await problemOf(open({ content: document, mode: 0o100000 | mode }));
		expect(problem.code).toBe("file-exposed");
		expect(problem.message).toContain(`its mode is ${mode.toString(8)}`);
		expect(problem.help).toContain("chmod 600 keys/k");
	});

	test("mode 400 is as good", async () => {
		expect((await open({ content: document, mode: 0o400 })).signer.publicKey).toBe(PUBLIC);
	});

	test.each([
		["another curve", { content: `${PRIVATE}:secp256k1` }, "curve-unsupported"],
		["an empty file", { content: "" }, "file-malformed"],
		["a bare key", { content: PRIVATE }, "file-malformed"],
		["broken JSON", { content: `{"apiPrivateKey":"${PRIVATE}"` }, "file-malformed"],
		["JSON without a key", { content: '{"organizationId":"o"}' }, "file-malformed"],
		["a key that is no text", { content: `{"apiPrivateKey":1}` }, "file-malformed"],
		["a public key that is no text", { content: `{"apiPrivateKey":"${PRIVATE}","apiPublicKey":1}` }, "file-malformed"],
		["a malformed key", { content: `{"apiPrivateKey":"${PRIVATE}00"}` }, "private-key-malformed"],
		[
			"another key's public part",
			{ content: JSON.stringify({ apiPrivateKey: PRIVATE, apiPublicKey: OTHER_PUBLIC }) },
			"key-mismatch",
		],
		["no file", "ENOENT", "file-missing"],
		["a folder", "EISDIR", "file-unreadable"],
		["somebody else's file", "EACCES", "file-unreadable"],
	])("%s", async (_, file, code) => {
		const problem = await problemOf(open(file));
		expect(problem.code).toBe(code);
		expect(problem.message).toContain("keys/k");
	});
});
