// MFA policies: what a user must prove in addition, in which order the user's policies are tried.
import type { ActivityParameters } from "../../api/port.js";
import { type AuthenticationMethod, type MfaPolicyEntity, put, remove, type UserEntity } from "../entity.js";
import { DEFAULT_SESSION_PROFILE } from "../mfa-gate.js";
import { mfaPolicyKey, type OrganizationView } from "../organization.js";
import { invalid, notFound } from "../refusal.js";
import { timestampObject } from "../timestamp.js";
import { checkLabel, checkUuid, found } from "./argument.js";
import type { ActivityHandler, ExecutionContext, QueryHandler } from "./handler.js";

type Steps = ActivityParameters<"create_mfa_policy">["requiredAuthenticationMethods"];

export const createMfaPolicy: ActivityHandler<"create_mfa_policy"> = (context, parameters) => {
	const { organization, now } = context;
	const user = found(organization, organization.users, "userId", "user", parameters.userId);
	checkName(context, user.id, parameters.mfaPolicyName);
	if (parameters.requiredAuthenticationMethods.length === 0) {
		throw invalid("invalid request body: `requiredAuthenticationMethods` must not be empty");
	}
	const policy: MfaPolicyEntity = {
		id: context.newId(),
		userId: user.id,
		name: parameters.mfaPolicyName,
		condition: condition(context, parameters.condition),
		steps: readSteps(context, user, parameters.mfaPolicyName, parameters.requiredAuthenticationMethods),
		order: parameters.order,
		notes: parameters.notes ?? null,
		createdAt: now,
		updatedAt: now,
	};
	return { changes: [put("mfaPolicy", policy)], result: { mfaPolicyId: policy.id } };
};

/** Absent and null leave what was, and so does an empty list of steps: steps can be replaced, never emptied. */
export const updateMfaPolicy: ActivityHandler<"update_mfa_policy"> = (context, parameters) => {
	const { organization, now } = context;
	const user = found(organization, organization.users, "userId", "user", parameters.userId);
	const before = policyOf(organization, parameters.userId, parameters.mfaPolicyId);
	const name = parameters.mfaPolicyName ?? before.name;
	if (name !== before.name) checkName(context, user.id, name);
	const steps = parameters.requiredAuthenticationMethods ?? [];
	const after: MfaPolicyEntity = {
		...before,
		name,
		condition:
			parameters.condition === null || parameters.condition === undefined
				? before.condition
				: condition(context, parameters.condition),
		steps: steps.length === 0 ? before.steps : readSteps(context, user, name, steps),
		order: parameters.order ?? before.order,
		notes: parameters.notes ?? before.notes,
		updatedAt: now,
	};
	return { changes: [put("mfaPolicy", after)], result: { mfaPolicyId: after.id } };
};

export const deleteMfaPolicy: ActivityHandler<"delete_mfa_policy"> = ({ organization }, { userId, mfaPolicyId }) => ({
	changes: [remove("mfaPolicy", policyOf(organization, userId, mfaPolicyId).id)],
	result: { mfaPolicyId },
});

export const getMfaPolicy: QueryHandler<"get_mfa_policy"> = ({ organization }, { userId, mfaPolicyId }) => ({
	mfaPolicy: mfaPolicyRecord(policyOf(organization, userId, mfaPolicyId)),
});

export const getMfaPolicies: QueryHandler<"get_mfa_policies"> = ({ organization }, { userId }) => ({
	mfaPolicies: mfaPolicyRecords(organization, found(organization, organization.users, "userId", "user", userId).id),
});

/** A user's MFA policies in the order in which they are tried: by `order`, then by age. */
export function mfaPolicyRecords(organization: OrganizationView, userId: string) {
	return [...organization.mfaPolicies.group(userId).values()]
		.sort((a, b) => a.order - b.order || a.createdAt - b.createdAt)
		.map(mfaPolicyRecord);
}

function mfaPolicyRecord(policy: MfaPolicyEntity) {
	return {
		mfaPolicyId: policy.id,
		mfaPolicyName: policy.name,
		condition: policy.condition,
		requiredAuthenticationMethods: stepRecords(policy),
		order: policy.order,
		...(policy.notes === null ? {} : { notes: policy.notes }),
		createdAt: timestampObject(policy.createdAt),
		updatedAt: timestampObject(policy.updatedAt),
	};
}

export function stepRecords({ steps }: MfaPolicyEntity) {
	return steps.map(({ any }) => ({
		any: any.map(({ type, id }) => ({ type, ...(id === null ? {} : { id }) })) as Steps[number]["any"],
	}));
}

function policyOf(organization: OrganizationView, userId: string, mfaPolicyId: string): MfaPolicyEntity {
	const policy = found(organization, organization.mfaPolicies, "mfaPolicyId", "mfa policy", mfaPolicyId);
	checkUuid("userId", userId);
	if (policy.userId !== userId) throw notFound("mfa policy", mfaPolicyId, organization.id);
	return policy;
}

function checkName({ organization, limits }: ExecutionContext, userId: string, name: string): void {
	checkLabel("mfaPolicyName", name, limits);
	if (organization.mfaPolicies.withKey(mfaPolicyKey(userId, name))) throw invalid("mfa policy label must be unique");
}

function condition({ engine, limits }: ExecutionContext, text: string): string {
	if (text === "") throw invalid("invalid request body: `condition` must not be empty");
	if (text.length > limits.expressionLength)
		throw invalid(`invalid policy condition: longer than ${limits.expressionLength} characters`);
	const problem = engine.expressionProblem("condition", text);
	if (problem !== undefined) throw invalid(`invalid policy condition: ${problem}`);
	return text;
}

function readSteps(context: ExecutionContext, user: UserEntity, policyName: string, steps: Steps): MfaPolicyEntity["steps"] {
	return steps.map(({ any }) => {
		const methods = any.map(({ type, id }): AuthenticationMethod => ({ type, id: id ?? null }));
		if (methods.length === 0) throw invalid("invalid request body: each step of `requiredAuthenticationMethods` needs a method");
		if (!context.allowUnsatisfiableMfa && !methods.some((each) => canSatisfy(context.organization, user, each))) {
			throw invalid(
				`user (${user.id}) cannot satisfy mfa policy requirement: policy "${policyName}" needs one of ` +
					methods.map((each) => (each.id === null ? each.type : `${each.type} (${each.id})`)).join(", "),
			);
		}
		return { any: methods };
	});
}

/** Whether a user has what a method asks for: the service refuses a policy that would lock its user out. */
function canSatisfy(organization: OrganizationView, user: UserEntity, { type, id }: AuthenticationMethod): boolean {
	const has = (owned: ReadonlyMap<string, unknown>): boolean => (id === null ? owned.size > 0 : owned.has(id));
	switch (type) {
		case "AUTHENTICATION_TYPE_PASSKEY":
			return has(organization.authenticators.group(user.id));
		case "AUTHENTICATION_TYPE_API_KEY": {
			const longLived = [...organization.apiKeys.group(user.id)].filter(([, key]) => key.expirationSeconds === null);
			return has(new Map(longLived));
		}
		case "AUTHENTICATION_TYPE_OAUTH":
			return has(organization.oauthProviders.group(user.id));
		case "AUTHENTICATION_TYPE_EMAIL_OTP":
			return user.email !== null;
		case "AUTHENTICATION_TYPE_SMS_OTP":
			return user.phone !== null;
		default:
			// A session can always be obtained; a pinned profile must exist, here or in the parent.
			if (id === null || id === DEFAULT_SESSION_PROFILE) return true;
			return (organization.sessionProfiles.get(id) ?? organization.parent?.sessionProfiles.get(id)) !== undefined;
	}
}
