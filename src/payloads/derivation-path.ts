// Derivation paths as wallets write them: `m/44'/60'/0'/0/0`.

export interface PathPart {
	/** Without the bit that hardening adds. */
	readonly index: number;
	readonly hardened: boolean;
}

const LARGEST_INDEX = 0x7fffffff;
/** An extended key's depth is one byte. */
const DEEPEST = 255;

/** The parts of a path in order; hardening is written `'`, `h` or `H`. Undefined when the text is no path. */
export function readPath(text: string): readonly PathPart[] | undefined {
	const [root, ...parts] = text.split("/");
	if (root !== "m" || parts.length > DEEPEST) return undefined;
	const path: PathPart[] = [];
	for (const part of parts) {
		const match = /^(0|[1-9]\d{0,9})(['hH]?)$/.exec(part);
		const index = Number(match?.[1]);
		if (!match || index > LARGEST_INDEX) return undefined;
		path.push({ index, hardened: match[2] !== "" });
	}
	return path;
}
