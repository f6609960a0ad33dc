// The live organisation for verbs that are of no use with half of it.
import type { QueryPort } from "../api/port.js";
import { readOrganization } from "../kinds/organization-reading.js";
import { readerFor } from "../kinds/reader.js";
import { describeFailure } from "../kinds/snapshot.js";
import type { Organization } from "../model/organization.js";
import { EXIT } from "./exit-code.js";
import { Refusal } from "./refusal.js";

/** Reads it whole; refuses when a part of it cannot be read. Rejects with `ServiceFailure`. */
export async function readLiveOrganization(port: QueryPort): Promise<Organization> {
	const reader = readerFor(port, { desired: [], recorded: [], exclusive: false });
	const { organization, unread } = await readOrganization(reader, describeFailure);
	if (unread.length === 0) return organization;
	throw new Refusal(EXIT.error, [
		{
			code: "Q7202",
			severity: "error",
			message: "the organisation cannot be read whole, and who may do what depends on all of it",
			notes: unread,
			help: "use a profile that offers it, and an API key that may read it",
		},
	]);
}
