// Which handler carries out which operation: one for every operation of the catalogue, or this does not compile.
import type { ActivityName, QueryName } from "../../api/operations.js";
import { getActivity, getMfaStatus, getPolicyEvaluations, listActivities } from "./activities.js";
import { createApiKeys, deleteApiKeys, getApiKey, getApiKeys } from "./api-keys.js";
import { createAuthenticators, deleteAuthenticators, getAuthenticator, getAuthenticators } from "./authenticators.js";
import { exportPrivateKey, exportWallet, exportWalletAccount } from "./exports.js";
import type { ActivityHandler, QueryHandler, WaitingHandler } from "./handler.js";
import { importPrivateKey, importWallet, initImportPrivateKey, initImportWallet } from "./imports.js";
import { getIpAllowlist, removeIpAllowlist, setIpAllowlist } from "./ip-allowlists.js";
import {
	getPrivateKey,
	getWallet,
	getWalletAccount,
	listPrivateKeys,
	listWalletAccounts,
	listWallets,
} from "./keys-and-wallets.js";
import { createReadWriteSession, oauthLogin, otpLogin, stampLogin } from "./logins.js";
import { createMfaPolicy, deleteMfaPolicy, getMfaPolicies, getMfaPolicy, updateMfaPolicy } from "./mfa-policies.js";
import { createOauthProviders, deleteOauthProviders, getOauthProviders } from "./oauth-providers.js";
import { oauth2Authenticate } from "./oauth2-authentication.js";
import {
	createOauth2Credential,
	deleteOauth2Credential,
	getOauth2Credential,
	listOauth2Credentials,
	updateOauth2Credential,
} from "./oauth2-credentials.js";
import {
	removeOrganizationFeature,
	setOrganizationFeature,
	updateOrganizationName,
	updateRootQuorum,
} from "./organization-settings.js";
import { getOrganization, getOrganizationConfigs } from "./organizations.js";
import { initOtp, verifyOtp } from "./otps.js";
import { createPolicies, createPolicy, deletePolicies, deletePolicy, getPolicy, listPolicies, updatePolicy } from "./policies.js";
import { createPrivateKeyTag, deletePrivateKeyTags, listPrivateKeyTags, updatePrivateKeyTag } from "./private-key-tags.js";
import { createPrivateKeys, deletePrivateKeys, disablePrivateKey } from "./private-keys.js";
import { createSessionProfile, getSessionProfile, getSessionProfiles } from "./session-profiles.js";
import { signRawPayload, signRawPayloads, signTransaction } from "./signing.js";
import { createSubOrganization, deleteSubOrganization, listSuborgs, listVerifiedSuborgs } from "./sub-organizations.js";
import {
	createTvcApp,
	deleteTvcAppAndDeployments,
	getTvcApp,
	listTvcApps,
	listTvcOperators,
	setTvcAppLiveDeployment,
} from "./tvc-apps.js";
import {
	createTvcDeployment,
	deleteTvcDeployment,
	getTvcDeployment,
	listTvcAppDeployments,
	restoreTvcDeployment,
} from "./tvc-deployments.js";
import { createUserTag, deleteUserTags, listUserTags, updateUserTag } from "./user-tags.js";
import {
	createUsers,
	deleteUsers,
	getUser,
	listUsers,
	updateUser,
	updateUserEmail,
	updateUserName,
	updateUserPhoneNumber,
	whoami,
} from "./users.js";
import { createWallet, createWalletAccounts, deleteWalletAccounts, deleteWallets, updateWallet } from "./wallets.js";
import {
	createWebhookEndpoint,
	deleteWebhookEndpoint,
	listWebhookEndpoints,
	updateWebhookEndpoint,
} from "./webhook-endpoints.js";

/** Approving and rejecting act on another activity, which is the pipeline's business. */
type HandledActivity = Exclude<ActivityName, "approve_activity" | "reject_activity">;

export const activityHandlers = {
	create_policy: createPolicy,
	create_policies: createPolicies,
	update_policy: updatePolicy,
	delete_policy: deletePolicy,
	delete_policies: deletePolicies,
	create_mfa_policy: createMfaPolicy,
	update_mfa_policy: updateMfaPolicy,
	delete_mfa_policy: deleteMfaPolicy,
	create_private_key_tag: createPrivateKeyTag,
	update_private_key_tag: updatePrivateKeyTag,
	delete_private_key_tags: deletePrivateKeyTags,
	create_private_keys: createPrivateKeys,
	disable_private_key: disablePrivateKey,
	delete_private_keys: deletePrivateKeys,
	create_wallet: createWallet,
	create_wallet_accounts: createWalletAccounts,
	update_wallet: updateWallet,
	delete_wallets: deleteWallets,
	delete_wallet_accounts: deleteWalletAccounts,
	export_wallet: exportWallet,
	export_wallet_account: exportWalletAccount,
	export_private_key: exportPrivateKey,
	init_import_wallet: initImportWallet,
	import_wallet: importWallet,
	init_import_private_key: initImportPrivateKey,
	import_private_key: importPrivateKey,
	sign_raw_payload: signRawPayload,
	sign_raw_payloads: signRawPayloads,
	sign_transaction: signTransaction,
	create_webhook_endpoint: createWebhookEndpoint,
	update_webhook_endpoint: updateWebhookEndpoint,
	delete_webhook_endpoint: deleteWebhookEndpoint,
	set_ip_allowlist: setIpAllowlist,
	remove_ip_allowlist: removeIpAllowlist,
	create_tvc_app: createTvcApp,
	set_tvc_app_live_deployment: setTvcAppLiveDeployment,
	delete_tvc_app_and_deployments: deleteTvcAppAndDeployments,
	create_tvc_deployment: createTvcDeployment,
	delete_tvc_deployment: deleteTvcDeployment,
	restore_tvc_deployment: restoreTvcDeployment,
	create_users: createUsers,
	update_user: updateUser,
	update_user_name: updateUserName,
	update_user_email: updateUserEmail,
	update_user_phone_number: updateUserPhoneNumber,
	delete_users: deleteUsers,
	create_user_tag: createUserTag,
	update_user_tag: updateUserTag,
	delete_user_tags: deleteUserTags,
	create_api_keys: createApiKeys,
	delete_api_keys: deleteApiKeys,
	create_authenticators: createAuthenticators,
	delete_authenticators: deleteAuthenticators,
	create_oauth_providers: createOauthProviders,
	delete_oauth_providers: deleteOauthProviders,
	update_root_quorum: updateRootQuorum,
	set_organization_feature: setOrganizationFeature,
	remove_organization_feature: removeOrganizationFeature,
	update_organization_name: updateOrganizationName,
	create_sub_organization: createSubOrganization,
	delete_sub_organization: deleteSubOrganization,
	create_oauth2_credential: createOauth2Credential,
	update_oauth2_credential: updateOauth2Credential,
	delete_oauth2_credential: deleteOauth2Credential,
	oauth2_authenticate: oauth2Authenticate,
	stamp_login: stampLogin,
	otp_login: otpLogin,
	oauth_login: oauthLogin,
	create_read_write_session: createReadWriteSession,
	create_session_profile: createSessionProfile,
	init_otp: initOtp,
	verify_otp: verifyOtp,
} as const satisfies { readonly [N in HandledActivity]: ActivityHandler<N> | WaitingHandler<N> };

export const queryHandlers = {
	list_policies: listPolicies,
	get_policy: getPolicy,
	get_mfa_policy: getMfaPolicy,
	get_mfa_policies: getMfaPolicies,
	list_private_key_tags: listPrivateKeyTags,
	list_user_tags: listUserTags,
	list_private_keys: listPrivateKeys,
	get_private_key: getPrivateKey,
	list_webhook_endpoints: listWebhookEndpoints,
	get_ip_allowlist: getIpAllowlist,
	whoami,
	list_users: listUsers,
	get_user: getUser,
	get_api_keys: getApiKeys,
	get_api_key: getApiKey,
	get_authenticators: getAuthenticators,
	get_authenticator: getAuthenticator,
	get_oauth_providers: getOauthProviders,
	list_suborgs: listSuborgs,
	list_verified_suborgs: listVerifiedSuborgs,
	get_oauth2_credential: getOauth2Credential,
	list_oauth2_credentials: listOauth2Credentials,
	get_session_profile: getSessionProfile,
	get_session_profiles: getSessionProfiles,
	list_wallets: listWallets,
	get_wallet: getWallet,
	get_wallet_account: getWalletAccount,
	list_wallet_accounts: listWalletAccounts,
	get_organization_configs: getOrganizationConfigs,
	get_activity: getActivity,
	list_activities: listActivities,
	get_policy_evaluations: getPolicyEvaluations,
	get_mfa_status: getMfaStatus,
	get_organization: getOrganization,
	list_tvc_apps: listTvcApps,
	get_tvc_app: getTvcApp,
	list_tvc_operators: listTvcOperators,
	list_tvc_app_deployments: listTvcAppDeployments,
	get_tvc_deployment: getTvcDeployment,
} as const satisfies { readonly [N in QueryName]: QueryHandler<N> };

/** The handler of an activity by its name, parameters already checked against the catalogue; undefined for votes. */
export function activityHandler(name: ActivityName): ActivityHandler | WaitingHandler | undefined {
	return (activityHandlers as Partial<Record<ActivityName, unknown>>)[name] as ActivityHandler | WaitingHandler | undefined;
}

export function queryHandler(name: QueryName): QueryHandler {
	return queryHandlers[name] as QueryHandler;
}
