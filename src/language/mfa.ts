// Second factors and session scopes: conditions that are asked besides the policies.
import type { Bindings } from "./bindings.js";
import { EvaluationError } from "./evaluation-error.js";
import type { CompiledExpression } from "./policy.js";

/** An MFA policy of one user; lower orders are tried first. */
export interface MfaPolicy {
	readonly id: string;
	readonly order: number;
	readonly condition: CompiledExpression;
}

export interface MfaChoice {
	/** The one policy to enforce; absent when no second factor is asked for. */
	readonly policyId?: string;
	/** Policies tried before it whose condition could not be evaluated: they do not bind. */
	readonly skipped: readonly { readonly policyId: string; readonly error: EvaluationError }[];
}

/**
 * Chooses the MFA policy that a request must satisfy: the first, by ascending order, whose condition is true. Policies of one
 * order are tried as they are given. Of a request with several calls one true call is enough.
 */
export function chooseMfaPolicy(policies: readonly MfaPolicy[], calls: readonly Bindings[]): MfaChoice {
	const ordered = policies
		.map((policy, index) => ({ policy, index }))
		.sort((a, b) => a.policy.order - b.policy.order || a.index - b.index);
	const skipped: { readonly policyId: string; readonly error: EvaluationError }[] = [];
	for (const { policy } of ordered) {
		let error: EvaluationError | undefined;
		for (const bindings of calls) {
			const result = policy.condition.program.evaluate(bindings);
			if (result === true) return { policyId: policy.id, skipped };
			if (result instanceof EvaluationError) error ??= result;
		}
		if (error !== undefined) skipped.push({ policyId: policy.id, error });
	}
	return { skipped };
}

/** Whether a session's scope permits a request: true for every call. A scope that cannot be evaluated permits nothing. */
export function permitsScope(scope: CompiledExpression, calls: readonly Bindings[]): boolean {
	return calls.every((bindings) => scope.program.evaluate(bindings) === true);
}
