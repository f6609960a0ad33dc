// Policies: creating, changing and deleting them, one or many at a time, and reading them back.
import type { ActivityParameters } from "../../api/port.js";
import { type Change, type PolicyEntity, put, remove } from "../entity.js";
import { invalid } from "../refusal.js";
import { timestampObject } from "../timestamp.js";
import { checkLabel, checkLimit, found, uniqueIds } from "./argument.js";
import type { ActivityHandler, ExecutionContext, QueryHandler } from "./handler.js";

/** The organisation feature that allows the `time` slot, which is early access. The name is our choice. */
export const TIME_FEATURE = "FEATURE_NAME_POLICY_TIME";

type NewPolicy = ActivityParameters<"create_policy">;

export const createPolicy: ActivityHandler<"create_policy"> = (context, parameters) => {
	const [policy] = create(context, [parameters]);
	return { changes: [put("policy", policy)], result: { policyId: policy.id } };
};

export const createPolicies: ActivityHandler<"create_policies"> = (context, { policies }) => {
	const [first, ...others] = policies;
	if (first === undefined) throw invalid("invalid request body: `policies` must not be empty");
	const created = create(context, [first, ...others]);
	return { changes: created.map((each) => put("policy", each)), result: { policyIds: created.map((each) => each.id) } };
};

export const updatePolicy: ActivityHandler<"update_policy"> = (context, parameters) => {
	const { organization, now } = context;
	const before = found(organization, organization.policies, "policyId", "policy", parameters.policyId);
	const name = parameters.policyName ?? before.name;
	if (name !== before.name) checkName(context, name);
	const after: PolicyEntity = {
		...before,
		name,
		effect: parameters.policyEffect ?? before.effect,
		condition: replaced(context, "condition", parameters.policyCondition, before.condition),
		consensus: replaced(context, "consensus", parameters.policyConsensus, before.consensus),
		time: replaced(context, "time", parameters.time, before.time),
		notes: parameters.policyNotes ?? before.notes,
		updatedAt: now,
	};
	return { changes: [put("policy", after)], result: { policyId: after.id } };
};

export const deletePolicy: ActivityHandler<"delete_policy"> = (context, { policyId }) => ({
	changes: removals(context, [policyId]),
	result: { policyId },
});

export const deletePolicies: ActivityHandler<"delete_policies"> = (context, { policyIds }) => {
	const ids = uniqueIds("policyIds", policyIds);
	return { changes: removals(context, ids), result: { policyIds: [...ids] } };
};

export const listPolicies: QueryHandler<"list_policies"> = ({ organization }) => ({
	policies: [...organization.policies.all()].map(policyRecord),
});

export const getPolicy: QueryHandler<"get_policy"> = ({ organization }, { policyId }) => ({
	policy: policyRecord(found(organization, organization.policies, "policyId", "policy", policyId)),
});

export function policyRecord(policy: PolicyEntity) {
	return {
		policyId: policy.id,
		policyName: policy.name,
		effect: policy.effect,
		condition: policy.condition,
		consensus: policy.consensus,
		...(policy.time === null ? {} : { time: policy.time }),
		notes: policy.notes,
		createdAt: timestampObject(policy.createdAt),
		updatedAt: timestampObject(policy.updatedAt),
	};
}

function create<const L extends readonly [NewPolicy, ...NewPolicy[]]>(context: ExecutionContext, items: L) {
	const { organization, limits, now } = context;
	checkLimit("policies", organization.policies.size + items.length, limits.policies);
	const names = new Set<string>();
	const entities = items.map((item): PolicyEntity => {
		checkName(context, item.policyName);
		if (names.has(item.policyName)) throw invalid("policy label must be unique");
		names.add(item.policyName);
		return {
			id: context.newId(),
			name: item.policyName,
			effect: item.effect,
			condition: expression(context, "condition", item.condition),
			consensus: expression(context, "consensus", item.consensus),
			time: expression(context, "time", item.time),
			notes: item.notes,
			createdAt: now,
			updatedAt: now,
		};
	});
	return entities as unknown as [PolicyEntity, ...PolicyEntity[]];
}

function checkName({ organization, limits }: ExecutionContext, name: string): void {
	checkLabel("policyName", name, limits);
	if (organization.policies.withKey(name)) throw invalid("policy label must be unique");
}

type Slot = "condition" | "consensus" | "time";

/** Absent and null leave what was; an empty text clears it. */
function replaced(context: ExecutionContext, slot: Slot, text: string | null | undefined, before: string | null): string | null {
	return text === null || text === undefined ? before : expression(context, slot, text);
}

/** The expression as it is stored: character for character, null when there is none. Throws a `Refusal` (400). */
function expression(
	{ engine, limits, organization }: ExecutionContext,
	slot: Slot,
	text: string | null | undefined,
): string | null {
	if (text === null || text === undefined || text === "") return null;
	if (text.length > limits.expressionLength)
		throw invalid(`invalid policy ${slot}: longer than ${limits.expressionLength} characters`);
	if (slot === "time" && !organization.self.features.some((each) => each.name === TIME_FEATURE)) {
		throw invalid("time-based policies are not enabled for this organization");
	}
	const problem = engine.expressionProblem(slot, text);
	if (problem !== undefined) throw invalid(`invalid policy ${slot}: ${problem}`);
	return text;
}

function removals({ organization }: ExecutionContext, ids: readonly string[]): Change[] {
	return ids.map((id) => remove("policy", found(organization, organization.policies, "policyId", "policy", id).id));
}
