// Misbehaviour to order, as users' own tests order it: `quorate service start --fault …`, met by the real client.
import { createServer } from "node:net";
import { afterEach, describe, expect, test } from "@jest/globals";
import type { ActivityPort } from "../../src/api/port.js";
import type { Clock } from "../../src/base/clock.js";
import { connectWriter } from "../../src/client/connect.js";
import type { ClientEvent } from "../../src/client/exchange.js";
import { keySigner } from "../../src/client/signer.js";
import { readFaults } from "../../src/service/faults.js";
import type { Credentials } from "../../src/service/start.js";
import { startServiceProcess } from "../support/cli-process.js";
import { realClock, testClock } from "../support/clocks.js";
import { runCommand } from "../support/command.js";
import { runService } from "../support/running-service.js";
import { readCredentials } from "../support/service-process.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const close of opened.splice(0).reverse()) await close();
});

interface Client {
	readonly port: ActivityPort;
	readonly events: readonly ClientEvent[];
}

/** The product's own client. */
function connect(baseUrl: string, credentials: Credentials, clock: Clock): Client {
	const events: ClientEvent[] = [];
	const { organizationId, apiPublicKey, apiPrivateKey } = credentials;
	const writer = connectWriter({
		baseUrl,
		organizationId,
		profile: "full",
		signer: keySigner(apiPrivateKey, apiPublicKey, "the test"),
		clock,
		random: () => 0.5,
		attempts: 8,
		log: (event) => events.push(event),
	});
	opened.push(() => writer.close());
	return { port: writer.port, events };
}

/** A client of a service in this process, both of which wait without taking any time. */
async function client(fault: string): Promise<Client> {
	const clock = testClock();
	const { faults } = readFaults(fault);
	const service = await runService({ clock, ...(faults === undefined ? {} : { faults }) });
	opened.push(() => service.close());
	return connect(service.baseUrl, service.credentials as Credentials, clock);
}

const policy = (policyName: string) => ({ policyName, effect: "EFFECT_DENY", notes: "" }) as const;

/** Creates ten policies one after the other; the activities that came back. */
async function createTen(port: ActivityPort): Promise<readonly string[]> {
	const ids: string[] = [];
	for (let count = 0; count < 10; count += 1) {
		const activity = await port.submit(port.prepare("create_policy", policy(`p${count}`)));
		expect(activity.status).toBe("ACTIVITY_STATUS_COMPLETED");
		ids.push(activity.id);
	}
	return ids;
}

async function created(port: ActivityPort): Promise<readonly string[]> {
	const { activities } = (await port.query("list_activities", {
		filterByType: ["ACTIVITY_TYPE_CREATE_POLICY_V3"],
	} as never)) as unknown as { activities: { id: string }[] };
	return activities.map(({ id }) => id).reverse();
}

describe("a client that retries", () => {
	test.each([
		["an answer lost after the commit, every second time", "drop-after-commit=0.5"],
		["answers lost as a seed has it", "drop-after-commit=0.4,seed=7"],
		["answers that break off", "truncate=0.5"],
		["429 before anything is done", "rate429=0.5,latency=1ms"],
		["everything at once", "rate429=0.2,rate503=0.2,drop-after-commit=0.2,truncate=0.2,seed=11"],
	])("gets the same activity in the end, and does nothing twice: %s", async (_name, faults) => {
		const { port, events } = await client(faults);
		const ids = await createTen(port);
		expect(new Set(ids).size).toBe(10);
		expect(await created(port)).toEqual(ids);
		expect(events.length).toBeGreaterThan(10);
	});

	test("does so too when the faults were ordered on the command line", async () => {
		const service = await startServiceProcess(await temporaryFolder(), ["--fault", "drop-after-commit=0.5"]);
		opened.push(() => service.stop());
		const { port } = connect(service.baseUrl, readCredentials(service.env["QUORATE_KEY_FILE"] ?? ""), realClock);
		const ids = await createTen(port);
		expect(await created(port)).toEqual(ids);
	}, 60_000);
});

describe("what cannot be started", () => {
	const start = async (...args: string[]) => runCommand(["service", "start", ...args], { cwd: await temporaryFolder() });

	test("a fault that does not exist", async () => {
		const { code, stdout, stderr } = await start("--fault", "drop-after-comit=0.1,latency=soon");
		expect([code, stdout]).toEqual([1, ""]);
		expect(stderr).toContain("error Q4151: unknown fault `drop-after-comit`\n  = help: did you mean `drop-after-commit`?\n");
		expect(stderr).toContain("error Q4151: `soon` is not a latency\n");
	});

	test("a port that is taken", async () => {
		const taken = createServer();
		await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
		opened.push(() => new Promise((resolve) => taken.close(() => resolve())));
		const { port } = taken.address() as { port: number };
		const { code, stdout, stderr } = await start("--port", String(port));
		expect([code, stdout]).toEqual([1, ""]);
		expect(stderr).toContain(
			`error Q4152: the service cannot listen: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`,
		);
		expect(stderr).toContain(
			"  = help: another program listens there; choose another port, or leave the option out to get a free one\n",
		);
	});

	test("an address that is not this machine's", async () => {
		const { code, stderr } = await start("--host", "192.0.2.1");
		expect(code).toBe(1);
		expect(stderr).toContain("error Q4152: the service cannot listen: ");
		expect(stderr).toContain("help: this machine has no such address; leave `--host` out to listen on loopback");
	});

	test("a port that is none", async () => {
		for (const option of ["--port", "--auth-proxy-port"]) {
			for (const value of ["65536", "99999", "-1", "x"]) {
				const { code, stderr } = await start(`${option}=${value}`);
				expect([code, stderr]).toEqual([1, expect.stringContaining("expected a port from 0 to 65535.")]);
			}
		}
	});

	test("a rate limit of nothing", async () => {
		const { code, stderr } = await start("--rate-limit", "0");
		expect([code, stderr]).toEqual([1, expect.stringContaining("expected a whole number of at least 1.")]);
	});
});

test("an address open to the network is announced loudly", async () => {
	const stop = new AbortController();
	const cwd = await temporaryFolder();
	stop.abort();
	const { code, stderr } = await runCommand(["service", "start", "--host", "0.0.0.0"], { cwd, signal: stop.signal });
	expect(code).toBe(0);
	expect(stderr).toContain(
		"Listening on 0.0.0.0: whoever reaches this machine over the network reaches the service. It is not made for that.\n",
	);
});
