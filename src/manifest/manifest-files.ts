// Which files the project's patterns mean. A pattern that finds nothing is an error, never an empty set.
import type { Dirent } from "node:fs";
import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { posix, resolve } from "node:path";
import picomatch from "picomatch";
import { compareText } from "../base/canonical-json.js";
import { systemCode, systemReason } from "../base/system-reason.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { SourceSpan } from "../diagnostics/span.js";
import { didYouMean } from "../diagnostics/suggestion.js";

/** What a wildcard finds; a file named without wildcards may be called anything. */
const MANIFEST_FILE = /\.(?:ya?ml|json)$/i;

/** Folders that hold no manifests and may hold a hundred thousand files. */
const SKIPPED = new Set(["node_modules", ".git"]);

export interface FoundFiles {
	/** Relative to the root, with forward slashes, sorted, each once. */
	readonly paths: readonly string[];
	readonly diagnostics: readonly Diagnostic[];
}

/**
 * Expands patterns relative to `root`. A pattern that starts with `!` takes files out again. Names that start with a dot
 * are found only by patterns that spell the dot. `locate` tells where a pattern is written,
 * `setting` in which setting.
 */
export function findManifestFiles(
	root: string,
	patterns: readonly string[],
	locate?: (index: number) => SourceSpan | undefined,
	setting: "manifests" | "tests" = "manifests",
): FoundFiles {
	const diagnostics: Diagnostic[] = [];
	const found = new Set<string>();
	const walker = new Walker(root, diagnostics);
	const excluded = exclusionsOf(patterns);
	for (const [index, written] of patterns.entries()) {
		if (written.startsWith("!")) continue;
		const pattern = clean(written);
		const before = found.size;
		let seen = 0;
		for (const path of expand(pattern, walker)) {
			seen += 1;
			if (!excluded.some((matches) => matches(path))) found.add(path);
		}
		if (found.size === before && seen === 0) {
			const span = locate?.(index);
			diagnostics.push({ ...unmatched(written, pattern, walker, setting), ...(span === undefined ? {} : { span }) });
		}
	}
	return { paths: [...found].sort(compareText), diagnostics };
}

const clean = (pattern: string): string => posix.normalize(pattern).replace(/^\.\//, "");

/** Whether a file would be found if it were there; its path from the project's folder, with `/`. */
export function wouldFind(patterns: readonly string[], path: string): boolean {
	const wanted = patterns.some((pattern) => !pattern.startsWith("!") && matcherOf(clean(pattern)).matches(path));
	return wanted && !exclusionsOf(patterns).some((matches) => matches(path));
}

function exclusionsOf(patterns: readonly string[]): readonly ((path: string) => boolean)[] {
	return patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => picomatch(clean(pattern.slice(1))));
}

/** `base` is the folder in which a pattern looks, or the one file it names. */
function matcherOf(pattern: string): {
	readonly base: string;
	readonly namesOne: boolean;
	readonly matches: (path: string) => boolean;
} {
	const { base, glob } = picomatch.scan(pattern);
	if (glob === "") return { base, namesOne: true, matches: (path) => path === base };
	const matches = picomatch(glob);
	const folder = base === "" ? "" : `${base}/`;
	return {
		base,
		namesOne: false,
		matches: (path) => MANIFEST_FILE.test(path) && path.startsWith(folder) && matches(path.slice(folder.length)),
	};
}

function expand(pattern: string, walker: Walker): string[] {
	const { base, namesOne, matches } = matcherOf(pattern);
	if (namesOne) return walker.exists(base) ? [base] : [];
	return walker.files(base).filter(matches);
}

function unmatched(written: string, pattern: string, walker: Walker, setting: string): Diagnostic {
	const { base, glob } = picomatch.scan(pattern);
	const folder = glob === "" ? posix.dirname(base) : base;
	const missing = folder !== "" && folder !== "." && !walker.exists(folder);
	const siblings = walker.names(missing ? posix.dirname(folder) : folder);
	return {
		code: "Q1002",
		severity: "error",
		message: missing
			? `the pattern \`${written}\` matches no file: there is no folder \`${folder}\``
			: `the pattern \`${written}\` matches no file`,
		help:
			didYouMean(posix.basename(missing ? folder : pattern), siblings) ??
			`correct the pattern, or remove it from \`${setting}:\`; wildcards find .yaml, .yml and .json files`,
	};
}

/** Lists folders, each once however many patterns start there. */
class Walker {
	readonly #root: string;
	readonly #diagnostics: Diagnostic[];
	readonly #listed = new Map<string, readonly string[]>();

	constructor(root: string, diagnostics: Diagnostic[]) {
		this.#root = root;
		this.#diagnostics = diagnostics;
	}

	exists(path: string): boolean {
		try {
			return lstatSync(resolve(this.#root, path), { throwIfNoEntry: false }) !== undefined;
		} catch {
			return false;
		}
	}

	names(folder: string): readonly string[] {
		try {
			return readdirSync(resolve(this.#root, folder));
		} catch {
			return [];
		}
	}

	/** Every file below a folder, and folders named like a manifest, so that reading them reports what they are. */
	files(folder: string): readonly string[] {
		let files = this.#listed.get(folder);
		if (files === undefined) {
			const found: string[] = [];
			this.#walk(folder, found, new Set());
			this.#listed.set(folder, found);
			files = found;
		}
		return files;
	}

	/** `above` holds the real paths of the folders this one is in: links are followed, but not in circles. */
	#walk(folder: string, found: string[], above: ReadonlySet<string>): void {
		let entries: Dirent[];
		let real: string;
		try {
			real = realpathSync(resolve(this.#root, folder));
			entries = above.has(real) ? [] : readdirSync(real, { withFileTypes: true });
		} catch (failure) {
			if (systemCode(failure) === "ENOENT") return;
			this.#diagnostics.push({
				code: "Q1003",
				severity: "error",
				message: `the folder \`${folder}\` cannot be read: ${systemReason(failure)}`,
				help: "check that it exists and that you may read it",
			});
			return;
		}
		const inside = new Set([...above, real]);
		for (const entry of entries) {
			const path = posix.join(folder, entry.name);
			const descend = !MANIFEST_FILE.test(entry.name) && !SKIPPED.has(entry.name) && this.#isFolder(entry, path);
			if (descend) this.#walk(path, found, inside);
			else found.push(path);
		}
	}

	#isFolder(entry: Dirent, path: string): boolean {
		if (!entry.isSymbolicLink()) return entry.isDirectory();
		try {
			return statSync(resolve(this.#root, path)).isDirectory();
		} catch {
			// Broken or circular: reading it as a file, if a pattern wants it, tells.
			return false;
		}
	}
}
