// An embedded service in this process, in memory, with clients for its seeded users; closed by the test that started it.
import { readSeed } from "../../src/service/seed.js";
import { type Credentials, type RunningService, type ServiceOptions, startService } from "../../src/service/start.js";
import { realClock } from "./clocks.js";
import { TestClient } from "./service-client.js";

export interface TestService extends RunningService {
	/** The root user's client. */
	readonly root: TestClient;
	/** A seeded user's client, by `user` or `user.key`. */
	client(name: string): TestClient;
}

export interface TestServiceOptions extends Omit<Partial<ServiceOptions>, "seed"> {
	/** Seed text. */
	readonly seed?: string;
}

export async function runService({ seed: text, ...options }: TestServiceOptions = {}): Promise<TestService> {
	const clock = options.clock ?? realClock;
	const seed = text === undefined ? undefined : readSeed(text, "seed.yaml");
	if (seed && seed.seed === undefined) throw new Error(JSON.stringify(seed.diagnostics, null, "\t"));
	const service = await startService({ dataDir: undefined, ...options, clock, ...(seed?.seed ? { seed: seed.seed } : {}) });
	const clients: TestClient[] = [];
	const connect = (credentials: Credentials | undefined): TestClient => {
		if (!credentials) throw new Error("there are no such credentials");
		const client = new TestClient(service.baseUrl, credentials, { now: () => clock.now() });
		clients.push(client);
		return client;
	};
	return {
		...service,
		root: connect(service.credentials),
		client: (name) => connect(service.seededCredentials.get(name)),
		async close() {
			await Promise.all(clients.map((each) => each.close()));
			await service.close();
		},
	};
}
