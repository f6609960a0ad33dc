// An activity and its voters in the terms of the policy language.
import { activityBinding } from "../language/activity-binding.js";
import type { Bindings } from "../language/bindings.js";
import type { Credential, Vote, Voter } from "../language/electorate.js";
import type { ApiKeyEntity, AuthenticatorEntity, UserEntity } from "./entity.js";
import type { OrganizationView } from "./organization.js";
import type { Approver, PolicyRequest } from "./policy-engine.js";
import { targetBindings } from "./target-bindings.js";

/** What conditions are evaluated on, one entry per call of the request. */
export function conditionBindings(request: PolicyRequest): readonly Bindings[] {
	return [{ activity: activityBinding(request), ...targetBindings(request) }];
}

/** Approvals as votes; a voter who is gone has no tags any more. */
export function votesOf(organization: OrganizationView, approvers: readonly Approver[]): readonly Vote[] {
	return approvers.map(({ userId, publicKey }) => {
		const user = organization.users.get(userId);
		const credential = credentialWith(organization, userId, publicKey);
		return { user: user ? approverOf(user) : { id: userId, tags: [] }, ...(credential ? { credential } : {}) };
	});
}

/** Everybody who could vote, with every credential they could do it with. */
export function votersOf(organization: OrganizationView): readonly Voter[] {
	return [...organization.users.all()].map((user) => ({
		user: approverOf(user),
		credentials: [
			...[...organization.apiKeys.group(user.id).values()].map(credentialOf),
			...[...organization.authenticators.group(user.id).values()].map(authenticatorOf),
		],
	}));
}

/** The credential a vote was given with; undefined when it is gone, or was none of the organisation's. */
function credentialWith(organization: OrganizationView, userId: string, publicKey: string): Credential | undefined {
	const key = organization.apiKeys.withKey(publicKey);
	if (key) return credentialOf(key);
	const authenticators = [...organization.authenticators.group(userId).values()];
	const authenticator = authenticators.find((each) => each.publicKey === publicKey);
	return authenticator && authenticatorOf(authenticator);
}

function authenticatorOf(authenticator: AuthenticatorEntity): Credential {
	return {
		id: authenticator.id,
		user_id: authenticator.userId,
		type: "CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR",
		credential_id: authenticator.credentialId,
		public_key: authenticator.publicKey,
	};
}

function approverOf(user: UserEntity): Vote["user"] {
	return { id: user.id, tags: user.tags, alias: user.name, ...(user.email === null ? {} : { email: user.email }) };
}

function credentialOf(key: ApiKeyEntity): Credential {
	return { id: key.id, user_id: key.userId, type: key.type, public_key: key.publicKey };
}
