// Why a request is decided as it is: every policy with its outcome and the parts of its expressions that made it so.
// Plain versioned JSON, published as schemas/explanation.schema.json. It holds what policies can read of a request and nothing
// else of it.
import type { JsonObject } from "../base/json.js";
import type { Address } from "./address.js";
import type { Source } from "./resource.js";

/** A deciding part of an expression, and in words what it gave. */
export interface ReasonView {
	readonly slot: "condition" | "consensus" | "time";
	/** The part as it is written. */
	readonly text: string;
	/** As in "`eth.tx.value < 10` is false: `eth.tx.value` is 12". */
	readonly message: string;
	/** What it gave. */
	readonly value: boolean | "error";
}

export const EXPLANATION_FORMAT_VERSION = "1.0";

/** A user with the name that the organisation gives them; a user who is gone has none. */
export interface NamedUser {
	readonly id: string;
	readonly name?: string;
}

/** Which policies were asked: those of the manifests, those in force, or those before and after a plan. */
export type PolicySource = "manifests" | "live" | "before" | "after";

/** The outcome of a request, in the word that tests of policies use too. */
export type RequestOutcome = "allow" | "deny-explicit" | "deny-implicit" | "needs-consensus";

/** `count` more approvals out of these users. */
export interface NeededVotes {
	readonly count: number;
	readonly users: readonly NamedUser[];
	/** They approve as the root quorum: whatever policies say, a DENY included. Absent for approvals that a policy asks for. */
	readonly of?: "root-quorum";
}

export interface PolicyView {
	readonly address: Address;
	readonly effect: "EFFECT_ALLOW" | "EFFECT_DENY";
	/** The service's word: `OUTCOME_ALLOW`. */
	readonly outcome: string;
	/** Whether the outcome of the request is owed to it. */
	readonly decides: boolean;
	readonly reasons: readonly ReasonView[];
	/** Where its manifest stands; absent for what is only in force. */
	readonly source?: Source;
	/** Where it waits: each way is enough. */
	readonly needs?: readonly (readonly NeededVotes[])[];
}

/** A policy that reads roots which such a request has and which could not be read here. */
export interface UnreadView {
	readonly address: Address;
	/** As in `tron.tx`. */
	readonly roots: readonly string[];
}

/** The second factor that binds who asks. */
export interface MfaView {
	/** The MFA policy that applies; absent when none does. */
	readonly address?: Address;
	/** One step after the other; one method of each. */
	readonly steps: readonly { readonly any: readonly { readonly type: string; readonly id?: string }[] }[];
	/** Those tried before it that could not be evaluated: they do not bind. */
	readonly skipped: readonly { readonly address: Address; readonly message: string }[];
}

export interface DecisionView {
	readonly of: PolicySource;
	readonly outcome: RequestOutcome;
	readonly decided_by: "root-quorum" | "policies" | "implicit-permission" | "nobody";
	/** Why no policy was asked; absent where they were. */
	readonly not_asked?: "root-quorum-satisfied" | "root-quorum-only";
	readonly policies: readonly PolicyView[];
	/** From whom approvals are missing: each way is enough. */
	readonly needs: readonly (readonly NeededVotes[])[];
	readonly mfa: MfaView;
	/** Policies and MFA policies about which nothing is known, because they read what could not be read here; absent when none. */
	readonly unread?: readonly UnreadView[];
	/** Whether the service may decide otherwise because of them; absent when it cannot. */
	readonly uncertain?: true;
}

export interface ExplainedRequest {
	/** The file it was read from; absent for a past activity. */
	readonly file?: string;
	readonly activity_id?: string;
	/** The past activity's status now. */
	readonly status?: string;
	/** The exact activity type, with its version. */
	readonly type: string;
	readonly by: NamedUser;
	/** Who has approved besides. */
	readonly approvals: readonly NamedUser[];
	/** RFC 3339: the instant it is decided at. */
	readonly at: string;
	/** What conditions read of it, one entry for each call. */
	readonly reads: readonly JsonObject[];
}

/** A policy, or the request as a whole, that has another outcome after the plan. */
export interface OutcomeChange {
	readonly address: Address;
	/** Absent when there is no such policy on that side. */
	readonly before?: string;
	readonly after?: string;
}

export interface Explanation {
	readonly format_version: typeof EXPLANATION_FORMAT_VERSION;
	readonly type: "explanation";
	readonly tool_version: string;
	readonly environment: string;
	readonly request: ExplainedRequest;
	/** One, or before and after a plan. */
	readonly decisions: readonly DecisionView[];
	/** With a plan: the policies whose outcome it changes. */
	readonly changes?: readonly OutcomeChange[];
	/** With a plan: whether the outcome of the request, or from whom it needs approvals, changes. */
	readonly outcome_changes?: boolean;
	/** What is not known, in words. */
	readonly notes: readonly string[];
}
