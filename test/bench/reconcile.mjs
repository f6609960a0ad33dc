// Start, validate, plan and apply of the built program: against a bare Node, against the floor of parsing the same YAML and
// fetching the same answers, against signing and sending the same requests.
import { spawn } from "node:child_process";
import { once as event } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { CLI, compare, heading, median, once, report } from "./measure.mjs";

const FLOOR = fileURLToPath(new URL("floor.mjs", import.meta.url));
const ROUNDS = 3;
const SIZES = (process.env.QUORATE_BENCH_SIZES ?? "100,1000,10000").split(",").map(Number);

const endpoint = (index, changed) => `apiVersion: quorate/v1
kind: WebhookEndpoint
metadata:
  name: endpoint-${index}
  labels: { team: treasury }
spec:
  url: https://hooks.example.com/${changed ? "changed" : "team"}/${index}
  subscriptions:
    - eventType: BALANCE_CONFIRMED_UPDATES
      filters: { kinds: [SIGN_TRANSACTION, EXPORT_WALLET], index: ${index} }
`;
const mfa = (index) => `apiVersion: quorate/v1
kind: MfaPolicy
metadata:
  name: second factor ${index}
  labels: { team: security }
spec:
  user: user-${index % 10}
  order: ${Math.floor(index / 10)}
  condition: activity.kind == 'SIGN_TRANSACTION' && eth.tx.chain_id == ${index + 1}
  steps:
    - any:
        - type: AUTHENTICATION_TYPE_EMAIL_OTP
  notes: One time code for chain ${index + 1}
`;

/** Two thirds webhook endpoints, one third MFA policies, in files of 500 documents. */
function writeProject(folder, size, changedShare) {
	rmSync(join(folder, "manifests"), { recursive: true, force: true });
	mkdirSync(join(folder, "manifests"));
	const endpoints = Math.ceil((size * 2) / 3);
	const every = changedShare === 0 ? 0 : Math.round(1 / changedShare);
	const documents = Array.from({ length: size }, (_, index) =>
		index < endpoints ? endpoint(index, every > 0 && index % every === 0) : mfa(index - endpoints),
	);
	for (let at = 0; at < documents.length; at += 500) {
		writeFileSync(
			join(folder, "manifests", `part-${String(at).padStart(6, "0")}.yaml`),
			documents.slice(at, at + 500).join("---\n"),
		);
	}
}

const SEED = `apiVersion: quorate/v1
kind: Organization
metadata: { name: Bench }
spec:
  rootQuorum: { threshold: 1, users: [deployer] }
  users:
    - { name: deployer, apiKeys: [{ name: ci }] }
${Array.from({ length: 10 }, (_, index) => `    - { name: user-${index}, id: 00000000-0000-4000-8000-00000000000${index}, email: user-${index}@example.com }`).join("\n")}
`;

async function startService(folder, data) {
	const child = spawn(
		process.execPath,
		[CLI, "service", "start", "--data", join(folder, data), "--seed", join(folder, "seed.yaml")],
		{
			stdio: ["ignore", "pipe", "ignore"],
			env: { ...process.env, NODE_NO_WARNINGS: "1" },
		},
	);
	const [line] = await event(createInterface(child.stdout), "line");
	const where = JSON.parse(line);
	return {
		where,
		env: {
			QUORATE_BASE_URL: where.baseUrl,
			QUORATE_ORGANIZATION_ID: where.organizationId,
			QUORATE_KEY_FILE: where.credentialsFile,
		},
		async stop() {
			const ended = event(child, "exit");
			child.kill("SIGTERM");
			await ended;
		},
	};
}

export function benchStart() {
	const folder = mkdtempSync(join(tmpdir(), "quorate-bench-"));
	try {
		mkdirSync(join(folder, "manifests"));
		writeFileSync(
			join(folder, "quorate.yaml"),
			'apiVersion: quorate/v1\nkind: Project\nmanifests: ["manifests/*.yaml"]\nenvironments: { local: { service: embedded } }\n',
		);
		writeFileSync(join(folder, "manifests/one.yaml"), endpoint(1, false));
		const empty = join(folder, "empty.mjs");
		writeFileSync(empty, "");
		const times = compare(
			{
				node: { args: [empty], cwd: folder },
				version: { args: [CLI, "--version"], cwd: folder },
				help: { args: [CLI, "--help"], cwd: folder },
				validate: { args: [CLI, "validate", "--no-cache"], cwd: folder },
			},
			15,
		);
		heading("start, against a bare Node");
		report("--version", times.version, times.node, 1.6);
		report("--help", times.help, times.node);
		report("validate, one manifest", times.validate, times.node);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/**
 * Plans and creates everything, three times in an organisation of its own; and sends the same requests to another one as fast
 * as a signature and a connection pool let them go. The medians, and the last organisation with everything in it.
 */
async function createAll(folder) {
	const samples = { planned: [], applied: [], megabytes: [], sent: [] };
	let service;
	for (let round = 0; round < ROUNDS; round += 1) {
		await service?.stop();
		rmSync(join(folder, ".quorate"), { recursive: true, force: true });
		service = await startService(folder, `service-${round}`);
		const { env } = service;
		samples.planned.push(once({ args: [CLI, "plan", "--json-into", "plan.json"], cwd: folder, env }).milliseconds);
		const apply = ["apply", "--auto-approve", "--parallelism", "16", "--json"];
		const { milliseconds, megabytes } = once({ args: [CLI, ...apply], cwd: folder, env }, true);
		samples.applied.push(milliseconds);
		samples.megabytes.push(megabytes);
		const other = await startService(folder, `other-${round}`);
		const { baseUrl, organizationId, credentialsFile } = other.where;
		const send = [FLOOR, "send", baseUrl, organizationId, credentialsFile, "plan.json"];
		samples.sent.push(once({ args: send, cwd: folder }).milliseconds);
		await other.stop();
	}
	const medians = Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, median(values)]));
	return { ...medians, service };
}

export async function benchReconcile() {
	const perSize = [];
	for (const size of SIZES) {
		const folder = mkdtempSync(join(tmpdir(), "quorate-bench-"));
		writeFileSync(join(folder, "seed.yaml"), SEED);
		writeFileSync(
			join(folder, "quorate.yaml"),
			'apiVersion: quorate/v1\nkind: Project\nmanifests: ["manifests/*.yaml"]\nenvironments: { bench: { concurrency: 16 } }\n',
		);
		writeProject(folder, size, 0);
		const created = await createAll(folder);
		const { service } = created;
		try {
			const { env, where } = service;
			const cold = () => rmSync(join(folder, ".quorate/cache"), { recursive: true, force: true });
			const runs = size >= 10_000 ? 5 : 7;

			const parse = { args: [FLOOR, "parse", join(folder, "manifests")], cwd: folder };
			const fetch = { args: [FLOOR, "fetch", where.baseUrl, where.organizationId, where.credentialsFile], cwd: folder };
			const plan = { args: [CLI, "plan"], cwd: folder, env };
			const times = compare(
				{
					parse,
					fetch,
					validateCold: { args: [CLI, "validate"], cwd: folder, before: cold },
					validateWarm: { args: [CLI, "validate"], cwd: folder },
					planCold: { ...plan, before: cold },
					planWarm: plan,
				},
				runs,
			);
			const memory = median([1, 2, 3].map(() => once({ ...plan, before: cold }, true).megabytes));
			const memoryWarm = median([1, 2, 3].map(() => once(plan, true).megabytes));
			writeProject(folder, size, 0.01);
			const changed = compare({ plan: { ...plan }, parse }, Math.min(runs, 3));
			heading(`${size} resources, against one plain parse of the same YAML (fetching alone: ${times.fetch.toFixed(0)} ms)`);
			report("validate, cold", times.validateCold, times.parse);
			report("validate, warm", times.validateWarm, times.parse);
			report("plan, no change, cold", times.planCold, times.parse, size >= 10_000 ? 1 : undefined);
			report("plan, no change, warm", times.planWarm, times.parse, size >= 10_000 ? 0.4 : undefined);
			report("plan, 1 % changed", changed.plan, changed.parse);
			report("plan creating them all, cold, as text and as JSON", created.planned, times.parse);
			report(
				"apply creating them all, against signing and sending",
				created.applied,
				created.sent,
				size >= 10_000 ? 1.4 : undefined,
			);
			report("peak memory: plan, cold", memory, size >= 10_000 ? 200 : undefined, size >= 10_000 ? 1 : undefined, "MB");
			report("peak memory: plan, warm", memoryWarm, undefined, undefined, "MB");
			report("peak memory: apply", created.megabytes, size >= 10_000 ? 200 : undefined, size >= 10_000 ? 1 : undefined, "MB");
			perSize.push({ size, planned: created.planned, planWarm: times.planWarm, planCold: times.planCold });
		} finally {
			await service.stop();
			rmSync(folder, { recursive: true, force: true });
		}
	}
	const [first, last] = [perSize.at(0), perSize.at(-1)];
	if (first !== undefined && last !== undefined && first !== last) {
		heading("growth: time per resource, largest project against smallest");
		report("plan, cold", last.planCold / last.size, first.planCold / first.size, 1.1);
		report("plan creating them all", last.planned / last.size, first.planned / first.size, 1.1);
		report("plan, warm", last.planWarm / last.size, first.planWarm / first.size, 1.1);
	}
}
