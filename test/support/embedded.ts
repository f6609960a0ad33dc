// A real embedded service on a real loopback socket, with real signatures: what scenarios run against.

import type { Profile } from "../../src/api/operation.js";
import type { ActivityPort, QueryPort } from "../../src/api/port.js";
import type { Clock } from "../../src/base/clock.js";
import { connectReader, connectWriter } from "../../src/client/connect.js";
import { keySigner } from "../../src/client/signer.js";
import { readSeed } from "../../src/service/seed.js";
import type { Credentials, RunningService, ServiceOptions } from "../../src/service/start.js";
import { startService } from "../../src/service/start.js";
import { realClock } from "./clocks.js";

export interface Embedded {
	readonly service: RunningService;
	readonly reader: QueryPort;
	readonly writer: ActivityPort;
	/** A writer that stamps with another seeded user's key. */
	writerFor(user: string): ActivityPort;
	close(): Promise<void>;
}

export interface EmbeddedOptions extends Partial<ServiceOptions> {
	readonly seedText?: string;
	readonly clientProfile?: Profile;
	readonly clock?: Clock;
	readonly concurrency?: number;
}

export async function startEmbedded(options: EmbeddedOptions = {}): Promise<Embedded> {
	const { seedText, clientProfile, concurrency, ...rest } = options;
	const clock = options.clock ?? realClock;
	const read = seedText === undefined ? undefined : readSeed(seedText, "seed.yaml");
	if (read !== undefined && read.seed === undefined) throw new Error(read.diagnostics.map((each) => each.message).join("; "));
	const service = await startService({
		dataDir: undefined,
		...rest,
		clock,
		...(read?.seed === undefined ? {} : { seed: read.seed }),
	});
	const closers: (() => Promise<void>)[] = [];
	const connect = (credentials: Credentials) => ({
		baseUrl: service.baseUrl,
		organizationId: service.organizationId,
		profile: clientProfile ?? options.profile ?? ("full" as const),
		signer: keySigner(credentials.apiPrivateKey, credentials.apiPublicKey, "the test"),
		clock,
		random: () => 0.5,
		concurrency: concurrency ?? 16,
	});
	const writerFor = (credentials: Credentials): ActivityPort => {
		const writer = connectWriter(connect(credentials));
		closers.push(() => writer.close());
		return writer.port;
	};
	const root = service.credentials;
	if (root === undefined) throw new Error("the service gave no credentials");
	const reader = connectReader(connect(root));
	closers.push(() => reader.close());
	return {
		service,
		reader: reader.port,
		writer: writerFor(root),
		writerFor(user) {
			const credentials = service.seededCredentials.get(user);
			if (credentials === undefined)
				throw new Error(`no key was made for ${user}: ${[...service.seededCredentials.keys()].join(", ")}`);
			return writerFor(credentials);
		},
		async close() {
			await Promise.all(closers.map((each) => each()));
			await service.close();
		},
	};
}
