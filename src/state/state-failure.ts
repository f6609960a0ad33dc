// The one exception of the state folder: the file system did not do what we need. What is wrong with the *content* of a
// state file is a diagnostic instead.

/** `permission`: not ours to write or read. `full`: no space or quota left. `gone`: the folder vanished. `io`: anything else. */
export type StateFailureCode = "permission" | "full" | "gone" | "io";

export class StateFailure extends Error {
	override readonly name = "StateFailure";
	readonly code: StateFailureCode;
	readonly path: string;

	constructor(code: StateFailureCode, path: string, message: string, cause?: unknown) {
		super(message, cause === undefined ? undefined : { cause });
		this.code = code;
		this.path = path;
	}
}

const CODES: Readonly<Record<string, StateFailureCode>> = {
	EACCES: "permission",
	EPERM: "permission",
	EROFS: "permission",
	ENOSPC: "full",
	EDQUOT: "full",
	EFBIG: "full",
	ENOENT: "gone",
	ENOTDIR: "gone",
};

/** Wraps what `node:fs` threw; `doing` continues "cannot": `write the journal`. */
export function stateFailure(path: string, doing: string, cause: unknown): StateFailure {
	if (cause instanceof StateFailure) return cause;
	const code = errnoOf(cause);
	const kind = Object.hasOwn(CODES, code) ? (CODES[code] ?? "io") : "io";
	return new StateFailure(kind, path, `cannot ${doing}: \`${path}\`${code === "" ? "" : ` (${code})`}`, cause);
}

export function errnoOf(cause: unknown): string {
	const code = (cause as { readonly code?: unknown } | undefined)?.code;
	return typeof code === "string" ? code : "";
}
