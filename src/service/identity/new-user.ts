// Users that come into being, with everything they bring along.
import { type Change, put, type UserEntity } from "../entity.js";
import { checkLabel, found } from "../handlers/argument.js";
import type { OrganizationView } from "../organization.js";
import { checkUserLimit } from "./key-limits.js";
import {
	type ApiKeyRequest,
	type AuthenticatorRequest,
	type MakingContext,
	NewCredentials,
	type OauthProviderRequest,
} from "./new-credentials.js";
import type { ProvenIdentities } from "./proven-identities.js";
import { checkEmail, checkPhone } from "./user-contact.js";

type Optional<T> = T | null | undefined;

export interface NewUserRequest {
	readonly userName: string;
	readonly userEmail?: Optional<string>;
	readonly userPhoneNumber?: Optional<string>;
	readonly apiKeys?: Optional<readonly ApiKeyRequest[]>;
	readonly authenticators?: Optional<readonly AuthenticatorRequest[]>;
	readonly oauthProviders?: Optional<readonly OauthProviderRequest[]>;
	/** Identifiers of user tags. */
	readonly userTags?: Optional<readonly string[]>;
}

export interface NewUser {
	readonly user: UserEntity;
	/** How many credentials it brings along. */
	readonly credentials: number;
	/** The user itself first. */
	readonly changes: readonly Change[];
}

/** Throws a `Refusal`: 400, 404 for a tag that is none, 429 for more than a user may have. */
export function newUsers(
	organization: OrganizationView,
	requests: readonly NewUserRequest[],
	proven: ProvenIdentities,
	context: MakingContext,
): readonly NewUser[] {
	const making = new NewCredentials(organization, context);
	return requests.map((request) => newUser(organization, request, proven, { making, context }));
}

function newUser(
	organization: OrganizationView,
	request: NewUserRequest,
	proven: ProvenIdentities,
	{ making, context }: { readonly making: NewCredentials; readonly context: MakingContext },
): NewUser {
	const { limits, now, newId } = context;
	checkLabel("userName", request.userName, limits);
	const email = request.userEmail || null;
	const phone = request.userPhoneNumber || null;
	if (email !== null) checkEmail(email);
	if (phone !== null) checkPhone(phone);
	const tags = [...new Set(request.userTags ?? [])].map(
		(id) => found(organization, organization.userTags, "userTags", "user tag", id).id,
	);
	const id = newId();
	const user: UserEntity = { id, name: request.userName, email, phone, tags, createdAt: now, updatedAt: now };
	const keys = making.apiKeys(id, request.apiKeys ?? []);
	const lasting = keys.filter((key) => key.expirationSeconds === null).length;
	checkUserLimit("long-lived api keys", lasting, limits.longLivedApiKeys);
	checkUserLimit("short-lived api keys", keys.length - lasting, limits.expiringApiKeys);
	const authenticators = making.authenticators(id, request.authenticators ?? []);
	const providers = making.oauthProviders(id, request.oauthProviders ?? [], proven);
	return {
		user,
		credentials: keys.length + authenticators.length + providers.length,
		changes: [
			put("user", user),
			...keys.map((each) => put("apiKey", each)),
			...authenticators.map((each) => put("authenticator", each)),
			...providers.map((each) => put("oauthProvider", each)),
		],
	};
}
