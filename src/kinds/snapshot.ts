// The live organisation as far as a plan needs it: every kind's resources with evidence of completeness, and the things
// manifests refer to by name.
import { HTTP_STATUS, ServiceFailure } from "../api/failure.js";
import type { QueryPort } from "../api/port.js";
import type { KindName, LookupName } from "../model/address.js";
import { isLookupName, splitAddress } from "../model/address.js";
import type { Desired, Reading, Recorded } from "../model/resource.js";
import type { Kind } from "./kind.js";
import type { LookupTable } from "./lookups.js";
import { readLookups } from "./lookups.js";
import { memoise, readerFor } from "./reader.js";

export interface Snapshot {
	readonly readings: ReadonlyMap<KindName, Reading>;
	readonly lookups: LookupTable;
}

export interface SnapshotOptions {
	readonly kinds: readonly Kind[];
	readonly desired: readonly Desired[];
	readonly recorded: readonly Recorded[];
	/** Kinds of which no live resource may go unseen. */
	readonly exclusive: ReadonlySet<KindName>;
	/** Identifiers given in the project file. */
	readonly identifiers: Readonly<Record<string, string>>;
	/** Every sort of lookup is read, not only those referred to: for export, which turns identifiers into names. */
	readonly allLookups?: readonly LookupName[];
}

/**
 * Reads the organisation. A question the service refuses makes one kind `unknown`, and nothing is concluded about it;
 * a service that cannot be reached, or that does not know us, is no partial answer, and its failure is passed on.
 */
export async function takeSnapshot(unmemoised: QueryPort, options: SnapshotOptions): Promise<Snapshot> {
	const port = memoise(unmemoised);
	const readings = new Map<KindName, Reading>();
	const wanted = new Set<LookupName>(options.allLookups ?? []);
	for (const desired of options.desired) {
		for (const reference of desired.references) {
			const kind = splitAddress(reference.address)?.kind ?? "";
			if (isLookupName(kind)) wanted.add(kind);
		}
	}
	const everything = readerFor(port, { desired: [], recorded: [], exclusive: false });
	const [lookups] = await Promise.all([
		readLookups(everything, wanted, options.identifiers, describeFailure),
		...options.kinds.map(async (kind) => {
			const reader = readerFor(port, {
				desired: options.desired.filter((each) => each.kind === kind.name),
				recorded: options.recorded.filter((each) => each.kind === kind.name),
				exclusive: options.exclusive.has(kind.name),
			});
			try {
				readings.set(kind.name, await kind.read(reader));
			} catch (failure) {
				readings.set(kind.name, { completeness: "unknown", reason: describeFailure(failure), live: [] });
			}
		}),
	]);
	return { readings, lookups };
}

/** Why one question had no answer. Rethrows what concerns the whole service. */
export function describeFailure(failure: unknown): string {
	if (!(failure instanceof ServiceFailure)) throw failure;
	const whole =
		failure.category === "unreachable" ||
		failure.category === "unintelligible" ||
		failure.category === "aborted" ||
		failure.httpStatus === HTTP_STATUS.Unauthenticated ||
		failure.turnkeyErrorCode === "ORGANIZATION_NOT_FOUND";
	if (whole) throw failure;
	return `${failure.operation}: ${failure.message}`;
}
