// A folder of manifests for one test, and loading it with everything else at its default.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Diagnostic } from "../../src/diagnostics/diagnostic.js";
import type { ExpressionLanguage } from "../../src/kinds/expression.js";
import { DEFAULT_LIMITS } from "../../src/kinds/limits.js";
import type { Loaded, LoadOptions } from "../../src/manifest/load.js";
import { loadManifests } from "../../src/manifest/load.js";

/** A language in which every text is an expression, except that `@` is refused where it stands. */
export const ANY_EXPRESSION: ExpressionLanguage = {
	check(text) {
		const at = text.indexOf("@");
		return at === -1
			? []
			: [{ code: "Q3000" as never, severity: "error", message: "`@` is no operator", range: { start: at, end: at + 1 } }];
	},
	same: (a, b) => a === b,
	format: (text) => text,
};

export interface Folder {
	readonly root: string;
	write(files: Readonly<Record<string, string | Uint8Array>>): void;
	load(options?: Partial<LoadOptions>): Promise<Loaded>;
	remove(): void;
}

export function manifestFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): Folder {
	const root = mkdtempSync(join(tmpdir(), "quorate-manifests-"));
	const write = (contents: Readonly<Record<string, string | Uint8Array>>): void => {
		for (const [path, content] of Object.entries(contents)) {
			const absolute = join(root, path);
			mkdirSync(dirname(absolute), { recursive: true });
			writeFileSync(absolute, content);
		}
	};
	write(files);
	return {
		root,
		write,
		load: (options = {}) =>
			loadManifests({
				root,
				patterns: ["**/*.{yaml,yml,json}"],
				variables: {},
				environment: () => undefined,
				external: [],
				limits: DEFAULT_LIMITS,
				language: ANY_EXPRESSION,
				cacheDir: undefined,
				...options,
			}),
		remove: () => rmSync(root, { recursive: true, force: true }),
	};
}

/** Loads one set of files and removes them again. */
export async function loadFiles(
	files: Readonly<Record<string, string | Uint8Array>>,
	options: Partial<LoadOptions> = {},
): Promise<Loaded> {
	const folder = manifestFolder(files);
	try {
		return await folder.load(options);
	} finally {
		folder.remove();
	}
}

/** `file:line:col code message`, as a reader would quote it. */
export function brief({ span, code, message }: Diagnostic): string {
	const place = span === undefined ? "" : `${span.file}:${span.start.line}:${span.start.column} `;
	return `${place}${code} ${message}`;
}

/** A policy manifest with these lines under `spec`. */
export function policyYaml(name: string, ...spec: readonly string[]): string {
	const lines = spec.length > 0 ? spec : ["effect: EFFECT_ALLOW", "consensus: 'true'"];
	return [
		"apiVersion: quorate/v1",
		"kind: Policy",
		"metadata:",
		`  name: ${name}`,
		"spec:",
		...lines.map((line) => `  ${line}`),
		"",
	].join("\n");
}
