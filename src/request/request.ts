// A request as policies are asked about it: what is to be done, who asks, who has approved, and when. A test writes it down,
// a past activity was one; what policies read of it is worked out from this and from the organisation around it.
import type { JsonObject } from "../base/json.js";
import type { Code } from "../diagnostics/codes.js";
import type { Bindings } from "../language/bindings.js";

export interface Request {
	/** The exact activity type, with the version. */
	readonly type: string;
	/** The activity's parameters as they are sent: names as in the API, identifiers and not names. */
	readonly parameters: JsonObject;
	/** Who has approved so far, each once; the first is who asks. */
	readonly votes: readonly RequestVote[];
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** Roots whose values are given rather than worked out, such as a transaction written in fields; they win. */
	readonly given: Bindings;
}

export interface RequestVote {
	readonly userId: string;
	/** Of the credential that it was given with, when that is known. */
	readonly publicKey?: string;
}

/** Something that cannot be read, at a place of the value that was read. */
export interface RequestProblem {
	readonly code: Code;
	readonly path: readonly (string | number)[];
	readonly message: string;
	readonly help?: string;
	/** Whether the key at the end of the path is meant rather than the value. */
	readonly about?: "key";
}
