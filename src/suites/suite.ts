// A suite of policy tests, read: an organisation, and requests with what the policies shall say to each.
import type { SourceSpan } from "../diagnostics/span.js";
import type { Organization } from "../model/organization.js";
import type { Request } from "../request/request.js";

/** `deny` is either denial; `error` is a denial where a policy could not be evaluated. */
export type ExpectedOutcome = "allow" | "deny" | "deny-explicit" | "deny-implicit" | "needs-consensus" | "error";

export interface Expectation {
	readonly outcome: ExpectedOutcome;
	/** Exactly the policies the outcome is owed to, by name, or `root quorum`, `implicit permission`. */
	readonly decidedBy?: readonly string[];
	/** Exactly the users whose approval would help, by name. */
	readonly waitsFor?: readonly string[];
	/** The MFA policy that binds who asks, by name; `none` when none does. */
	readonly mfa?: string;
}

/** One request with what is expected of it. */
export interface Test {
	/** Unique in its suite; a test that several users ask has one of these for each. */
	readonly name: string;
	readonly span: SourceSpan;
	readonly request: Request;
	readonly expected: Expectation;
}

export interface Suite {
	readonly name: string;
	readonly file: string;
	readonly organization: Organization;
	/** What references stand for among its people and keys. */
	readonly identifiers: ReadonlyMap<string, string>;
	readonly tests: readonly Test[];
}
