// The cases that rules carry, made into what rules look at.
import type { CaseMfaPolicy, CasePolicy, RuleCase, Surroundings } from "../../src/lint/rule.js";
import { type LintMfaPolicy, type LintPolicy, partOf, policyOf } from "../../src/lint/subject.js";

export function surroundingsOf(given: RuleCase): Surroundings {
	const set = typeof given === "string" || !isSet(given) ? { policies: [given as string | CasePolicy] } : given;
	return {
		policies: (set.policies ?? []).map((each, index) => policyFrom(each, index)),
		mfaPolicies: (set.mfaPolicies ?? []).map(mfaPolicyFrom),
		scopes: (set.scopes ?? []).map((text, index) => {
			const scope = partOf(text, "condition");
			if (scope === undefined) throw new Error(`not an expression: ${text}`);
			return { address: `SessionProfile/${index + 1}`, name: `${index + 1}`, scope };
		}),
		...(set.organization === undefined ? {} : { organization: set.organization }),
		...(set.live === undefined ? {} : { live: set.live.map((each, index) => policyFrom(each, index)) }),
		...(set.actorId === undefined ? {} : { actorId: set.actorId }),
		now: Date.parse(set.now ?? "2026-01-01T00:00:00Z"),
		mostPolicies: set.mostPolicies ?? 100,
		identifierOf: () => undefined,
	};
}

function isSet(given: object): given is Exclude<RuleCase, string | CasePolicy> {
	return ["policies", "mfaPolicies", "scopes"].some((key) => key in given);
}

function policyFrom(given: string | CasePolicy, index: number): LintPolicy {
	const source: CasePolicy = typeof given === "string" ? { condition: given } : given;
	const policy = policyOf({ name: `Policy ${index + 1}`, effect: "EFFECT_ALLOW", ...source });
	for (const slot of ["condition", "consensus", "time"] as const) {
		if (source[slot] !== undefined && policy[slot] === undefined) throw new Error(`not an expression: ${source[slot]}`);
	}
	return policy;
}

function mfaPolicyFrom({ name = "MFA", user = "alice", order = 0, condition, steps }: CaseMfaPolicy): LintMfaPolicy {
	const part = partOf(condition, "condition");
	if (part === undefined) throw new Error(`not an expression: ${condition}`);
	return {
		address: `MfaPolicy/${user}/${name}`,
		name,
		user,
		order,
		condition: part,
		steps: steps ?? [{ any: [{ type: "AUTHENTICATION_TYPE_PASSKEY" }] }],
	};
}
