// The embedded service in a process of its own, for tests that kill it: starts with the options given as JSON in the first
// argument and says on standard output where it listens.
import { readSeed } from "../../src/service/seed.js";
import { type ServiceOptions, startService } from "../../src/service/start.js";
import { realClock } from "./clocks.js";

const { seed: text, ...options } = JSON.parse(process.argv[2] ?? "{}") as Omit<ServiceOptions, "seed"> & {
	readonly seed?: string;
};
const { seed, diagnostics } = text === undefined ? { seed: undefined, diagnostics: [] } : readSeed(text, "seed.yaml");
if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
try {
	const { close, baseUrl, authProxyUrl, organizationId, credentialsFile } = await startService({
		...options,
		...(seed ? { seed } : {}),
		clock: realClock,
		processId: process.pid,
		log: (event) => process.stderr.write(`${JSON.stringify(event)}\n`),
	});
	process.on("SIGTERM", () => void close().then(() => process.exit(0)));
	process.stdout.write(`${JSON.stringify({ baseUrl, authProxyUrl, organizationId, credentialsFile })}\n`);
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exit(1);
}
