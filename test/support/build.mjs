// Bundles src/ into dist/: one entry for the command line, one for the parse worker, shared chunks loaded on demand, and
// the schemas of what every command reads as validators compiled ahead of time.
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ajv2020 from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { build } from "esbuild";

// Built beside its place: a build that fails leaves what was there.
const DRAFT = "dist.tmp";
const REQUIRE = "import{createRequire as quorateRequire}from'node:module';const require=quorateRequire(import.meta.url);";
const common = { bundle: true, format: "esm", platform: "node", target: "node20.19", legalComments: "none", logLevel: "warning" };

const PREPARED = ["project", "policy", "mfa-policy", "private-key-tag", "webhook-endpoint", "ip-allowlist"];
/** As in src/manifest/schema-compiler.ts: the findings must be the same whoever compiled. */
const OPTIONS = { allErrors: true, verbose: true, validateSchema: false, strict: false, logger: false, inlineRefs: false };

async function prepareValidator(name) {
	const text = await readFile(`schemas/${name}.schema.json`, "utf8");
	const ajv = new ajv2020.Ajv2020({ ...OPTIONS, code: { source: true, esm: true } });
	const code = standalone.default(ajv, ajv.compile(JSON.parse(text)));
	const draft = join(DRAFT, `${name}.draft.mjs`);
	const source = createHash("sha256").update(text).digest("hex");
	await writeFile(draft, `${code}\nexport const source = ${JSON.stringify(source)};\n`);
	await build({
		...common,
		entryPoints: [draft],
		outfile: join(DRAFT, "validators", `${name}.schema.js`),
		minifyWhitespace: true,
	});
	await rm(draft);
}

await rm(DRAFT, { recursive: true, force: true });
await mkdir(DRAFT);
await build({
	...common,
	entryPoints: { cli: "src/cli.ts", "parse-worker": "src/manifest/parse-worker.ts" },
	outdir: DRAFT,
	splitting: true,
	// libsql carries a native binary. The others are what fastify would load for schemas and for requests without a socket;
	// it is asked for neither, and a program is read faster without them.
	external: ["libsql", "node:sqlite", "@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler", "light-my-request"],
	banner: { js: REQUIRE },
});
await Promise.all(PREPARED.map(prepareValidator));
await rm("dist", { recursive: true, force: true });
await rename(DRAFT, "dist");
