// What a key file can hold: our credentials document, or the bare `<hex>:p256` line that tkcli writes.
import { isJsonObject } from "../base/json.js";
import { Secret } from "../base/secret.js";
import { CredentialProblem } from "./credential-problem.js";

export interface KeyFile {
	readonly privateKey: Secret;
	/** Absent when the file holds the private key alone. */
	readonly publicKey?: string;
	readonly organizationId?: string;
}

const CURVE_LINE = /^([0-9a-fA-F]*):([a-z0-9]+)$/;
/** Permission bits of group and others. */
const EXPOSED = 0o077;

/**
 * Reads the content of a key file. `mode` is the file's permission bits, undefined where the platform has none; a file that
 * others than its owner can read or write is refused. Throws `CredentialProblem`; no message quotes the content.
 */
export function readKeyFile(path: string, content: string, mode: number | undefined): KeyFile {
	if (mode !== undefined && (mode & EXPOSED) !== 0) {
		throw new CredentialProblem(
			"file-exposed",
			`the key file \`${path}\` can be used by others than its owner: its mode is ${(mode & 0o777).toString(8).padStart(3, "0")}`,
			`run \`chmod 600 ${path}\`, and replace the key if somebody may have read it`,
		);
	}
	const text = content.trim();
	if (text.startsWith("{")) return readDocument(path, text);
	const line = CURVE_LINE.exec(text);
	if (line === null) throw malformed(path, "it is neither our credentials JSON nor a `<private key>:p256` line");
	if (line[2] !== "p256") {
		throw new CredentialProblem(
			"curve-unsupported",
			`the key file \`${path}\` holds a key of the curve \`${line[2]}\`, expected \`p256\``,
			"make an API key with the curve P-256, or name a signer command that stamps with P-256",
		);
	}
	return { privateKey: new Secret(line[1] ?? "") };
}

function readDocument(path: string, text: string): KeyFile {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		// The parser's message would quote the file, so it is not passed on.
		throw malformed(path, "it begins like JSON and is not valid JSON");
	}
	if (!isJsonObject(value)) throw malformed(path, "it is not a JSON object");
	const { organizationId, apiPublicKey, apiPrivateKey } = value;
	if (typeof apiPrivateKey !== "string") throw malformed(path, "it has no `apiPrivateKey` text");
	if (apiPublicKey !== undefined && typeof apiPublicKey !== "string") throw malformed(path, "its `apiPublicKey` is not a text");
	if (organizationId !== undefined && typeof organizationId !== "string") {
		throw malformed(path, "its `organizationId` is not a text");
	}
	return {
		privateKey: new Secret(apiPrivateKey),
		...(apiPublicKey === undefined ? {} : { publicKey: apiPublicKey }),
		...(organizationId === undefined ? {} : { organizationId }),
	};
}

function malformed(path: string, why: string): CredentialProblem {
	return new CredentialProblem(
		"file-malformed",
		`the key file \`${path}\` cannot be read: ${why}`,
		'expected {"organizationId": "…", "apiPublicKey": "…", "apiPrivateKey": "…"}, or the `.private` file of tkcli',
	);
}
