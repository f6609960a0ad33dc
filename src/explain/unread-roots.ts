// Policies that read what a request has and what could not be bound here: of these our evaluation says nothing, and a decision
// that they could turn is not certain.
import type { Bindings } from "../language/bindings.js";
import type { Decision } from "../language/decision.js";
import type { MfaPolicy } from "../language/mfa.js";
import type { CompiledExpression, CompiledPolicy } from "../language/policy.js";
import type { UnreadView } from "../model/explanation.js";
import type { PreparedRequest } from "../request/request-decision.js";
import { openRoots, rootsRead } from "./open-roots.js";

export interface Unread {
	readonly views: readonly UnreadView[];
	/** Whether the service may decide otherwise because of them. */
	readonly turns: boolean;
}

/** `policies` as they were asked; `mfaPolicies` are those of whoever asks. */
export function unreadRoots(
	{ request, calls }: PreparedRequest,
	decision: Decision,
	policies: readonly CompiledPolicy[],
	mfaPolicies: readonly MfaPolicy[],
): Unread {
	const open = new Set<string>();
	for (const bindings of calls) for (const root of documentedIn(request.type, bindings)) open.add(root);
	const viewOf = (address: string, condition: CompiledExpression | undefined): readonly UnreadView[] => {
		if (condition === undefined || open.size === 0) return [];
		const roots = [...rootsRead(condition.checked.expression)].filter((root) => open.has(root)).sort();
		return roots.length === 0 ? [] : [{ address, roots }];
	};
	let turns = false;
	const views = decision.policies.flatMap(({ outcome }, index) => {
		const policy = policies[index];
		// What is not active at that time says nothing, whatever it reads.
		if (policy === undefined || outcome === "OUTCOME_TIME_INACTIVE") return [];
		const found = viewOf(policy.id, policy.condition);
		turns ||= found.length > 0 && canTurn(policy, decision);
		return found;
	});
	const denied = decision.outcome === "OUTCOME_DENY_EXPLICIT" || decision.outcome === "OUTCOME_DENY_IMPLICIT";
	const factors = denied ? [] : mfaPolicies.flatMap(({ id, condition }) => viewOf(id, condition));
	return { views: [...views, ...factors], turns };
}

const documentedIn = (type: string, bindings: Bindings): ReadonlySet<string> => openRoots(type, bindings).documented;

/** A DENY turns whatever is not denied; an ALLOW what is not yet allowed, unless a DENY denies it. */
function canTurn({ effect }: CompiledPolicy, { outcome }: Decision): boolean {
	if (outcome === "OUTCOME_DENY_EXPLICIT") return false;
	return effect === "EFFECT_DENY" ? outcome !== "OUTCOME_DENY_IMPLICIT" : outcome !== "OUTCOME_ALLOW";
}

/** What is told to whoever reads the explanation. */
export function unreadNote({ address, roots }: UnreadView): string {
	const names = roots.map((root) => `\`${root}\``).join(", ");
	return `\`${address}\` reads ${names}, which such a request has and which could not be read here: the service may decide otherwise`;
}
