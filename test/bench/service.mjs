// The embedded service: durable activities against the two things it cannot do without, its storage engine's commits and a
// server that verifies stamps, all measured in turn so that a machine that slows down slows all of them down.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CLI, heading, median, once, report } from "./measure.mjs";
import { benchServiceGrowth } from "./service-growth.mjs";
import { startServer } from "./service-processes.mjs";

const LOAD = fileURLToPath(new URL("service-load.mjs", import.meta.url));
const FLOOR = fileURLToPath(new URL("service-floor.mjs", import.meta.url));
const MILLISECONDS = "1500";
const ROUNDS = Number(process.env.QUORATE_BENCH_ROUNDS ?? 5);
const CLIENTS = [1, 16, 64];

const SEED = `apiVersion: quorate/v1
kind: Organization
metadata: { name: Bench }
spec:
  rootQuorum: { threshold: 1, users: [deployer] }
  users: [{ name: deployer }]
`;

export async function benchService() {
	const folder = mkdtempSync(join(tmpdir(), "quorate-bench-"));
	const servers = [];
	try {
		const seed = join(folder, "seed.yaml");
		writeFileSync(seed, SEED);
		const service = await startServer([CLI, "service", "start", "--data", join(folder, "data"), "--seed", seed]);
		servers.push(service);
		const echo = await startServer([FLOOR, "echo", service.credentialsFile]);
		servers.push(echo);
		const measure = (baseUrl, clients) =>
			JSON.parse(once({ args: [LOAD, baseUrl, service.credentialsFile, String(clients), MILLISECONDS], cwd: folder }).stdout);
		const samples = { commits: [], echo: {}, service: {} };
		for (const clients of CLIENTS) {
			samples.echo[clients] = [];
			samples.service[clients] = [];
		}
		for (let round = 0; round < ROUNDS; round += 1) {
			const { stdout } = once({ args: [FLOOR, "commits", join(folder, "floor.db"), "500"], cwd: folder });
			samples.commits.push(JSON.parse(stdout));
			for (const clients of CLIENTS) {
				samples.echo[clients].push(measure(echo.baseUrl, clients));
				samples.service[clients].push(measure(service.baseUrl, clients));
			}
		}
		for (const clients of CLIENTS) {
			const rate = (list) => median(list.map((each) => each.perSecond));
			const ours = rate(samples.service[clients]);
			const floors = {
				"the storage engine, a commit per row": median(samples.commits.map((each) => each[1])),
				[`the storage engine, ${clients} rows a commit`]: median(samples.commits.map((each) => each[clients])),
				"an echo that verifies stamps": rate(samples.echo[clients]),
			};
			if (clients === 1) delete floors["the storage engine, 1 rows a commit"];
			heading(`${clients} clients: ${ours.toFixed(0)} durable activities a second, microseconds each`);
			for (const [name, perSecond] of Object.entries(floors))
				report(`against ${name}`, 1e6 / ours, 1e6 / perSecond, undefined, "µs");
			const grouped = Math.min(
				...Object.entries(floors).flatMap(([name, each]) => (clients > 1 && name.endsWith("per row") ? [] : [each])),
			);
			report("against the slower of grouped commits and echo", 1e6 / ours, 1e6 / grouped, clients === 64 ? 2 : undefined, "µs");
			const p99 = (list) => median(list.map((each) => each.p99));
			report("p99 latency, against the echo's", p99(samples.service[clients]), p99(samples.echo[clients]));
		}
	} finally {
		for (const server of servers) await server.stop();
		rmSync(folder, { recursive: true, force: true });
	}
	await benchServiceGrowth();
}
