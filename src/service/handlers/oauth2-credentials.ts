// OAuth 2.0 credentials: what an organisation identifies itself with to providers that issue no OIDC tokens.
import type { ActivityParameters } from "../../api/port.js";
import { type Oauth2CredentialEntity, put, remove } from "../entity.js";
import { openEnvelope } from "../identity/quorum-envelope.js";
import type { OrganizationView } from "../organization.js";
import { invalid, Refusal } from "../refusal.js";
import { timestampObject } from "../timestamp.js";
import { checkText, checkUuid } from "./argument.js";
import type { ActivityHandler, ExecutionContext, QueryHandler } from "./handler.js";

export const createOauth2Credential: ActivityHandler<"create_oauth2_credential"> = (context, parameters) => {
	const { now, newId } = context;
	checkSecret(context, parameters);
	const { provider, clientId, encryptedClientSecret } = parameters;
	const credential: Oauth2CredentialEntity = {
		id: newId(),
		provider,
		clientId,
		encryptedClientSecret,
		createdAt: now,
		updatedAt: now,
	};
	return { changes: [put("oauth2Credential", credential)], result: { oauth2CredentialId: credential.id } };
};

export const updateOauth2Credential: ActivityHandler<"update_oauth2_credential"> = (context, parameters) => {
	const { organization, now } = context;
	const { oauth2CredentialId, provider, clientId, encryptedClientSecret } = parameters;
	const before = foundCredential(organization, oauth2CredentialId);
	checkSecret(context, parameters);
	const after = { ...before, provider, clientId, encryptedClientSecret, updatedAt: now };
	return { changes: [put("oauth2Credential", after)], result: { oauth2CredentialId } };
};

export const deleteOauth2Credential: ActivityHandler<"delete_oauth2_credential"> = (
	{ organization },
	{ oauth2CredentialId },
) => ({
	changes: [remove("oauth2Credential", foundCredential(organization, oauth2CredentialId).id)],
	result: { oauth2CredentialId },
});

export const getOauth2Credential: QueryHandler<"get_oauth2_credential"> = ({ organization }, { oauth2CredentialId }) => ({
	oauth2Credential: credentialRecord(organization, foundCredential(organization, oauth2CredentialId)),
});

export const listOauth2Credentials: QueryHandler<"list_oauth2_credentials"> = ({ organization }) => ({
	oauth2Credentials: [...organization.oauth2Credentials.all()].map((each) => credentialRecord(organization, each)),
});

/** Throws a `Refusal`: 400 for what is no identifier, 404 for what names nothing. */
export function foundCredential(organization: OrganizationView, id: string): Oauth2CredentialEntity {
	checkUuid("oauth2CredentialId", id);
	const credential = organization.oauth2Credentials.get(id);
	if (credential) return credential;
	const message = `unable to find oauth2 credential ${id} in organization ${organization.id}`;
	throw new Refusal("NotFound", message, "OAUTH2_CREDENTIAL_NOT_FOUND");
}

function credentialRecord(organization: OrganizationView, credential: Oauth2CredentialEntity) {
	return {
		oauth2CredentialId: credential.id,
		organizationId: organization.id,
		provider: credential.provider as "OAUTH2_PROVIDER_X",
		clientId: credential.clientId,
		encryptedClientSecret: credential.encryptedClientSecret,
		createdAt: timestampObject(credential.createdAt),
		updatedAt: timestampObject(credential.updatedAt),
	};
}

type Submitted = Pick<ActivityParameters<"create_oauth2_credential">, "clientId" | "encryptedClientSecret">;

function checkSecret({ keys }: ExecutionContext, { clientId, encryptedClientSecret }: Submitted): void {
	checkText("clientId", clientId);
	if (openEnvelope(encryptedClientSecret, keys.tlsFetcherEncryption)) return;
	throw invalid("invalid request body: `encryptedClientSecret` is not encrypted to this service's TLS fetcher key");
}
