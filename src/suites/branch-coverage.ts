// Which branches of the policies the tests take: every operand of `&&` and `||`, and every expression as a whole, true and
// false. Counted is what could matter: a condition while its policy's time is open, a consensus where time and condition hold.
import type { TextRange } from "../diagnostics/span.js";
import type { Checked } from "../language/check.js";
import { compile, type Observer, type Outcome, type Program } from "../language/compile.js";
import { consensusBindings } from "../language/electorate.js";
import { nanosOf } from "../language/instant.js";
import type { CompiledExpression } from "../language/policy.js";
import type { Slot } from "../language/slot.js";
import { slots } from "../language/slot.js";
import { type Expression, walk } from "../language/tree.js";
import type { Address } from "../model/address.js";
import type { PolicySet } from "../request/policy-set.js";
import type { PreparedRequest, RequestDecision } from "../request/request-decision.js";

/** A branch, and what it was so far. */
export interface Branch {
	readonly address: Address;
	readonly slot: Slot;
	/** In the attribute's text, references included. */
	readonly range: TextRange;
	/** The operand, with references resolved. */
	readonly text: string;
	seenTrue: boolean;
	seenFalse: boolean;
}

/**
 * Gathers what branches were. Suites differ in what references resolve to, never in the shape of an expression, so branches
 * are known by their policy, slot and place in the tree.
 */
export class BranchCoverage {
	readonly #branches = new Map<string, Branch>();

	/** Watches the tests of one suite: tell it of each request and what was decided, and the branches remember. */
	watch(set: PolicySet): (asked: PreparedRequest, decided: RequestDecision) => void {
		const policies = set.policies.map((policy) => ({
			policy,
			programs: new Map(slots.map((slot) => [slot, this.#observed(policy.id, slot, policy[slot], set)])),
		}));
		const mfa = new Map(
			[...set.mfaPolicies].map(([userId, own]) => [
				userId,
				[...own].sort((a, b) => a.order - b.order).map(({ id, condition }) => this.#observed(id, "condition", condition, set)),
			]),
		);
		return ({ request, calls, votes }, { decision }) => {
			const time = { time: { now: nanosOf(request.at) } };
			// Where the root quorum decides no policy is consulted, and nothing it says could matter.
			for (const { policy, programs } of decision.policies.length === 0 ? [] : policies) {
				if (programs.get("time")?.evaluate(time) === false) continue;
				const condition = programs.get("condition");
				const results = condition === undefined ? [] : calls.map((call) => condition.evaluate(call));
				const applies = policy.effect === "EFFECT_DENY" ? results.includes(true) : results.every((each) => each === true);
				if (condition === undefined || applies) programs.get("consensus")?.evaluate(consensusBindings(votes));
			}
			for (const program of mfa.get(request.votes[0]?.userId ?? "") ?? []) {
				if (calls.map((call) => program?.evaluate(call)).includes(true)) break;
			}
		};
	}

	/** Every branch, in the order in which policies, slots and operands come. */
	get branches(): readonly Branch[] {
		return [...this.#branches.values()];
	}

	#observed(address: Address, slot: Slot, expression: CompiledExpression | undefined, set: PolicySet): Program | undefined {
		if (expression === undefined) return undefined;
		const { checked } = expression;
		const branches = new Map<number, Branch>();
		for (const node of branchNodes(checked.expression)) {
			const key = `${address} ${slot} ${node.id}`;
			const known = this.#branches.get(key) ?? branchOf(address, slot, node, checked, set);
			this.#branches.set(key, known);
			branches.set(node.id, known);
		}
		const observer: Observer = {
			enter: () => undefined,
			leave(node: Expression, outcome: Outcome) {
				const branch = branches.get(node.id);
				if (branch === undefined) return;
				if (outcome === true) branch.seenTrue = true;
				else if (outcome === false) branch.seenFalse = true;
			},
		};
		return compile(checked, { observer });
	}
}

function branchOf(address: Address, slot: Slot, node: Expression, { text }: Checked, set: PolicySet): Branch {
	const range = set.before(address, slot, { start: node.start, end: node.end });
	return { address, slot, range, text: text.slice(node.start, node.end), seenTrue: false, seenFalse: false };
}

/** The whole expression and every operand of `&&` and `||`, outer ones first, in the order of the text. */
function branchNodes(expression: Expression): readonly Expression[] {
	const found = new Set<Expression>([expression]);
	walk(expression, (node) => {
		if (node.kind === "and" || node.kind === "or") for (const operand of node.operands) found.add(operand);
		return undefined;
	});
	// A chain is told by its operands.
	return [...found].filter((node) => node === expression || (node.kind !== "and" && node.kind !== "or"));
}
