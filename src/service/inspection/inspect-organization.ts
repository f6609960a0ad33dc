// An organisation as it stands, as plain data: each noun with the names of what it refers to.
import type { ApiKeyEntity, MfaPolicyEntity, PrivateKeyEntity, TagEntity, UserEntity, WalletEntity } from "../entity.js";
import { expiryOf } from "../identity/key-limits.js";
import { ORGANIZATION_ALLOWLIST } from "../ip-access.js";
import type { OrganizationView } from "../organization.js";
import { timestampText } from "../timestamp.js";
import type {
	InspectedAllowlist,
	InspectedMfaPolicy,
	InspectedOrganization,
	InspectedPrivateKey,
	InspectedTag,
	InspectedUser,
	InspectedWallet,
	Named,
} from "./inspected.js";

/** Sub-organisations that are named; there may be any number. */
const NAMED_CHILDREN = 200;

/** `now` in milliseconds since the epoch. */
export function inspectOrganization(organization: OrganizationView, now: number): InspectedOrganization {
	const { self } = organization;
	return {
		id: organization.id,
		name: self.name,
		parentId: self.parentId,
		createdAt: timestampText(self.createdAt),
		rootQuorum: {
			threshold: self.rootQuorum.threshold,
			users: self.rootQuorum.userIds.map((id) => userNamed(organization, id)),
		},
		features: self.features.map(({ name, value }) => (value === null ? name : `${name}=${value}`)),
		users: [...organization.users.all()].map((each) => userOf(organization, each, now)),
		userTags: [...organization.userTags.all()].map((each) => tagOf(each, organization.users.group(each.id))),
		privateKeyTags: [...organization.privateKeyTags.all()].map((each) => tagOf(each, organization.privateKeys.group(each.id))),
		policies: [...organization.policies.all()].map(
			({ id, name, effect, consensus, condition, time, notes, createdAt, updatedAt }) => ({
				...{ id, name, effect, consensus, condition, time, notes },
				createdAt: timestampText(createdAt),
				updatedAt: timestampText(updatedAt),
			}),
		),
		mfaPolicies: [...organization.mfaPolicies.all()].map((each) => mfaPolicyOf(organization, each)),
		privateKeys: [...organization.privateKeys.all()].map((each) => privateKeyOf(organization, each)),
		wallets: [...organization.wallets.all()].map((each) => walletOf(organization, each)),
		webhookEndpoints: [...organization.webhookEndpoints.all()].map(({ id, name, url, isActive, subscriptions }) => ({
			...{ id, name, url, isActive, subscriptions },
		})),
		ipAllowlists: [...organization.ipAllowlists.all()].map((each) => ({
			apiKey: each.id === ORGANIZATION_ALLOWLIST ? null : keyNamed(organization, each.id),
			enabled: each.enabled,
			onEvaluationError: each.onEvaluationError,
			rules: each.rules.map(({ cidr, label }) => ({ cidr, label })),
		})) satisfies readonly InspectedAllowlist[],
		sessionProfiles: [...organization.sessionProfiles.all()].map(({ id, name, scope, expirationSeconds }) => ({
			...{ id, name, scope, expirationSeconds },
		})),
		subOrganizations: [...organization.children.values()]
			.slice(0, NAMED_CHILDREN)
			.map(({ id, self: { name } }) => ({ id, name })),
	};
}

export function userNamed(organization: OrganizationView, id: string): Named {
	const user = organization.users.get(id) ?? organization.parent?.users.get(id);
	return { id, name: user?.name ?? "" };
}

const named = ({ id, name }: Named): Named => ({ id, name });

function keyNamed(organization: OrganizationView, publicKey: string): Named {
	return { id: publicKey, name: organization.apiKeys.withKey(publicKey)?.name ?? "" };
}

function tagOf(tag: TagEntity, members: ReadonlyMap<string, Named>): InspectedTag {
	return { ...named(tag), members: [...members.values()].map(named) };
}

function userOf(organization: OrganizationView, user: UserEntity, now: number): InspectedUser {
	const { id, name, email, phone, verified, tags, createdAt } = user;
	return {
		...{ id, name, email, phone },
		verified: verified ?? [],
		inRootQuorum: organization.self.rootQuorum.userIds.includes(id),
		tags: tags.map((each) => ({ id: each, name: organization.userTags.get(each)?.name ?? "" })),
		apiKeys: [...organization.apiKeys.group(id).values()].map((each) => apiKeyOf(organization, each, now)),
		authenticators: [...organization.authenticators.group(id).values()].map((each) => ({
			...named(each),
			credentialId: each.credentialId,
			model: each.model,
		})),
		oauthProviders: [...organization.oauthProviders.group(id).values()].map((each) => ({
			...named(each),
			issuer: each.issuer,
			audience: each.audience,
			subject: each.subject,
		})),
		mfaPolicies: [...organization.mfaPolicies.group(id).values()].map(named),
		createdAt: timestampText(createdAt),
	};
}

function apiKeyOf(organization: OrganizationView, key: ApiKeyEntity, now: number): InspectedUser["apiKeys"][number] {
	const expiry = expiryOf(key);
	const { sessionProfileId } = key;
	return {
		...named(key),
		type: key.type,
		publicKey: key.publicKey,
		expiresAt: expiry === undefined ? null : timestampText(expiry),
		expired: expiry !== undefined && expiry <= now,
		sessionProfile:
			sessionProfileId === null
				? null
				: { id: sessionProfileId, name: organization.sessionProfiles.get(sessionProfileId)?.name ?? "" },
	};
}

function mfaPolicyOf(organization: OrganizationView, policy: MfaPolicyEntity): InspectedMfaPolicy {
	const { userId, order, condition, steps, notes } = policy;
	return { ...named(policy), user: userNamed(organization, userId), order, condition, steps, notes };
}

function privateKeyOf(organization: OrganizationView, key: PrivateKeyEntity): InspectedPrivateKey {
	return {
		...named(key),
		curve: key.curve,
		publicKey: key.publicKey,
		addresses: key.addresses,
		tags: key.tags.map((id) => ({ id, name: organization.privateKeyTags.get(id)?.name ?? "" })),
		marks: marksOf(key),
	};
}

function walletOf(organization: OrganizationView, wallet: WalletEntity): InspectedWallet {
	return {
		...named(wallet),
		marks: marksOf(wallet),
		accounts: [...organization.walletAccounts.group(wallet.id).values()].map((each) => ({
			id: each.id,
			name: each.name,
			curve: each.curve,
			path: each.path,
			addressFormat: each.addressFormat,
			address: each.address,
		})),
	};
}

function marksOf(entity: { readonly exported: boolean; readonly imported: boolean; readonly disabled?: boolean }): string[] {
	return (["exported", "imported", "disabled"] as const).filter((each) => entity[each] === true);
}
