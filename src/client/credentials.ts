// Where credentials come from: environment variables, a key file, or a signer command. Never from a flag's value, which
// would stand in the process list and in the shell's history.
import { Secret } from "../base/secret.js";
import { CredentialProblem } from "./credential-problem.js";
import { readKeyFile } from "./key-file.js";
import { keySigner, type Signer } from "./signer.js";
import { commandSigner, type SignerCommand } from "./signer-command.js";

export type CredentialSource =
	/** `<prefix>API_PRIVATE_KEY`, and if set `<prefix>API_PUBLIC_KEY` and `<prefix>ORGANIZATION_ID`. Default `QUORATE_`. */
	| { readonly from: "environment"; readonly prefix?: string | undefined }
	/** Our credentials JSON, or tkcli's `<hex>:p256`. */
	| { readonly from: "file"; readonly path: string }
	| ({ readonly from: "command" } & SignerCommand);

/** What credentials may see of the outside world. */
export interface CredentialContext {
	/** An environment variable's value. */
	env(name: string): string | undefined;
	/** The content and the permission bits (undefined where there are none) of a file; rejects as `node:fs` does. */
	readonly readFile: (path: string) => Promise<{ readonly content: string; readonly mode: number | undefined }>;
	readonly onStderr: (text: string) => void;
}

export interface Credentials {
	readonly signer: Signer;
	/** The organisation the credentials name themselves, when they do. */
	readonly organizationId?: string;
}

export const DEFAULT_PREFIX = "QUORATE_";

/** Makes a signer out of a source. Rejects with `CredentialProblem`; nothing is sent anywhere. */
export async function openCredentials(source: CredentialSource, context: CredentialContext): Promise<Credentials> {
	switch (source.from) {
		case "environment":
			return fromEnvironment(source.prefix ?? DEFAULT_PREFIX, context);
		case "file":
			return fromFile(source.path, context);
		case "command":
			return { signer: await commandSigner(source, context) };
	}
}

function fromEnvironment(prefix: string, context: CredentialContext): Credentials {
	const read = (name: string): string | undefined => {
		const value = context.env(`${prefix}${name}`)?.trim();
		return value === "" ? undefined : value;
	};
	const privateKey = read("API_PRIVATE_KEY");
	if (privateKey === undefined) {
		throw new CredentialProblem(
			"missing",
			`no API key: the environment variable \`${prefix}API_PRIVATE_KEY\` is not set`,
			`set \`${prefix}API_PUBLIC_KEY\` and \`${prefix}API_PRIVATE_KEY\`, or name a key file or a signer command in the project file`,
		);
	}
	const origin = `the environment (\`${prefix}API_PUBLIC_KEY\`, \`${prefix}API_PRIVATE_KEY\`)`;
	const organizationId = read("ORGANIZATION_ID");
	return {
		signer: keySigner(new Secret(privateKey), read("API_PUBLIC_KEY"), origin),
		...(organizationId === undefined ? {} : { organizationId }),
	};
}

async function fromFile(path: string, context: CredentialContext): Promise<Credentials> {
	let file: { readonly content: string; readonly mode: number | undefined };
	try {
		file = await context.readFile(path);
	} catch (cause) {
		const code = (cause as NodeJS.ErrnoException).code;
		if (code === "ENOENT") {
			throw new CredentialProblem(
				"file-missing",
				`the key file \`${path}\` does not exist`,
				"check the path in the project file; relative paths start at the project file's folder",
				cause,
			);
		}
		const why = code === undefined ? "" : ` (${code})`;
		const help = "check that it is a file and that you may read it";
		throw new CredentialProblem("file-unreadable", `the key file \`${path}\` cannot be read${why}`, help, cause);
	}
	const { privateKey, publicKey, organizationId } = readKeyFile(path, file.content, file.mode);
	return {
		signer: keySigner(privateKey, publicKey, `the key file \`${path}\``),
		...(organizationId === undefined ? {} : { organizationId }),
	};
}
