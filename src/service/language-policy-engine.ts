// Policies and MFA policies enforced with the policy language. Expressions are compiled once per entity: an entity is
// replaced when it changes, so its identity is its version.

import { isOwn } from "../language/activity-binding.js";
import { appraise, decide } from "../language/decision.js";
import { Electorate } from "../language/electorate.js";
import { activityOf } from "../language/environment/activities.js";
import { checkExpression } from "../language/expression.js";
import { chooseMfaPolicy, type MfaPolicy, permitsScope } from "../language/mfa.js";
import { type CompiledExpression, type CompiledPolicy, compileExpression, compilePolicy } from "../language/policy.js";
import type { MfaPolicyEntity, PolicyEntity, SessionProfileEntity } from "./entity.js";
import type { OrganizationView } from "./organization.js";
import { conditionBindings, votersOf, votesOf } from "./policy-bindings.js";
import type { Approver, Decision, PolicyEngine, PolicyRequest } from "./policy-engine.js";

type LanguageDecision = ReturnType<typeof decide>;

const OUTCOMES: Readonly<Record<LanguageDecision["outcome"], Decision["outcome"]>> = {
	OUTCOME_ALLOW: "allow",
	OUTCOME_DENY_EXPLICIT: "deny-explicit",
	OUTCOME_DENY_IMPLICIT: "deny-implicit",
	OUTCOME_REQUIRES_CONSENSUS: "requires-consensus",
};

export class LanguagePolicyEngine implements PolicyEngine {
	readonly #policies = new WeakMap<PolicyEntity, CompiledPolicy>();
	readonly #mfaPolicies = new WeakMap<MfaPolicyEntity, MfaPolicy>();
	readonly #scopes = new WeakMap<SessionProfileEntity, CompiledExpression | undefined>();
	readonly #electorates = new WeakMap<OrganizationView, { readonly generation: number; readonly electorate: Electorate }>();

	decide(request: PolicyRequest, approvers: readonly Approver[]): Decision {
		// The common case, and the one in which no policy is consulted: no need to evaluate any.
		if (satisfiesRootQuorum(request.organization, approvers)) return { outcome: "allow", evaluations: [] };
		const { outcome, policies } = this.#decide(request, approvers);
		return {
			outcome: OUTCOMES[outcome],
			evaluations: policies.map((each) => ({ policyId: each.policyId, outcome: each.outcome })),
		};
	}

	mayVote(request: PolicyRequest, approvers: readonly Approver[], userId: string): boolean {
		if (request.organization.self.rootQuorum.userIds.includes(userId)) return true;
		if (userId === request.requesterId || approvers.some((each) => each.userId === userId)) return true;
		return this.#decide(request, approvers).ways.some((way) => way.some((missing) => missing.userIds.includes(userId)));
	}

	voters(request: PolicyRequest, approvers: readonly Approver[]): ReadonlySet<string> {
		const { ways } = this.#decide(request, approvers);
		return new Set([
			...request.organization.self.rootQuorum.userIds,
			request.requesterId,
			...approvers.map((each) => each.userId),
			...ways.flatMap((way) => way.flatMap((missing) => missing.userIds)),
		]);
	}

	mfaPolicy(request: PolicyRequest, userId: string): MfaPolicyEntity | undefined {
		const { mfaPolicies } = request.organization;
		const own = [...mfaPolicies.group(userId).values()].sort((a, b) => a.createdAt - b.createdAt);
		if (own.length === 0) return undefined;
		const { policyId } = chooseMfaPolicy(
			own.map((each) => this.#compiledMfa(each)),
			conditionBindings(request),
		);
		return policyId === undefined ? undefined : mfaPolicies.get(policyId);
	}

	permitsScope(profile: SessionProfileEntity, request: PolicyRequest): boolean {
		const scope = remembered(this.#scopes, profile, () => compileExpression(profile.scope, "condition"));
		return scope !== undefined && permitsScope(scope, conditionBindings(request));
	}

	expressionProblem(slot: "condition" | "consensus" | "time", text: string): string | undefined {
		// No deeper than the service looks: what can never be true may be stored, what cannot be evaluated may not.
		const finding = checkExpression(text, slot, { depth: "types" }).find((each) => each.severity === "error");
		return finding && `Expression cannot be evaluated: ${finding.message}`;
	}

	#decide(request: PolicyRequest, approvers: readonly Approver[]): LanguageDecision {
		const { organization, now } = request;
		const policies = [...organization.policies.all()].map((each) => this.#compiled(each));
		return decide({
			appraisal: appraise(policies, conditionBindings(request), now),
			votes: votesOf(organization, approvers),
			electorate: this.#electorate(organization),
			rootQuorum: organization.self.rootQuorum,
			rootQuorumOnly: activityOf(request.type)?.governedBy === "root-quorum",
			implicitlyAllowed: isOwn(request, request.requesterId),
		});
	}

	#compiled(policy: PolicyEntity): CompiledPolicy {
		return remembered(this.#policies, policy, () => compilePolicy(policy));
	}

	#compiledMfa(policy: MfaPolicyEntity): MfaPolicy {
		return remembered(this.#mfaPolicies, policy, () => {
			const condition = compileExpression(policy.condition, "condition") ?? compileExpression("true", "condition");
			if (!condition) throw new Error("`true` is an expression");
			return { id: policy.id, order: policy.order, condition };
		});
	}

	#electorate(organization: OrganizationView): Electorate {
		const known = this.#electorates.get(organization);
		if (known?.generation === organization.peopleGeneration) return known.electorate;
		const electorate = new Electorate(votersOf(organization));
		this.#electorates.set(organization, { generation: organization.peopleGeneration, electorate });
		return electorate;
	}
}

function remembered<K extends object, V>(cache: WeakMap<K, V>, key: K, make: () => V): V {
	let value = cache.get(key);
	if (value === undefined) {
		value = make();
		cache.set(key, value);
	}
	return value;
}

function satisfiesRootQuorum({ self }: OrganizationView, approvers: readonly Approver[]): boolean {
	const { threshold, userIds } = self.rootQuorum;
	const members = new Set(approvers.map((each) => each.userId).filter((each) => userIds.includes(each)));
	return members.size >= threshold;
}
