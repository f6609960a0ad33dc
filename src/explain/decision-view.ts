// A decision about a request as a document: every policy with its outcome, why, and whose approval is missing.
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonArray, isJsonObject } from "../base/json.js";
import type { Decision, PolicyEvaluation } from "../language/decision.js";
import type { Missing } from "../language/electorate.js";
import { activityOf } from "../language/environment/activities.js";
import type { CompiledPolicy } from "../language/policy.js";
import type { DecisionView, MfaView, NamedUser, NeededVotes, PolicySource, PolicyView } from "../model/explanation.js";
import type { Organization } from "../model/organization.js";
import type { Source } from "../model/resource.js";
import { type Evaluated, outcomeReasons } from "../request/outcome-reasons.js";
import type { PolicyResource, PolicySet } from "../request/policy-set.js";
import { decideRequest, outcomeOf, type PreparedRequest, type RequestDecision } from "../request/request-decision.js";
import { unreadRoots } from "./unread-roots.js";

/** The policies that are asked, and what they were made from. */
export interface AskedPolicies {
	readonly of: PolicySource;
	readonly set: PolicySet;
	readonly resources: readonly SourcedResource[];
}

/** A resource that knows its manifest, when it has one. */
export interface SourcedResource extends PolicyResource {
	readonly source?: Source;
}

/** Decides and explains. `readable` turns identifiers in a text into names. */
export function explainDecision(
	prepared: PreparedRequest,
	{ of, set, resources }: AskedPolicies,
	readable: (text: string) => string,
): DecisionView {
	const decided = decideRequest(prepared, set);
	const { decision } = decided;
	const { organization, request } = prepared;
	const asker = request.votes[0]?.userId ?? "";
	const unread = unreadRoots(prepared, decision, set.policies, set.mfaPolicies.get(asker) ?? []);
	const evaluated: Evaluated = { calls: prepared.calls, votes: prepared.votes, now: prepared.request.at };
	const sources = new Map(resources.map(({ address, source }) => [address, source]));
	const ways = (each: readonly (readonly Missing[])[]): readonly (readonly NeededVotes[])[] =>
		distinct(each.map((way) => way.map((missing) => needed(missing, organization))));
	return {
		of,
		outcome: outcomeOf(decision),
		decided_by: decision.decidedBy,
		...notAsked(prepared, decision),
		policies: decision.policies.flatMap((evaluation, index) => {
			const policy = set.policies[index];
			if (policy === undefined) return [];
			const source = sources.get(policy.id);
			const view = viewOf(policy, evaluation, evaluated, decided, readable, ways);
			return [source === undefined ? view : { ...view, source }];
		}),
		needs: ways(decision.ways),
		mfa: mfaView(decided, resources, readable),
		...(unread.views.length === 0 ? {} : { unread: unread.views }),
		...(unread.turns ? { uncertain: true } : {}),
	};
}

function notAsked({ request }: PreparedRequest, { decidedBy, outcome }: Decision): Pick<DecisionView, "not_asked"> {
	if (decidedBy === "root-quorum" && outcome === "OUTCOME_ALLOW") return { not_asked: "root-quorum-satisfied" };
	return activityOf(request.type)?.governedBy === "root-quorum" ? { not_asked: "root-quorum-only" } : {};
}

function viewOf(
	policy: CompiledPolicy,
	{ outcome, ways }: PolicyEvaluation,
	evaluated: Evaluated,
	{ decision }: RequestDecision,
	readable: (text: string) => string,
	needs: (ways: readonly (readonly Missing[])[]) => readonly (readonly NeededVotes[])[],
): PolicyView {
	return {
		address: policy.id,
		effect: policy.effect,
		outcome,
		decides: decision.policyIds.includes(policy.id),
		reasons: outcomeReasons(policy, evaluated, outcome).map((reason) => ({
			...reason,
			text: readable(reason.text),
			message: readable(reason.message),
		})),
		...(ways === undefined ? {} : { needs: needs(ways) }),
	};
}

/** A user with their name, as far as the organisation knows them. */
export function namedUser(id: string, { users = [] }: Organization): NamedUser {
	const name = users.find((each) => each.id === id)?.name;
	return { id, ...(name === undefined ? {} : { name }) };
}

function needed({ count, userIds, rootQuorum }: Missing, organization: Organization): NeededVotes {
	const users = userIds.map((id) => namedUser(id, organization));
	return { count, users, ...(rootQuorum === true ? { of: "root-quorum" } : {}) };
}

/** Several policies may wait for the same people, and one for several credentials of a user. */
function distinct(ways: readonly (readonly NeededVotes[])[]): readonly (readonly NeededVotes[])[] {
	return [...new Map(ways.map((way) => [JSON.stringify(way), way])).values()];
}

function mfaView({ mfa }: RequestDecision, resources: readonly PolicyResource[], readable: (text: string) => string): MfaView {
	const chosen = resources.find((each) => each.address === mfa.policyId);
	return {
		...(mfa.policyId === undefined ? {} : { address: mfa.policyId }),
		steps: items(chosen?.attributes["steps"]).map((step) => ({
			any: items(step["any"]).map(({ type, id }) => ({
				type: String(type),
				...(typeof id === "string" ? { id: readable(id) } : {}),
			})),
		})),
		skipped: mfa.skipped.map(({ policyId, error }) => ({
			address: policyId,
			message: readable(`${error.kind}: ${error.message}`),
		})),
	};
}

const items = (value: JsonValue | undefined): readonly JsonObject[] => (isJsonArray(value) ? value.filter(isJsonObject) : []);
