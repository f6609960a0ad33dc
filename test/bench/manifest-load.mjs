// Loading manifests against the floor of one plain parse of the same text with the YAML library: time as a ratio, peak
// memory, with and without threads, cold and warm. `node test/bench/manifest-load.mjs [documents]`; each row is the best of
// seven processes of its own, by wall clock and by processor time.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { parse, stringify } from "yaml";

const count = Number(process.argv[2] ?? 10000);
const folder = mkdtempSync(join(tmpdir(), "quorate-bench-"));
const policy = (index, complex) =>
	[
		"apiVersion: quorate/v1",
		"kind: Policy",
		"metadata:",
		`  name: Treasury signers ${index}`,
		"  labels: { team: treasury }",
		"spec:",
		"  effect: EFFECT_ALLOW",
		`  consensus: approvers.filter(u, u.tags.contains('\${UserTag/signers}')).count() >= ${(index % 5) + 1}`,
		`  condition: activity.kind == 'SIGN_TRANSACTION' && private_key.tags.contains('\${PrivateKeyTag/hot}') && eth.tx.value < ${index}`,
		// An escape is enough for the quick reader to leave the document to the complete parser.
		`  notes: ${complex ? '"Two signers \\x26 more"' : "Two signers for anything hot"}`,
		"",
	].join("\n");

function write(name, files) {
	mkdirSync(join(folder, name), { recursive: true });
	for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, name, path), text);
}
const all = (complex) => Array.from({ length: count }, (_, index) => policy(index, complex)).join("---\n");
write("few", { "all.yaml": all(false) });
write("complex", { "all.yaml": all(true) });
write("wrapped", {
	"all.yaml": Array.from({ length: count }, (_, index) => stringify(parse(policy(index, false)))).join("---\n"),
});
write("many", Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}.yaml`, policy(index, false)])));

writeFileSync(
	join(folder, "floor.ts"),
	`import { readFileSync } from "node:fs";
import { parse } from "yaml";
const text = readFileSync(process.argv[2], "utf8");
const start = performance.now();
const cpu = process.cpuUsage();
for (const each of text.split(/^---\\n/m)) parse(each);
const used = process.cpuUsage(cpu);
console.log(JSON.stringify({ ms: performance.now() - start, cpu: (used.user + used.system) / 1000, rss: process.resourceUsage().maxRSS / 1024 }));`,
);
writeFileSync(
	join(folder, "load.ts"),
	`import { loadManifests } from "${process.cwd()}/src/manifest/load.ts";
import { checkExpression, sameExpression } from "${process.cwd()}/src/language/expression.ts";
import { DEFAULT_LIMITS } from "${process.cwd()}/src/kinds/limits.ts";
const [, , root, workers, cacheDir, language] = process.argv;
const start = performance.now();
const cpu = process.cpuUsage();
const loaded = await loadManifests({
	root, patterns: ["*.yaml"], variables: {}, environment: () => undefined, external: ["PrivateKeyTag/hot"],
	limits: { ...DEFAULT_LIMITS, policies: 1e6 }, cacheDir: cacheDir || undefined, workers: Number(workers),
	language: { check: language === "real" ? (text, slot) => checkExpression(text, slot) : () => [], same: sameExpression },
	schemas: "${process.cwd()}/schemas",
});
if (loaded.desired.length !== ${count} || loaded.diagnostics.length > 0) throw new Error(JSON.stringify(loaded.diagnostics[0]));
void loaded.configDigest;
const used = process.cpuUsage(cpu);
console.log(JSON.stringify({ ms: performance.now() - start, cpu: (used.user + used.system) / 1000, rss: process.resourceUsage().maxRSS / 1024 }));`,
);
await build({
	entryPoints: { load: join(folder, "load.ts"), floor: join(folder, "floor.ts"), "parse-worker": "src/manifest/parse-worker.ts" },
	outdir: join(folder, "dist"),
	outExtension: { ".js": ".mjs" },
	bundle: true,
	splitting: true,
	format: "esm",
	platform: "node",
	target: "node20.19",
	nodePaths: [join(process.cwd(), "node_modules")],
	banner: { js: "import{createRequire as quorateRequire}from'node:module';const require=quorateRequire(import.meta.url);" },
	logLevel: "error",
});
// The program looks for its worker by the name it has in a release.
execFileSync("cp", [join(folder, "dist/parse-worker.mjs"), join(folder, "dist/parse-worker.js")]);
writeFileSync(join(folder, "dist/package.json"), '{"type":"module"}');

const best = (results, key) => Math.min(...results.map((each) => each[key]));
function run(script, ...args) {
	const results = Array.from({ length: 7 }, () =>
		JSON.parse(execFileSync(process.execPath, [join(folder, "dist", script), ...args], { encoding: "utf8" })),
	);
	return { ms: best(results, "ms"), cpu: best(results, "cpu"), rss: Math.max(...results.map((each) => each.rss)) };
}

const floor = run("floor.mjs", join(folder, "few/all.yaml"));
function row(name, { ms, cpu, rss }) {
	const wall = `${ms.toFixed(0).padStart(6)} ms ${(ms / floor.ms).toFixed(2)} x`;
	console.log(
		`${name.padEnd(40)} ${wall}   cpu ${cpu.toFixed(0).padStart(5)} ms ${(cpu / floor.cpu).toFixed(2)} x ${rss.toFixed(0).padStart(5)} MB`,
	);
}
console.log(`${count} documents`);
row("floor: yaml.parse of each document", floor);
row("cold", run("load.mjs", join(folder, "few"), "0", "", ""));
row("cold, expressions checked", run("load.mjs", join(folder, "few"), "0", "", "real"));
run("load.mjs", join(folder, "few"), "0", join(folder, "cache"), "real");
row("warm, expressions checked", run("load.mjs", join(folder, "few"), "0", join(folder, "cache"), "real"));
row("cold, long text wrapped by a YAML library", run("load.mjs", join(folder, "wrapped"), "0", "", ""));
row("cold, a file per document", run("load.mjs", join(folder, "many"), "0", "", ""));
run("load.mjs", join(folder, "many"), "0", join(folder, "cache-many"), "");
row("warm, a file per document", run("load.mjs", join(folder, "many"), "0", join(folder, "cache-many"), ""));
for (const workers of ["0", "1", "2"])
	row(`cold, unusual notation, ${workers} threads`, run("load.mjs", join(folder, "complex"), workers, "", ""));
rmSync(folder, { recursive: true, force: true });
