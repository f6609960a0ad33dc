// What credentials may see of the world: environment variables, and key files with their mode.
import { open } from "node:fs/promises";
import { platform } from "node:os";
import { resolve } from "node:path";
import type { CredentialContext } from "../client/credentials.js";
import type { Context } from "./context.js";

/** Relative paths start at `root`, the project file's folder. */
export function credentialContext(context: Context, root: string): CredentialContext {
	return {
		env: (name) => context.env(name),
		async readFile(path) {
			const file = await open(resolve(root, path), "r");
			try {
				// The mode is that of the very file that is read, whatever happens to its name meanwhile.
				const { mode } = await file.stat();
				const content = await file.readFile("utf8");
				return { content, mode: platform() === "win32" ? undefined : mode };
			} finally {
				await file.close();
			}
		},
		onStderr: (text) => context.stderr.write(text),
	};
}
