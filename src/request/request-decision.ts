// The decision about a request by a set of policies, as the service would make it.
import { isOwn } from "../language/activity-binding.js";
import type { Bindings } from "../language/bindings.js";
import { type Appraisal, appraise, type Decision, decide } from "../language/decision.js";
import type { Decisions } from "../language/decisions.js";
import { Electorate, type Vote } from "../language/electorate.js";
import { activityOf } from "../language/environment/activities.js";
import { chooseMfaPolicy, type MfaChoice } from "../language/mfa.js";
import type { RequestOutcome } from "../model/explanation.js";
import type { Organization } from "../model/organization.js";
import type { PolicySet } from "./policy-set.js";
import type { Request } from "./request.js";
import { conditionBindings, votersOf, votesOf } from "./request-bindings.js";

/** A decision with everything it was made from, so that it can be explained. */
export interface RequestDecision {
	readonly decision: Decision;
	/** The MFA policy that binds who asks; asked only of what is not denied. */
	readonly mfa: MfaChoice;
	readonly appraisal: Appraisal;
	/** What conditions were evaluated on, one entry per call. */
	readonly calls: readonly Bindings[];
	readonly votes: readonly Vote[];
}

/** A request that is ready to be put to any set of policies: what it binds does not depend on them. */
export interface PreparedRequest {
	readonly request: Request;
	readonly organization: Organization;
	readonly calls: readonly Bindings[];
	readonly votes: readonly Vote[];
	readonly electorate: Electorate;
}

/** `electorate` may be shared by all requests of one organisation. */
export function prepareRequest(
	request: Request,
	organization: Organization,
	electorate: Electorate = new Electorate(votersOf(organization)),
): PreparedRequest {
	const calls = conditionBindings(request, organization);
	return { request, organization, calls, votes: votesOf(request, organization), electorate };
}

/** Decides about a request. Never throws. */
export function decideRequest(
	{ request, organization, calls, votes, electorate }: PreparedRequest,
	{ policies, mfaPolicies }: PolicySet,
	decisions?: Decisions,
): RequestDecision {
	const [asker] = request.votes;
	const appraisal = appraise(policies, calls, request.at, decisions);
	const decision = decide({
		appraisal,
		votes,
		electorate,
		rootQuorum: organization.rootQuorum ?? { threshold: 1, userIds: [] },
		rootQuorumOnly: activityOf(request.type)?.governedBy === "root-quorum",
		implicitlyAllowed: asker !== undefined && isOwn(request, asker.userId),
		...(decisions === undefined ? {} : { decisions }),
	});
	const mfa = chooseMfaPolicy(mfaPolicies.get(asker?.userId ?? "") ?? [], calls);
	return { decision, mfa, appraisal, calls, votes };
}

/** An outcome in the word that requests and reports use. */
export function outcomeOf({ outcome }: Decision): RequestOutcome {
	switch (outcome) {
		case "OUTCOME_ALLOW":
			return "allow";
		case "OUTCOME_DENY_EXPLICIT":
			return "deny-explicit";
		case "OUTCOME_REQUIRES_CONSENSUS":
			return "needs-consensus";
		default:
			return "deny-implicit";
	}
}
