// The credentials an organisation has with OAuth 2.0 providers, which oauth2_authenticate uses. Rows of the catalogue.
import { list, oneOf, text } from "./field.js";
import { OAUTH2_PROVIDERS, oauth2Credential } from "./identity-records.js";
import { activityOperation, queryOperation } from "./operation.js";

/** The secret is encrypted to the service before it is sent. */
const credential = {
	provider: oneOf(...OAUTH2_PROVIDERS),
	clientId: text(),
	encryptedClientSecret: text(),
} as const;

export const oauth2Operations = {
	create_oauth2_credential: activityOperation({
		profile: "full",
		name: "create_oauth2_credential",
		type: "ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL",
		parameters: credential,
		intentKey: "createOauth2CredentialIntent",
		resultKey: "createOauth2CredentialResult",
		result: { oauth2CredentialId: text() },
		policy: ["AUTH", "CREATE"],
	}),
	update_oauth2_credential: activityOperation({
		profile: "full",
		name: "update_oauth2_credential",
		type: "ACTIVITY_TYPE_UPDATE_OAUTH2_CREDENTIAL",
		parameters: { oauth2CredentialId: text(), ...credential },
		intentKey: "updateOauth2CredentialIntent",
		resultKey: "updateOauth2CredentialResult",
		result: { oauth2CredentialId: text() },
		policy: ["AUTH", "UPDATE"],
	}),
	delete_oauth2_credential: activityOperation({
		profile: "full",
		name: "delete_oauth2_credential",
		type: "ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL",
		parameters: { oauth2CredentialId: text() },
		intentKey: "deleteOauth2CredentialIntent",
		resultKey: "deleteOauth2CredentialResult",
		result: { oauth2CredentialId: text() },
		policy: ["AUTH", "DELETE"],
	}),
	get_oauth2_credential: queryOperation({
		profile: "full",
		name: "get_oauth2_credential",
		parameters: { oauth2CredentialId: text() },
		result: { oauth2Credential },
	}),
	list_oauth2_credentials: queryOperation({
		profile: "full",
		name: "list_oauth2_credentials",
		parameters: {},
		result: { oauth2Credentials: list(oauth2Credential) },
	}),
} as const;
