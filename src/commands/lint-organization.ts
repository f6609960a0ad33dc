// What `quorate policy lint --live` knows besides the manifests: the organisation, its present policies, who would apply.
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { kinds } from "../kinds/all.js";
import { lookUp } from "../kinds/lookups.js";
import { readOrganization } from "../kinds/organization-reading.js";
import { memoise, readerFor } from "../kinds/reader.js";
import { describeFailure, takeSnapshot } from "../kinds/snapshot.js";
import type { Surroundings } from "../lint/rule.js";
import type { Loaded } from "../manifest/load.js";
import { isKindName, splitAddress } from "../model/address.js";
import { parseReferenceText } from "../model/reference.js";
import { type ConnectionOptions, openReader } from "./connection.js";
import type { Context } from "./context.js";
import type { Inputs } from "./inputs.js";
import { policiesAmong } from "./lint-subjects.js";

export interface LiveSurroundings {
	readonly around: Pick<Surroundings, "organization" | "live" | "actorId" | "identifierOf">;
	/** What could not be read. */
	readonly diagnostics: readonly Diagnostic[];
}

/** Reads the environment's organisation over a connection that cannot write. Rejects with `ServiceFailure`. */
export async function readLiveSurroundings(
	context: Context,
	options: ConnectionOptions,
	inputs: Inputs,
	loaded: Loaded,
): Promise<LiveSurroundings> {
	const connection = await openReader(context, options, inputs);
	try {
		const port = memoise(connection.port);
		const reader = readerFor(port, { desired: [], recorded: [], exclusive: false });
		const [{ organization, unread }, { readings, lookups }, actor] = await Promise.all([
			readOrganization(reader, describeFailure),
			takeSnapshot(port, {
				kinds: kinds.filter(({ name }) => name === "Policy" || name === "PrivateKeyTag"),
				desired: loaded.desired,
				recorded: [],
				exclusive: new Set(),
				identifiers: inputs.environment.identifiers,
			}),
			port.offers("whoami") ? port.query("whoami", {}) : undefined,
		]);
		const policies = readings.get("Policy");
		const complete = policies?.completeness === "read";
		return {
			around: {
				organization,
				...(complete ? { live: policiesAmong(policies.live) } : {}),
				...(actor === undefined ? {} : { actorId: actor.userId }),
				identifierOf(text) {
					const reference = parseReferenceText(text);
					const kind = splitAddress(reference.address)?.kind ?? "";
					if (isKindName(kind)) return readings.get(kind)?.live.find(({ address }) => address === reference.address)?.id;
					const found = lookUp(lookups, reference);
					return found.ok ? found.value : undefined;
				},
			},
			diagnostics: notRead([...unread, ...(complete ? [] : [`policies: ${policies?.reason ?? "nobody said why"}`])]),
		};
	} finally {
		await connection.close();
	}
}

function notRead(parts: readonly string[]): readonly Diagnostic[] {
	if (parts.length === 0) return [];
	return [
		{
			code: "Q3693",
			severity: "warning",
			message: "the organisation was not read completely: rules that ask for the rest find nothing",
			notes: [...parts].sort(),
			help: "use a profile that offers it, or an API key that may read it",
		},
	];
}
