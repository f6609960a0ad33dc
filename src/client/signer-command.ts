// A signer that is another program: a KMS, an HSM or a vault keeps the key, and we only ever see its signatures.
//
// Protocol: the program gets the exact bytes of the body on its standard input and writes one JSON line to its standard
// output, `{"publicKey": "<66 hex>", "scheme": "SIGNATURE_SCHEME_TK_API_P256", "signature": "<DER hex>"}`. What it writes to
// its standard error is shown to the person, since that is where it asks for a PIN or says why it refuses; its standard
// output never is, because a program that goes wrong may print anything there.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { type P256Key, p256VerifyingKey, verifyP256 } from "../api/p256.js";
import { formatStamp, P256_SCHEME, type Stamp } from "../api/stamp.js";
import { isJsonObject } from "../base/json.js";
import { CredentialProblem } from "./credential-problem.js";
import { checkedPublicKey, type Signer } from "./signer.js";

export interface SignerCommand {
	/** The program and its arguments; no shell is involved. */
	readonly argv: readonly string[];
	/** The key it is expected to sign with; without one the program is asked to sign a test text once. */
	readonly publicKey?: string | undefined;
	/** How long one signature may take. Default 30 s: hardware may ask for a touch. */
	readonly timeoutMs?: number | undefined;
}

export interface SignerCommandContext {
	/** Receives what the program writes to its standard error, as it comes. */
	readonly onStderr: (text: string) => void;
}

const TIMEOUT_MS = 30_000;
/** An answer is about 300 bytes. */
const MAX_ANSWER = 64 * 1024;
/** Belongs to no organisation and has no type, so that its signature is good for nothing. */
const TEST_TEXT = '{"purpose":"quorate asks which key this signer uses"}';

/** Rejects with `CredentialProblem` when the program cannot be used. */
export async function commandSigner(command: SignerCommand, context: SignerCommandContext): Promise<Signer> {
	const ask = async (body: Uint8Array, expected: string | undefined): Promise<Stamp> => {
		const stamp = readAnswer(await run(command, context, body), command);
		const publicKey = checkedPublicKey(stamp.publicKey, `the answer of the signer ${nameOf(command)}`);
		if (expected !== undefined && publicKey !== expected)
			throw wrong(command, `it signed with \`${publicKey}\`, expected \`${expected}\``);
		if (!verifyP256(verifyingKey(publicKey), body, stamp.signature)) {
			throw wrong(command, `its signature does not belong to the body and the key \`${publicKey}\``);
		}
		return { ...stamp, publicKey };
	};
	// Points are expensive to decompress, and there is only ever one key.
	let known: { readonly publicKey: string; readonly key: P256Key } | undefined;
	const verifyingKey = (publicKey: string): P256Key => {
		const key = known?.publicKey === publicKey ? known.key : p256VerifyingKey(publicKey);
		if (key === undefined) throw wrong(command, `\`${publicKey}\` is not a P-256 public key`);
		known = { publicKey, key };
		return key;
	};
	const publicKey =
		command.publicKey === undefined
			? (await ask(Buffer.from(TEST_TEXT), undefined)).publicKey
			: checkedPublicKey(command.publicKey, `the settings of the signer ${nameOf(command)}`);
	return {
		publicKey,
		async stamp(body) {
			const bytes = typeof body === "string" ? Buffer.from(body) : body;
			return formatStamp(await ask(bytes, publicKey));
		},
	};
}

function run(command: SignerCommand, context: SignerCommandContext, body: Uint8Array): Promise<string> {
	const [program, ...rest] = command.argv;
	if (program === undefined || program === "") {
		const help = "give the program and its arguments as a list";
		return Promise.reject(new CredentialProblem("signer-not-found", "the signer command is empty", help));
	}
	return new Promise((resolve, reject) => {
		let child: ChildProcessByStdio<Writable, Readable, Readable>;
		let answer = "";
		let settled = false;
		const settle = (action: () => void): void => {
			if (settled) return;
			settled = true;
			clearTimeout(timer);
			action();
		};
		const stop = (problem: CredentialProblem): void =>
			settle(() => {
				child.kill("SIGKILL");
				// A grandchild may hold the pipes open; nobody waits for it.
				child.stdout.destroy();
				child.stderr.destroy();
				reject(problem);
			});
		const limit = command.timeoutMs ?? TIMEOUT_MS;
		const timer = setTimeout(() => stop(tooSlow(command, limit)), limit);
		try {
			// It inherits our environment, where its own settings stand.
			child = spawn(program, rest, { stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
		} catch (cause) {
			settle(() => reject(notStarted(command, cause)));
			return;
		}
		child.on("error", (cause) => settle(() => reject(notStarted(command, cause))));
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			answer += text;
			if (answer.length > MAX_ANSWER) stop(malformed(command, `it wrote more than ${MAX_ANSWER} characters`));
		});
		child.stderr.setEncoding("utf8").on("data", context.onStderr);
		// A program that does not read its input is judged by its answer.
		child.stdin.on("error", () => {});
		child.stdin.end(body);
		child.on("close", (code, signal) => {
			if (code === 0) settle(() => resolve(answer));
			else settle(() => reject(failed(command, signal === null ? `status ${code}` : `the signal ${signal}`)));
		});
	});
}

function readAnswer(answer: string, command: SignerCommand): Stamp {
	let value: unknown;
	try {
		value = JSON.parse(answer);
	} catch {
		throw malformed(command, answer.trim() === "" ? "it wrote nothing" : "what it wrote is not one JSON object");
	}
	if (!isJsonObject(value)) throw malformed(command, "what it wrote is not one JSON object");
	const { publicKey, scheme, signature } = value;
	if (typeof publicKey !== "string" || typeof signature !== "string") {
		throw malformed(command, "its answer lacks the texts `publicKey` and `signature`");
	}
	if (scheme !== P256_SCHEME) throw malformed(command, `its answer's \`scheme\` is not \`${P256_SCHEME}\``);
	return { publicKey, scheme, signature: signature.toLowerCase() };
}

/** The program's name alone: arguments may hold what must not be shown. */
const nameOf = (command: SignerCommand): string => `\`${command.argv[0] ?? ""}\``;

function notStarted(command: SignerCommand, cause: unknown): CredentialProblem {
	return new CredentialProblem(
		"signer-not-found",
		`the signer ${nameOf(command)} cannot be started`,
		"check that the program exists, is on the PATH and may be executed",
		cause,
	);
}

function failed(command: SignerCommand, how: string): CredentialProblem {
	return new CredentialProblem(
		"signer-failed",
		`the signer ${nameOf(command)} ended with ${how}`,
		"what it wrote to its standard error, shown above, should say why",
	);
}

function tooSlow(command: SignerCommand, limit: number): CredentialProblem {
	return new CredentialProblem(
		"signer-timeout",
		`the signer ${nameOf(command)} gave no signature within ${limit / 1000} s`,
		"check whether it waits for something, or give it more time",
	);
}

function malformed(command: SignerCommand, why: string): CredentialProblem {
	return new CredentialProblem(
		"signer-malformed",
		`the answer of the signer ${nameOf(command)} cannot be used: ${why}`,
		'expected one line {"publicKey": "…", "scheme": "SIGNATURE_SCHEME_TK_API_P256", "signature": "<DER in hexadecimal>"}',
	);
}

function wrong(command: SignerCommand, why: string): CredentialProblem {
	return new CredentialProblem(
		"signer-wrong",
		`the answer of the signer ${nameOf(command)} was checked and refused: ${why}`,
		"the signer must sign the SHA-256 of exactly the bytes it is given, with the API key's private key",
	);
}
