// The question every activity raises, and the one place where it is answered: may it be done, given who has approved?
import type { JsonObject } from "../base/json.js";
import type { MfaPolicyEntity, SessionProfileEntity } from "./entity.js";
import type { OrganizationView } from "./organization.js";
import { Refusal } from "./refusal.js";

/** An activity as policies see it. */
export interface PolicyRequest {
	readonly organization: OrganizationView;
	/** The user who submitted it. */
	readonly requesterId: string;
	readonly type: string;
	/** Absent, as the next two, where the language has no name for it. */
	readonly kind: string | undefined;
	readonly resource: string | undefined;
	readonly action: string | undefined;
	readonly parameters: JsonObject;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** A user who approves the activity, and the credential that says so. */
export interface Approver {
	readonly userId: string;
	readonly publicKey: string;
}

export const OUTCOMES = [
	"OUTCOME_ALLOW",
	"OUTCOME_DENY_EXPLICIT",
	"OUTCOME_DENY_IMPLICIT",
	"OUTCOME_REQUIRES_CONSENSUS",
	"OUTCOME_REJECTED",
	"OUTCOME_ERROR",
	"OUTCOME_REQUIRES_AUTHENTICATORS",
	"OUTCOME_TIME_INACTIVE",
] as const;
export type PolicyOutcome = (typeof OUTCOMES)[number];

export interface PolicyEvaluation {
	readonly policyId: string;
	readonly outcome: PolicyOutcome;
}

export interface Decision {
	readonly outcome: "allow" | "deny-explicit" | "deny-implicit" | "requires-consensus";
	/** One per policy that was consulted, in order of creation; none when the root quorum decided. */
	readonly evaluations: readonly PolicyEvaluation[];
}

export interface PolicyEngine {
	/** Decides for the approvers so far; the first of them is the requester. */
	decide(request: PolicyRequest, approvers: readonly Approver[]): Decision;
	/** Whether this user is one of those whose approval the activity waits for, or has waited for. */
	mayVote(request: PolicyRequest, approvers: readonly Approver[], userId: string): boolean;
	/** All of these, by identifier: one question instead of one for each user. */
	voters(request: PolicyRequest, approvers: readonly Approver[]): ReadonlySet<string>;
	/** The one MFA policy of this user that the activity must satisfy; undefined when none applies. */
	mfaPolicy(request: PolicyRequest, userId: string): MfaPolicyEntity | undefined;
	/** Whether a session with this profile may do it. */
	permitsScope(profile: SessionProfileEntity, request: PolicyRequest): boolean;
	/** What is wrong with an expression, in the service's words; undefined when it can be stored. */
	expressionProblem(slot: "condition" | "consensus" | "time", text: string): string | undefined;
}

const PERMISSION_DETAIL = "type.googleapis.com/errors.v1.PolicyEnginePermissionError";

/** The refusal for a decision that is a denial: 403, with what each policy said. */
export function denial(decision: Decision): Refusal {
	const denying = decision.evaluations.filter((each) => each.outcome === "OUTCOME_DENY_EXPLICIT").map((each) => each.policyId);
	const message =
		denying.length > 0
			? `The following policies denied this action: ${denying.join(", ")}`
			: "No policies evaluated to outcome: Allow";
	return new Refusal("PermissionDenied", "You don't have sufficient permissions to take this action.", "", [
		{
			"@type": PERMISSION_DETAIL,
			message,
			policyEvaluations: decision.evaluations.map(({ policyId, outcome }) => ({ policyId, outcome })),
		},
	]);
}
