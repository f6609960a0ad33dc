// `quorate init`: a project to start from. It plans against the embedded service at once, and its manifest is one to keep.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { kindNamed } from "../kinds/all.js";
import { packagedSchemas } from "../manifest/schemas.js";
import { writeManifest } from "../manifest/write.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { type NewFile, writeNewFiles } from "./new-files.js";

/** Where editors find the schemas of a project: they are copied, so that they work without an installation. */
const SCHEMAS = ".quorate/schemas";

/** What lies in .quorate besides the schemas belongs to this machine, or to whoever keeps the inventory. */
const IGNORED = `# Parse cache, and everything the embedded service keeps. The inventory (<environment>/inventory.json) is worth keeping:
# commit it, or hand it from one CI run to the next.
cache/
*/service/
*/lock.*.json
*/journal*.jsonl
`;

export interface InitOptions {
	readonly organization?: string;
	readonly baseUrl?: string;
}

export async function runInit(context: Context, options: InitOptions): Promise<ExitCode> {
	const folder = packagedSchemas();
	const schemas = (await readdir(folder)).filter((file) => file.endsWith(".schema.json")).sort();
	const files: NewFile[] = [
		{ path: "quorate.yaml", text: projectFile(options) },
		{ path: "manifests/policies.yaml", text: firstManifest(context.clock.now()) },
		{ path: "tests/policies.yaml", text: FIRST_TEST },
		{ path: ".quorate/.gitignore", text: IGNORED },
		...(await Promise.all(
			schemas.map(async (file) => ({ path: `${SCHEMAS}/${file}`, text: await readFile(join(folder, file), "utf8") })),
		)),
	];
	await writeNewFiles(context, context.cwd, files);
	context.stdout.write(`Wrote quorate.yaml, manifests/policies.yaml, tests/policies.yaml and ${schemas.length} schemas for editors in ${SCHEMAS}.

Next:
  quorate validate                  check the manifests, offline
  quorate policy test               put requests to the policies, offline
  quorate plan                      see what apply would do
  quorate export --to exported      begin from a live organisation instead
`);
	return EXIT.success;
}

function projectFile({ organization, baseUrl }: InitOptions): string {
	const real = organization !== undefined || baseUrl !== undefined;
	return `# yaml-language-server: $schema=${SCHEMAS}/project.schema.json
apiVersion: quorate/v1
kind: Project
manifests:
  - manifests/**/*.yaml

defaultEnvironment: ${real ? "production" : "local"}

# What happens to live resources that no manifest declares: \`declared\` reports them, \`exclusive\` deletes them.
kinds:
  Policy: { manage: declared }

environments:
  # The embedded service runs for the length of each command: to try things out, and for tests.
  local:
    service: embedded
${
	real
		? `
  # The key comes from QUORATE_API_PUBLIC_KEY and QUORATE_API_PRIVATE_KEY, unless \`credentials:\` says otherwise.
  production:
    baseUrl: ${baseUrl ?? "https://api.example.com"}
    organizationId: ${organization ?? "00000000-0000-0000-0000-000000000000"}
`
		: ""
}`;
}

/** Everybody may ask; nobody is listed, so everybody is expected to be denied. */
const FIRST_TEST = `# yaml-language-server: $schema=../${SCHEMAS}/policy-test.schema.json
# What the policies shall say; \`quorate policy test\` runs this. A user whom a test does not list is expected to be denied.
apiVersion: quorate/v1
kind: PolicyTest
metadata:
  name: Policies
spec:
  organization:
    users:
      - name: alice
      - name: bob
    wallets:
      - name: operations
  tests:
    - name: nobody exports a wallet
      activity: EXPORT_WALLET
      params: { walletId: operations }
      allowed: []
    - name: and it is the policy that refuses
      activity: EXPORT_WALLET
      by: alice
      params: { walletId: operations }
      expect: deny-explicit
      decidedBy: No exports
    - name: and it says nothing about anything else
      activity: CREATE_WALLET
      by: alice
      expect: deny-implicit
`;

const YEAR_MS = 365 * 86_400_000;

/** With an allowance, since it means everybody and `policy lint` asks whether that is so. */
function firstManifest(now: number): string {
	const until = new Date(now + YEAR_MS).toISOString().slice(0, 10);
	const spec = {
		effect: "EFFECT_DENY",
		condition: "activity.action == 'EXPORT'",
		notes: "Keys and wallets do not leave. Only the root quorum can.",
	};
	const text = writeManifest(kindNamed("Policy"), "No exports", spec, { schema: `../${SCHEMAS}/policy.schema.json` });
	return text.replace(
		/^apiVersion/m,
		`# quorate: allow Q3540 until ${until}: everybody is meant; who must export is in the root quorum\napiVersion`,
	);
}
