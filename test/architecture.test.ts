// Who may import whom. The table is the architecture; a file that breaks it breaks this test, whatever it works like.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "@jest/globals";

interface Rule {
	readonly folders: readonly string[];
	/** Folders of which only types may be imported. */
	readonly types?: readonly string[];
	readonly packages: readonly string[];
	readonly node: readonly string[];
}

const RULES: Readonly<Record<string, Rule>> = {
	base: { folders: [], packages: [], node: ["node:crypto", "node:util"] },
	diagnostics: { folders: [], packages: ["fastest-levenshtein"], node: [] },
	api: { folders: ["base"], packages: [], node: ["node:crypto"] },
	language: { folders: ["base", "diagnostics"], packages: [], node: [] },
	payloads: { folders: ["base"], types: ["api", "language"], packages: ["@scure/base"], node: [] },
	lint: { folders: ["base", "diagnostics", "language", "model"], packages: ["@noble/hashes"], node: [] },
	model: { folders: ["base"], types: ["api"], packages: [], node: [] },
	request: { folders: ["base", "diagnostics", "api", "language", "payloads", "model"], packages: [], node: [] },
	suites: { folders: ["base", "diagnostics", "language", "model", "request"], packages: [], node: [] },
	kinds: { folders: ["base", "diagnostics", "api", "language", "model"], packages: ["ipaddr.js"], node: [] },
	manifest: {
		folders: ["base", "diagnostics", "model", "kinds"],
		packages: ["yaml", "ajv", "picomatch"],
		node: ["node:fs", "node:fs/promises", "node:path", "node:url", "node:worker_threads", "node:os", "node:util", "node:buffer"],
	},
	explain: { folders: ["base", "diagnostics", "api", "language", "model", "request"], packages: [], node: [] },
	plan: { folders: ["base", "diagnostics", "api", "model", "kinds", "language"], packages: ["deep-diff"], node: [] },
	render: { folders: ["base", "diagnostics", "model"], packages: ["diff"], node: [] },
	client: {
		folders: ["base", "api"],
		packages: ["undici"],
		node: ["node:child_process", "node:buffer", "node:stream"],
	},
	state: {
		folders: ["base", "diagnostics", "model"],
		packages: [],
		node: ["node:fs", "node:fs/promises", "node:path", "node:crypto", "node:buffer"],
	},
	apply: { folders: ["base", "api", "model"], types: ["client", "state"], packages: [], node: [] },
	service: {
		folders: ["base", "diagnostics", "api", "language", "payloads"],
		packages: [
			"fastify",
			"libsql",
			"yaml",
			"ajv",
			"ipaddr.js",
			"@noble/curves",
			"@noble/hashes",
			"@scure/base",
			"@scure/bip32",
			"@scure/bip39",
			"@scure/btc-signer",
			"@hpke/core",
			"jose",
			"cborg",
			"nodemailer",
		],
		node: [
			"node:crypto",
			"node:fs",
			"node:fs/promises",
			"node:path",
			"node:net",
			"node:http",
			"node:https",
			"node:url",
			"node:sqlite",
			"node:module",
			"node:util",
			"node:dns",
			"node:dns/promises",
			"node:async_hooks",
			"node:string_decoder",
		],
	},
};

/** Packages that stand in one file only, so that they can be replaced there. */
const ONE_FILE: Readonly<Record<string, string>> = {
	"deep-diff": "src/plan/fields.ts",
	undici: "src/client/transport.ts",
	diff: "src/render/token-diff.ts",
	"fastest-levenshtein": "src/diagnostics/suggestion.ts",
};

interface Import {
	readonly from: string;
	readonly to: string;
	readonly typeOnly: boolean;
}

function sourceFiles(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();
}

/** Import and export-from statements and dynamic imports; an import whose every name is a type counts as one of types. */
function importsOf(file: string, text: string): Import[] {
	const found: Import[] = [];
	for (const match of text.matchAll(/^(?:import|export)\s+(type\s+)?([^"';]*?)\s*from\s+"([^"]+)"/gm)) {
		const names = (match[2] ?? "")
			.replace(/[{}]/g, "")
			.split(",")
			.map((name) => name.trim())
			.filter((name) => name !== "");
		const typeOnly = match[1] !== undefined || (names.length > 0 && names.every((name) => name.startsWith("type ")));
		found.push({ from: file, to: match[3] ?? "", typeOnly });
	}
	for (const match of text.matchAll(/^import\s+"([^"]+)"/gm)) found.push({ from: file, to: match[1] ?? "", typeOnly: false });
	for (const match of text.matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g))
		found.push({ from: file, to: match[1] ?? "", typeOnly: false });
	return found;
}

const files = sourceFiles("src");
const texts = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
const imports = files.flatMap((file) => importsOf(file, texts.get(file) ?? ""));
const folderOf = (file: string): string => relative("src", file).split("/")[0] ?? "";
const packageOf = (name: string): string =>
	name
		.split("/")
		.slice(0, name.startsWith("@") ? 2 : 1)
		.join("/");
const resolved = (each: Import): string => join(dirname(each.from), each.to.replace(/\.js$/, ".ts"));

describe("the architecture", () => {
	test("there is something to check", () => {
		expect(files.length).toBeGreaterThan(60);
		expect(imports.length).toBeGreaterThan(200);
	});

	test.each(Object.entries(RULES))("src/%s imports only what its layer may", (folder, rule) => {
		const own = imports.filter((each) => folderOf(each.from) === folder);
		expect(own.length + files.filter((file) => folderOf(file) === folder).length).toBeGreaterThan(0);
		const broken = own.filter((each) => {
			if (each.to.startsWith("node:")) return !rule.node.includes(each.to);
			if (!each.to.startsWith(".")) return !rule.packages.includes(packageOf(each.to));
			// The published schemas are data, and belong to no layer.
			if (each.to.endsWith(".schema.json")) return !resolved(each).startsWith("schemas/");
			const target = folderOf(resolved(each));
			if (target === folder || rule.folders.includes(target)) return false;
			return !(each.typeOnly && rule.types?.includes(target));
		});
		expect(broken.map((each) => `${each.from} imports ${each.to}`)).toEqual([]);
	});

	test("every folder has a rule", () => {
		const folders = new Set(files.map(folderOf).filter((folder) => !folder.endsWith(".ts")));
		expect([...folders].filter((folder) => folder !== "commands" && RULES[folder] === undefined)).toEqual([]);
	});

	test.each(Object.entries(ONE_FILE))("%s stands in one file", (name, file) => {
		const users = new Set(imports.filter((each) => packageOf(each.to) === name && !each.typeOnly).map((each) => each.from));
		expect([...users]).toEqual([file]);
	});

	test("nothing is imported in a circle", () => {
		const graph = new Map<string, string[]>();
		for (const each of imports) {
			if (!each.to.startsWith(".") || each.typeOnly) continue;
			graph.set(each.from, [...(graph.get(each.from) ?? []), resolved(each)]);
		}
		const state = new Map<string, "open" | "done">();
		const cycles: string[] = [];
		const visit = (file: string, path: readonly string[]): void => {
			if (state.get(file) === "done") return;
			if (state.get(file) === "open") {
				cycles.push([...path.slice(path.indexOf(file)), file].join(" -> "));
				return;
			}
			state.set(file, "open");
			for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
			state.set(file, "done");
		};
		for (const file of files) visit(file, []);
		// The completion script is made from the program that offers it; the import is dynamic on one side.
		expect(cycles.filter((cycle) => !cycle.includes("completion.ts"))).toEqual([]);
	});

	test("every relative import leads to a file", () => {
		const lost = imports.filter((each) => each.to.startsWith(".") && each.to.endsWith(".js") && !texts.has(resolved(each)));
		expect(lost.map((each) => `${each.from} imports ${each.to}`)).toEqual([]);
	});
});

describe("one hand on the outside world", () => {
	test("below commands nothing reads the process, the clock or randomness, and nothing prints", () => {
		const outside = /\bprocess\.(?:env|argv|exit|std|cwd)|\bDate\.now\(\)|\bnew Date\(\)|\bMath\.random|\bconsole\./;
		const found = files
			.filter((file) => file !== "src/cli.ts" && folderOf(file) !== "commands")
			.flatMap((file) =>
				(texts.get(file) ?? "")
					.split("\n")
					.flatMap((line, index) =>
						outside.test(line.replace(/\/\/.*|^\s*\*.*/, "")) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
					),
			);
		expect(found).toEqual([]);
	});

	test("the environment and the arguments are read by cli.ts only", () => {
		const found = files.filter((file) => file !== "src/cli.ts" && /\bprocess\.(?:env|argv)\b/.test(texts.get(file) ?? ""));
		expect(found).toEqual([]);
	});
});

describe("the feel of a file", () => {
	test("no default exports, no barrels, no names that say nothing", () => {
		const bad = files.filter(
			(file) =>
				/^export default/m.test(texts.get(file) ?? "") ||
				/(?:^|\/)(?:index|utils?|helpers?|common|lib|types|manager|misc)\.ts$/.test(file),
		);
		expect(bad).toEqual([]);
	});

	test("every file says in its first line what it is for", () => {
		const silent = files.filter((file) => !/^(?:#!.*\n)?\/\/ \S/.test(texts.get(file) ?? ""));
		expect(silent).toEqual([]);
	});
});
