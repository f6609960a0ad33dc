// The client against the embedded service: real stamps, real refusals, and every write exactly once whatever is lost.
import { createServer } from "node:net";
import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { ServiceFailure } from "../../src/api/failure.js";
import type { ActivityPort } from "../../src/api/port.js";
import { Secret } from "../../src/base/secret.js";
import { connectWriter, type WriterOptions } from "../../src/client/connect.js";
import { keySigner } from "../../src/client/signer.js";
import { readSeed } from "../../src/service/seed.js";
import { type Credentials, type ServiceOptions, startService } from "../../src/service/start.js";
import { realClock, testClock } from "../support/clocks.js";
import { eventually } from "../support/eventually.js";
import { bundleService, startProcess } from "../support/service-process.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Test }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users:
    - name: root
      apiKeys: [{ name: ci }]
    - name: nobody
      apiKeys: [{ name: k }]
    - name: late
      apiKeys: [{ name: k, expirationSeconds: 60 }]
`;

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const close of opened.splice(0).reverse()) await close();
});

async function serve(options: Partial<ServiceOptions> = {}, seedText = SEED) {
	const { seed } = readSeed(seedText, "seed.yaml");
	if (seed === undefined) throw new Error("the seed is wrong");
	const service = await startService({ dataDir: undefined, clock: realClock, seed, ...options });
	opened.push(() => service.close());
	return service;
}

function connect(baseUrl: string, credentials: Credentials | undefined, more: Partial<WriterOptions> = {}): ActivityPort {
	if (credentials === undefined) throw new Error("no credentials");
	const writer = connectWriter({
		baseUrl,
		organizationId: credentials.organizationId,
		profile: "full",
		signer: keySigner(credentials.apiPrivateKey, credentials.apiPublicKey, "the test"),
		clock: testClock(Date.now()),
		random: () => 0.5,
		concurrency: 16,
		...more,
	});
	opened.push(() => writer.close());
	return writer.port;
}

const policy = (name: string) => ({ policyName: name, effect: "EFFECT_ALLOW", notes: "", condition: "true" }) as const;

async function refusalOf(port: ActivityPort, name = "p"): Promise<ServiceFailure> {
	const failure = await port.submit(port.prepare("create_policy", policy(name))).catch((reason: unknown) => reason);
	if (!(failure instanceof ServiceFailure)) throw new Error(`expected a ServiceFailure, got ${JSON.stringify(failure)}`);
	return failure;
}

describe("refusals as the service gives them", () => {
	test("a key it does not know", async () => {
		const service = await serve();
		const credentials = { ...service.credentials, apiPublicKey: undefined, apiPrivateKey: new Secret("1".padStart(64, "0")) };
		const port = connect(service.baseUrl, credentials as unknown as Credentials);
		expect(await refusalOf(port)).toMatchObject({ category: "refused", httpStatus: 401, reason: "unknown-key", attempts: 1 });
	});

	test("a key that has expired", async () => {
		const clock = testClock(Date.now());
		const service = await serve({ clock });
		const port = connect(service.baseUrl, service.seededCredentials.get("late.k"), {
			clock,
		});
		clock.advance(61_000);
		expect(await refusalOf(port)).toMatchObject({ category: "refused", httpStatus: 401, reason: "expired-key", attempts: 1 });
	});

	test("an organisation it does not know", async () => {
		const service = await serve();
		const organizationId = "00000000-0000-4000-8000-00000000dead";
		const port = connect(service.baseUrl, service.credentials, { organizationId });
		expect(await refusalOf(port)).toMatchObject({ category: "refused", httpStatus: 404, reason: "unknown-organization" });
	});

	test("a user whom no policy allows", async () => {
		const service = await serve();
		const port = connect(service.baseUrl, service.seededCredentials.get("nobody.k"));
		expect(await refusalOf(port)).toMatchObject({
			category: "refused",
			httpStatus: 403,
			code: 7,
			attempts: 1,
			outcomeUnknown: false,
		});
	});

	test("a name that is taken", async () => {
		const service = await serve();
		const port = connect(service.baseUrl, service.credentials);
		await port.submit(port.prepare("create_policy", policy("same")));
		expect(await refusalOf(port, "same")).toMatchObject({ category: "refused", httpStatus: 400, reason: undefined, attempts: 1 });
	});

	test.each([
		["behind", -2, /2 h behind the service's/],
		["ahead", 1, /60 min ahead of the service's/],
	])("our clock is %s", async (_, hours, help) => {
		const service = await serve();
		const port = connect(service.baseUrl, service.credentials, { clock: testClock(Date.now() + hours * 3_600_000) });
		const failure = await refusalOf(port);
		expect(failure).toMatchObject({ category: "refused", reason: "clock-skew" });
		expect(failure.help).toMatch(help);
	});

	test("an operation outside its profile, when ours is wrong about it", async () => {
		const service = await serve({ profile: "core" });
		const port = connect(service.baseUrl, service.credentials);
		const failure = await port.query("whoami", {}).catch((reason: unknown) => reason);
		expect(failure).toMatchObject({ category: "refused", httpStatus: 501, reason: "not-offered", attempts: 1 });
	});
});

describe("writes", () => {
	test("two approvals are needed: the activity is pending, is given by its fingerprint, and completes", async () => {
		const seed = SEED.replace("threshold: 1, users: [root]", "threshold: 2, users: [root, nobody]");
		const service = await serve({}, seed);
		const root = connect(service.baseUrl, service.credentials);
		const other = connect(service.baseUrl, service.seededCredentials.get("nobody.k"));
		const prepared = root.prepare("create_policy", policy("p"));
		const pending = await root.follow(await root.submit(prepared), prepared);
		expect(pending).toMatchObject({ status: "ACTIVITY_STATUS_CONSENSUS_NEEDED", fingerprint: prepared.fingerprint });
		await other.submit(other.prepare("approve_activity", { fingerprint: pending.fingerprint }));
		expect(await root.submit(prepared)).toMatchObject({ id: pending.id, status: "ACTIVITY_STATUS_COMPLETED" });
	});

	test("happen exactly once through lost answers, broken answers and refusals", async () => {
		const faults = { dropAfterCommit: 0.2, truncate: 0.15, rate503: 0.1, rate429: 0.1 };
		const service = await serve({ faults });
		const port = connect(service.baseUrl, service.credentials, { attempts: 12 });
		const names = Array.from({ length: 150 }, (_, index) => `endpoint ${index}`);
		const activities = await Promise.all(
			names.map((name) => port.submit(port.prepare("create_webhook_endpoint", { url: "https://hooks.example.com/x", name }))),
		);
		expect(new Set(activities.map((each) => each.id)).size).toBe(150);
		const { webhookEndpoints } = await port.query("list_webhook_endpoints", {});
		expect(webhookEndpoints.map((each) => each.name).sort()).toEqual([...names].sort());
	});

	test("a rate limit of the service is kept to without being told, and nothing fails", async () => {
		const service = await serve({ rateLimit: 20 });
		const port = connect(service.baseUrl, service.credentials, { clock: realClock });
		await Promise.all(Array.from({ length: 30 }, () => port.query("whoami", {})));
	}, 20_000);
});

describe("a service that is killed and started again", () => {
	let bundle = "";
	beforeAll(async () => {
		bundle = await bundleService("client");
	});

	async function freePort(): Promise<number> {
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const { port } = server.address() as { port: number };
		await new Promise((resolve) => server.close(resolve));
		return port;
	}

	test("while writes are under way, has each of them once", async () => {
		const dataDir = await temporaryFolder();
		const options = { dataDir, port: await freePort(), seed: SEED };
		let service = await startProcess(bundle, options);
		opened.push(() => service.kill());
		const { baseUrl, credentials } = service;
		let sent = 0;
		const port = connect(baseUrl, credentials, {
			clock: realClock,
			attempts: 20,
			log: (event) => {
				if (event.event === "request" && event.failure === undefined) sent += 1;
			},
		});
		const names = Array.from({ length: 600 }, (_, index) => `endpoint ${index}`);
		const writes = names.map((name) =>
			port.submit(port.prepare("create_webhook_endpoint", { url: "https://hooks.example.com/x", name })),
		);
		for (const goal of [100, 300]) {
			await eventually(() => sent >= goal);
			await service.kill();
			service = await startProcess(bundle, options);
		}
		const activities = await Promise.all(writes);
		expect(new Set(activities.map((each) => each.id)).size).toBe(600);
		const { webhookEndpoints } = await port.query("list_webhook_endpoints", {});
		expect(webhookEndpoints.map((each) => each.name).sort()).toEqual([...names].sort());
	}, 60_000);
});
