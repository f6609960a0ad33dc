// A read-only port as kinds see it: each question is asked once per run, however many kinds want the answer.

import { HTTP_STATUS, ServiceFailure } from "../api/failure.js";
import type { Profile } from "../api/operation.js";
import type { OperationName, QueryName } from "../api/operations.js";
import type { QueryParameters, QueryPort, QueryResult } from "../api/port.js";
import { canonicalJson } from "../base/canonical-json.js";
import type { JsonObject } from "../base/json.js";
import type { Desired, Recorded } from "../model/resource.js";

export interface Reader {
	readonly profile: Profile;
	readonly organizationId: string;
	offers(operation: OperationName): boolean;
	ask<N extends QueryName>(name: N, parameters: QueryParameters<N>): Promise<QueryResult<N>>;
	/** Asks for one thing that may not be there: a 404 is undefined, every other failure rejects. */
	find<N extends QueryName>(name: N, parameters: QueryParameters<N>): Promise<QueryResult<N> | undefined>;
	/** What the manifests and the inventory say about the kind that is being read. */
	readonly desired: readonly Desired[];
	readonly recorded: readonly Recorded[];
	/** True when resources without a manifest matter as much as declared ones, so all of them must be found. */
	readonly exclusive: boolean;
}

/** A reader over a port, for one kind. */
export function readerFor(port: QueryPort, about: Pick<Reader, "desired" | "recorded" | "exclusive">): Reader {
	return {
		...about,
		profile: port.profile,
		organizationId: port.organizationId,
		offers: (operation) => port.offers(operation),
		ask: (name, parameters) => port.query(name, parameters),
		find: async (name, parameters) => {
			try {
				return await port.query(name, parameters);
			} catch (failure) {
				if (failure instanceof ServiceFailure && failure.httpStatus === HTTP_STATUS.NotFound) return undefined;
				throw failure;
			}
		},
	};
}

/**
 * Asks ahead: the answers travel while the manifests are still being read. Gives a port that remembers them; a question that
 * failed fails when it is asked in earnest.
 */
export function askAhead(port: QueryPort, questions: Iterable<QueryName>): QueryPort {
	const remembering = memoise(port);
	for (const name of new Set(questions)) {
		// Nobody may come back for an answer: then its failure is of no interest either.
		if (port.offers(name)) remembering.query(name, {} as never).catch(() => undefined);
	}
	return remembering;
}

/** Remembers answers (and failures) by operation and parameters for the length of one run. */
export function memoise(port: QueryPort): QueryPort {
	const asked = new Map<string, Promise<unknown>>();
	return {
		organizationId: port.organizationId,
		profile: port.profile,
		offers: (operation) => port.offers(operation),
		query: <N extends QueryName>(name: N, parameters: QueryParameters<N>) => {
			const key = `${name} ${canonicalJson(parameters as unknown as JsonObject)}`;
			let answer = asked.get(key);
			if (answer === undefined) {
				answer = port.query(name, parameters);
				asked.set(key, answer);
			}
			return answer as Promise<QueryResult<N>>;
		},
	};
}
