import { execPath } from "node:process";
import { describe, expect, test } from "@jest/globals";
import { parseStamp } from "../../../src/api/stamp.js";
import { CredentialProblem } from "../../../src/client/credential-problem.js";
import type { Signer } from "../../../src/client/signer.js";
import { commandSigner } from "../../../src/client/signer-command.js";

const PRIVATE = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721";
const PUBLIC = "0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6";
const JWK = {
	kty: "EC",
	crv: "P-256",
	d: Buffer.from(PRIVATE, "hex").toString("base64url"),
	x: Buffer.from(PUBLIC.slice(2), "hex").toString("base64url"),
	y: Buffer.from("7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299", "hex").toString("base64url"),
};

/** A signer as somebody would write one, with `after` to spoil its answer. */
const program = (answer = "line", before = ""): string => `
	const { createPrivateKey, sign } = require("node:crypto");
	const chunks = [];
	process.stdin.on("data", (chunk) => chunks.push(chunk)).on("end", () => {
		const body = Buffer.concat(chunks);
		${before}
		const key = createPrivateKey({ key: ${JSON.stringify(JWK)}, format: "jwk" });
		const stamp = { publicKey: "${PUBLIC}", scheme: "SIGNATURE_SCHEME_TK_API_P256", signature: sign("sha256", body, key).toString("hex") };
		const line = JSON.stringify(stamp) + "\\n";
		process.stdout.write(${answer});
	});`;

function open(source: string, more: { publicKey?: string; timeoutMs?: number; stderr?: string[] } = {}): Promise<Signer> {
	return commandSigner(
		{ argv: [execPath, "-e", source, "--", "secret-argument"], publicKey: more.publicKey, timeoutMs: more.timeoutMs ?? 20_000 },
		{ onStderr: (text) => more.stderr?.push(text) },
	);
}

async function problemOf(work: Promise<unknown>): Promise<CredentialProblem> {
	const problem = await work.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(problem instanceof CredentialProblem)) throw new Error(`expected a CredentialProblem, got ${String(problem)}`);
	expect(problem.message).not.toContain("secret-argument");
	expect(problem.message).not.toContain("SPILLED");
	expect(problem.help).not.toContain("SPILLED");
	return problem;
}

describe("a signer command", () => {
	test("is asked once which key it has, and then signs exactly the bytes", async () => {
		const signer = await open(program());
		expect(signer.publicKey).toBe(PUBLIC);
		const stamp = parseStamp(await signer.stamp(Buffer.from([0, 255, 10, 13])));
		expect(stamp).toMatchObject({ publicKey: PUBLIC, scheme: "SIGNATURE_SCHEME_TK_API_P256" });
	});

	test("whose key is named is not started before there is something to sign", async () => {
		const signer = await commandSigner({ argv: ["/nonexistent/signer"], publicKey: PUBLIC }, { onStderr: () => {} });
		expect(signer.publicKey).toBe(PUBLIC);
		expect((await problemOf(signer.stamp("body"))).code).toBe("signer-not-found");
	});

	test("has our environment, and what it says to people is passed on", async () => {
		const stderr: string[] = [];
		await open(program("line", 'process.stderr.write("touch the key, " + (process.env.PATH ? "yes" : "no"));'), { stderr });
		expect(stderr.join("")).toBe("touch the key, yes");
	});

	test.each([
		["fails", program("line", 'console.log("SPILLED"); process.exit(3);'), "signer-failed", "ended with status 3"],
		[
			"is killed",
			program("line", 'process.kill(process.pid, "SIGTERM"); return;'),
			"signer-failed",
			"ended with the signal SIGTERM",
		],
		["writes nothing", program('""'), "signer-malformed", "it wrote nothing"],
		["writes no JSON", program('"SPILLED"'), "signer-malformed", "not one JSON object"],
		["writes two lines", program("line + line"), "signer-malformed", "not one JSON object"],
		["leaves out the signature", program('JSON.stringify({ publicKey: "x" })'), "signer-malformed", "lacks the texts"],
		["names another scheme", program('line.replace("P256", "SECP256K1")'), "signer-malformed", "`scheme` is not"],
		[
			"names no key",
			program('line.replace(/"publicKey":"[^"]*"/, \'"publicKey":"02"\')'),
			"public-key-malformed",
			"is not a P-256",
		],
		["writes without end", program('"x".repeat(100000)'), "signer-malformed", "it wrote more than 65536 characters"],
		["signs other bytes", program("line", "body[0] ^= 1;"), "signer-wrong", "does not belong to the body"],
	])("that %s is refused", async (_, source, code, message) => {
		const problem = await problemOf(open(source));
		expect(problem.code).toBe(code);
		expect(problem.message).toContain(message);
	});

	test("that signs with another key than the one named is refused", async () => {
		const other = "036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";
		const signer = await open(program(), { publicKey: other });
		expect(await problemOf(signer.stamp("body"))).toMatchObject({ code: "signer-wrong" });
	});

	test("that does not read its input is judged by its answer", async () => {
		const source = 'process.stdin.destroy(); process.stdout.write("SPILLED");';
		const signer = await open(source, { publicKey: PUBLIC });
		expect((await problemOf(signer.stamp(Buffer.alloc(1_000_000)))).code).toBe("signer-malformed");
	});

	test("that takes too long is ended, together with its hold on our pipes", async () => {
		const source = 'require("node:child_process").spawn("sleep", ["30"], { stdio: "inherit" }); setInterval(() => {}, 1000);';
		const problem = await problemOf(open(source, { timeoutMs: 300 }));
		expect(problem).toMatchObject({ code: "signer-timeout" });
		expect(problem.message).toContain("within 0.3 s");
	});

	test("that is empty is refused", async () => {
		const problem = await problemOf(commandSigner({ argv: [] }, { onStderr: () => {} }));
		expect(problem.code).toBe("signer-not-found");
	});
});
