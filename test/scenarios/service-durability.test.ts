// What the embedded service keeps when it is killed, again and again, while clients are writing: processes of its own, data
// directories, SIGKILL. QUORATE_KILLS sets how often.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type Clients, DURABILITY_SEED, DurabilityModel } from "../support/durability-model.js";
import { type Answer, TestClient } from "../support/service-client.js";
import { bundleService, killAll, readCredentials, type ServiceProcess, startProcess } from "../support/service-process.js";

const KILLS = Number(process.env["QUORATE_KILLS"] ?? 200);
/** Services that are killed side by side, each with a directory of its own: one would leave half of a small machine idle. */
const LANES = 2;
const WRITERS = 8;
/** Every so many kills the whole log is read and not only what is new. */
const WHOLE_EVERY = 25;

let bundle: string;
let folder: string;
beforeAll(async () => {
	bundle = await bundleService("durability");
}, 120_000);
afterAll(() => rmSync(bundle, { force: true }));
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "quorate-service-"));
});
afterEach(async () => {
	await killAll();
	rmSync(folder, { recursive: true, force: true });
});

const user = (dataDir: string, name: string) => readCredentials(join(dataDir, "credentials", `${name}.json`));

interface Connected {
	readonly service: ServiceProcess;
	readonly clients: Clients;
	close(): Promise<void>;
}

async function connect(dataDir: string): Promise<Connected> {
	const service = await startProcess(bundle, {
		dataDir,
		seed: DURABILITY_SEED,
		limits: { policies: 1_000_000, tags: 1_000_000 },
	});
	const options = { connections: WRITERS };
	const clients = {
		alice: new TestClient(service.baseUrl, service.credentials, options),
		bob: new TestClient(service.baseUrl, user(dataDir, "bob"), options),
		carol: new TestClient(service.baseUrl, user(dataDir, "carol"), options),
	};
	// Connections of a killed service close with errors of their own, which nobody is interested in.
	const close = async () => void (await Promise.allSettled(Object.values(clients).map((each) => each.close())));
	return { service, clients, close };
}

/** Writes until the service is killed, which happens some turns after this many answers. */
async function writeUntilKilled({ service, clients }: Connected, model: DurabilityModel): Promise<void> {
	let left = 5 + model.below(40);
	let delay = model.below(8);
	const kill = async (): Promise<void> => {
		for (; delay > 0; delay -= 1) await turn();
		await service.kill();
	};
	let killed: Promise<void> | undefined;
	const writer = async (): Promise<void> => {
		for (;;) {
			await model.ask(clients);
			left -= 1;
			if (left <= 0) killed ??= kill();
		}
	};
	const ends = await Promise.allSettled(Array.from({ length: WRITERS }, writer));
	const unexpected = ends.flatMap((each) => (each.status === "rejected" && !isGone(each.reason) ? [each.reason] : []));
	if (unexpected.length > 0) throw unexpected[0];
	await killed;
}

/** What a client meets whose service was killed: a broken connection, or nobody there. */
function isGone(error: unknown): boolean {
	// Not by class: errors of the platform are of another realm than a test's.
	const { code = "" } = error as NodeJS.ErrnoException;
	return ["ECONNRESET", "ECONNREFUSED", "EPIPE", "UND_ERR_SOCKET", "UND_ERR_CLOSED", "UND_ERR_DESTROYED"].includes(code);
}

async function killAgainAndAgain(dataDir: string, kills: number, model: DurabilityModel): Promise<void> {
	for (let round = 1; round <= kills; round += 1) {
		const connected = await connect(dataDir);
		await model.check(connected.clients, round % WHOLE_EVERY === 0);
		await writeUntilKilled(connected, model);
		await connected.close();
		model.interrupted();
	}
	const connected = await connect(dataDir);
	await model.check(connected.clients, true);
	await model.catchUp(connected.clients);
	await model.check(connected.clients, true);
	await connected.close();
}

describe("a service that is killed under load", () => {
	test(
		`has every acknowledged activity exactly once, nothing half-done, and waits for whom it waited, after each of ${KILLS} kills`,
		async () => {
			const perLane = Math.ceil(KILLS / LANES);
			const models = Array.from({ length: LANES }, (_, lane) => new DurabilityModel(lane + 1));
			await Promise.all(models.map((model, lane) => killAgainAndAgain(join(folder, `lane-${lane}`), perLane, model)));
			for (const model of models) expect(model.acknowledged).toBeGreaterThan(perLane * 3);
		},
		120_000 + KILLS * 10_000,
	);
});

test("an approval that was waited for before the kill is good after it", async () => {
	const dataDir = join(folder, "data");
	const first = await connect(dataDir);
	const { id, fingerprint } = await first.clients.alice.activity("create_webhook_endpoint", {
		name: "ops",
		url: "https://hooks.example.com/",
	});
	await first.service.kill();
	await first.close();
	const second = await connect(dataDir);
	const { body } = await second.clients.bob.submit("approve_activity", { fingerprint });
	expect(body.activity).toMatchObject({ id, status: "ACTIVITY_STATUS_COMPLETED" });
	expect(body.activity.votes.map((each: Answer) => each.user.userName)).toEqual(["alice", "bob"]);
	await second.close();
}, 60_000);
