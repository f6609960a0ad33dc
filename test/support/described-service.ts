// An embedded service in this process whose every answer, to whatever client, must be as its OpenAPI document says; closing it
// fails otherwise.
import { runService as runPlainService, type TestService, type TestServiceOptions } from "./running-service.js";
import { watchTraffic } from "./watched-traffic.js";

export type { TestService, TestServiceOptions } from "./running-service.js";

export interface DescribedService extends TestService {
	/** Statuses that each operation, by its name in the catalogue, was answered with. */
	readonly answered: ReadonlyMap<string, ReadonlySet<number>>;
}

export async function runService(options: TestServiceOptions = {}): Promise<DescribedService> {
	const service = await runPlainService(options);
	const { violations, answered, stop } = await watchTraffic(service);
	return {
		...service,
		answered,
		async close() {
			await service.close();
			stop();
			if (violations.length > 0) throw new Error(`not as the OpenAPI document says:\n${violations.slice(0, 10).join("\n")}`);
		},
	};
}
