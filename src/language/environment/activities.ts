// Every activity type: its kind (the name that all its versions share), and the resource and action that name it as one of a
// group. Documented rows are the service's own table; the others are our reading of it, and nothing may rely on them.

export interface ActivityRow {
	/** Exact, with the version: `ACTIVITY_TYPE_SIGN_TRANSACTION_V2`. */
	readonly type: string;
	/** Counted from 1. */
	readonly version: number;
	/** Absent where policies know no kind for the type. */
	readonly kind?: string;
	readonly resource?: string;
	readonly action?: string;
	/** Whether resource and action are documented. */
	readonly certain: boolean;
	/** Who decides about it: policies, the root quorum alone, or nobody has said. */
	readonly governedBy: "policies" | "root-quorum" | "undocumented";
}

const prefix = "ACTIVITY_TYPE_";

/** Kinds with the number of their versions: the first has no suffix, the next ones `_V2`, `_V3` … */
type Kinds = Readonly<Record<string, number>>;

function versions(kinds: Kinds, resource: string | undefined, action: string | undefined, certain: boolean): ActivityRow[] {
	return Object.entries(kinds).flatMap(([kind, count]) =>
		Array.from({ length: count }, (_, index) => ({
			type: `${prefix}${kind}${index === 0 ? "" : `_V${index + 1}`}`,
			version: index + 1,
			kind,
			...(resource === undefined ? {} : { resource }),
			...(action === undefined ? {} : { action }),
			certain,
			governedBy: "policies" as const,
		})),
	);
}

function documented(resource: string, action: string, kinds: Kinds): ActivityRow[] {
	return versions(kinds, resource, action, true);
}

function inferred(resource: string, action: string, kinds: Kinds): ActivityRow[] {
	return versions(kinds, resource, action, false);
}

function single(type: string, governedBy: ActivityRow["governedBy"], resource?: string, action?: string): ActivityRow {
	const suffix = /_V(\d+)$/.exec(type)?.[1];
	return {
		type: `${prefix}${type}`,
		version: suffix === undefined ? 1 : Number(suffix),
		...(resource === undefined ? {} : { resource }),
		...(action === undefined ? {} : { action }),
		certain: false,
		governedBy,
	};
}

/** Every activity type the service has. */
export const activities: readonly ActivityRow[] = [
	...documented("ORGANIZATION", "CREATE", { CREATE_SUB_ORGANIZATION: 8 }),
	...documented("ORGANIZATION", "DELETE", { DELETE_ORGANIZATION: 1, DELETE_SUB_ORGANIZATION: 1 }),
	...documented("INVITATION", "CREATE", { CREATE_INVITATIONS: 1 }),
	...documented("INVITATION", "DELETE", { DELETE_INVITATION: 1 }),
	...documented("USER", "CREATE", { CREATE_USERS: 4, CREATE_API_ONLY_USERS: 1, CREATE_USER_TAG: 1 }),
	...documented("USER", "UPDATE", {
		UPDATE_USER: 1,
		UPDATE_USER_NAME: 1,
		UPDATE_USER_EMAIL: 1,
		UPDATE_USER_PHONE_NUMBER: 1,
		UPDATE_USER_TAG: 1,
	}),
	...documented("USER", "DELETE", { DELETE_USERS: 1, DELETE_USER_TAGS: 1 }),
	...documented("CREDENTIAL", "CREATE", { CREATE_AUTHENTICATORS: 2, CREATE_API_KEYS: 2, CREATE_OAUTH_PROVIDERS: 2 }),
	...documented("CREDENTIAL", "DELETE", { DELETE_AUTHENTICATORS: 1, DELETE_API_KEYS: 1, DELETE_OAUTH_PROVIDERS: 1 }),
	...documented("POLICY", "CREATE", { CREATE_POLICY: 3, CREATE_POLICIES: 1 }),
	...documented("POLICY", "UPDATE", { UPDATE_POLICY: 2 }),
	...documented("POLICY", "DELETE", { DELETE_POLICY: 1, DELETE_POLICIES: 1 }),
	...inferred("MFA_POLICY", "CREATE", { CREATE_MFA_POLICY: 1 }),
	...inferred("MFA_POLICY", "UPDATE", { UPDATE_MFA_POLICY: 1 }),
	...inferred("MFA_POLICY", "DELETE", { DELETE_MFA_POLICY: 1 }),
	...inferred("SESSION_PROFILE", "CREATE", { CREATE_SESSION_PROFILE: 1 }),

	...documented("PRIVATE_KEY", "CREATE", { CREATE_PRIVATE_KEYS: 2, CREATE_PRIVATE_KEY_TAG: 1 }),
	...documented("PRIVATE_KEY", "UPDATE", { UPDATE_PRIVATE_KEY_TAG: 1 }),
	...documented("PRIVATE_KEY", "DELETE", { DISABLE_PRIVATE_KEY: 1, DELETE_PRIVATE_KEY_TAGS: 1, DELETE_PRIVATE_KEYS: 1 }),
	...documented("PRIVATE_KEY", "IMPORT", { INIT_IMPORT_PRIVATE_KEY: 1, IMPORT_PRIVATE_KEY: 1 }),
	...documented("PRIVATE_KEY", "EXPORT", { EXPORT_PRIVATE_KEY: 1 }),
	...documented("WALLET", "CREATE", { CREATE_WALLET: 1, CREATE_WALLET_ACCOUNTS: 1 }),
	...documented("WALLET", "UPDATE", { UPDATE_WALLET: 1 }),
	...documented("WALLET", "DELETE", { DELETE_WALLETS: 1, DELETE_WALLET_ACCOUNTS: 1 }),
	...documented("WALLET", "IMPORT", { INIT_IMPORT_WALLET: 1, IMPORT_WALLET: 1 }),
	...documented("WALLET", "EXPORT", { EXPORT_WALLET: 1, EXPORT_WALLET_ACCOUNT: 1 }),

	// All use of a key, an account of a wallet included, is PRIVATE_KEY / SIGN.
	...documented("PRIVATE_KEY", "SIGN", {
		SIGN_TRANSACTION: 2,
		SIGN_RAW_PAYLOAD: 2,
		SIGN_RAW_PAYLOADS: 1,
		ETH_SEND_TRANSACTION: 2,
		SOL_SEND_TRANSACTION: 1,
	}),
	...inferred("PRIVATE_KEY", "SIGN", {
		EXECUTE_SWAP: 3,
		SPARK_SIGN_FROST: 1,
		SPARK_PREPARE_TRANSFER: 1,
		SPARK_CLAIM_TRANSFER: 1,
		SPARK_PREPARE_LIGHTNING_RECEIVE: 1,
	}),
	single("SOL_SEND_TRANSACTION_V2", "policies", "PRIVATE_KEY", "SIGN"),
	...versions(
		{
			CREATE_SWAP_QUOTE: 2,
			CLAIM_EARN_FEES: 1,
			EARN_DEPLOY_WRAPPER: 1,
			EARN_DEPOSIT: 1,
			EARN_WITHDRAW: 1,
			EARN_SET_WRAPPER_STATE: 1,
			EARN_CLAIM_REWARDS: 1,
		},
		undefined,
		undefined,
		false,
	),

	...documented("AUTH", "CREATE", {
		EMAIL_AUTH: 3,
		INIT_OTP_AUTH: 3,
		OTP_AUTH: 1,
		OAUTH: 1,
		CREATE_READ_WRITE_SESSION: 2,
		OAUTH_LOGIN: 1,
		OTP_LOGIN: 2,
		STAMP_LOGIN: 1,
		CREATE_OAUTH2_CREDENTIAL: 1,
		OAUTH2_AUTHENTICATE: 1,
	}),
	...documented("AUTH", "UPDATE", { UPDATE_OAUTH2_CREDENTIAL: 1 }),
	...documented("AUTH", "DELETE", { DELETE_OAUTH2_CREDENTIAL: 1 }),
	...documented("AUTH_PROXY", "CREATE", { ENABLE_AUTH_PROXY: 1 }),
	...documented("AUTH_PROXY", "UPDATE", { UPDATE_AUTH_PROXY_CONFIG: 1 }),
	...documented("AUTH_PROXY", "DELETE", { DISABLE_AUTH_PROXY: 1 }),
	...documented("OTP", "CREATE", { INIT_OTP: 3 }),
	...documented("OTP", "VERIFY", { VERIFY_OTP: 2 }),
	...documented("RECOVERY", "CREATE", { INIT_USER_EMAIL_RECOVERY: 2 }),

	...documented("CONFIG", "UPDATE", { UPDATE_ALLOWED_ORIGINS: 1 }),
	...inferred("CONFIG", "UPDATE", { UPSERT_SWAP_CONFIG: 1 }),
	...inferred("SPONSORSHIP", "UPDATE", { UPSERT_GAS_USAGE_CONFIG: 1 }),
	...documented("SMART_CONTRACT_INTERFACE", "CREATE", { CREATE_SMART_CONTRACT_INTERFACE: 1 }),
	...documented("SMART_CONTRACT_INTERFACE", "DELETE", { DELETE_SMART_CONTRACT_INTERFACE: 1 }),
	...documented("WEBHOOK_ENDPOINT", "CREATE", { CREATE_WEBHOOK_ENDPOINT: 1 }),
	...documented("WEBHOOK_ENDPOINT", "UPDATE", { UPDATE_WEBHOOK_ENDPOINT: 1 }),
	...documented("WEBHOOK_ENDPOINT", "DELETE", { DELETE_WEBHOOK_ENDPOINT: 1 }),
	...documented("SUBSCRIPTION", "CREATE", { ACTIVATE_BILLING_TIER: 1 }),
	...documented("PAYMENT_METHOD", "UPDATE", { SET_PAYMENT_METHOD: 2 }),
	...documented("PAYMENT_METHOD", "DELETE", { DELETE_PAYMENT_METHOD: 1 }),
	...inferred("FIAT_TRANSACTION", "CREATE", { INIT_FIAT_ON_RAMP: 1 }),
	...inferred("ON_RAMP_CREDENTIALS", "CREATE", { CREATE_FIAT_ON_RAMP_CREDENTIAL: 1 }),
	...inferred("ON_RAMP_CREDENTIALS", "UPDATE", { UPDATE_FIAT_ON_RAMP_CREDENTIAL: 1 }),
	...inferred("ON_RAMP_CREDENTIALS", "DELETE", { DELETE_FIAT_ON_RAMP_CREDENTIAL: 1 }),

	...documented("TVC_APP", "CREATE", { CREATE_TVC_APP: 1 }),
	...documented("TVC_APP", "UPDATE", { UPDATE_TVC_APP_LIVE_DEPLOYMENT: 1 }),
	...documented("TVC_APP", "DELETE", { DELETE_TVC_APP_AND_DEPLOYMENTS: 1 }),
	...documented("TVC_DEPLOYMENT", "CREATE", { CREATE_TVC_DEPLOYMENT: 1 }),
	...documented("TVC_DEPLOYMENT", "UPDATE", {
		CREATE_TVC_MANIFEST_APPROVALS: 1,
		RESTORE_TVC_DEPLOYMENT: 1,
		POST_TVC_QUORUM_KEY_SHARE: 1,
	}),
	...documented("TVC_DEPLOYMENT", "DELETE", { DELETE_TVC_DEPLOYMENT: 1 }),
	...documented("TVC_OPERATOR", "CREATE", { CREATE_TVC_OPERATOR: 1 }),
	...documented("TVC_QUORUM_KEY", "CREATE", { CREATE_TVC_QUORUM_KEY: 1 }),
	...documented("TVC_QUORUM_KEY", "ENCRYPT", { RE_ENCRYPT_TVC_QUORUM_KEY_SHARE: 1 }),

	// Secrets are early access; their resource has been seen in use and is not in the published list.
	single("INIT_IMPORT_SECRETS", "policies", "SECRET", "IMPORT"),
	single("IMPORT_SECRETS", "policies", "SECRET", "IMPORT"),
	single("EXPORT_SECRETS", "policies", "SECRET", "EXPORT"),

	single("UPDATE_ROOT_QUORUM", "root-quorum"),
	single("SET_ORGANIZATION_FEATURE", "root-quorum"),
	single("REMOVE_ORGANIZATION_FEATURE", "root-quorum"),
	single("UPDATE_ORGANIZATION_NAME", "root-quorum"),

	single("CREATE_ORGANIZATION", "undocumented"),
	single("CREATE_ORGANIZATION_V2", "undocumented"),
	single("ACCEPT_INVITATION", "undocumented"),
	single("ACCEPT_INVITATION_V2", "undocumented"),
	single("APPROVE_ACTIVITY", "undocumented"),
	single("REJECT_ACTIVITY", "undocumented"),
	single("RECOVER_USER", "undocumented"),
	single("CREATE_READ_ONLY_SESSION", "undocumented"),
	single("ETH_SEND_RAW_TRANSACTION", "undocumented"),
	single("ETH_UNDELEGATE_7702", "undocumented"),
	single("SET_IP_ALLOWLIST", "undocumented"),
	single("REMOVE_IP_ALLOWLIST", "undocumented"),
	single("CLAIM_SWAP_FEES", "undocumented"),
	single("UPDATE_WALLET_ACCOUNT_NAME", "undocumented"),
];

const byType: ReadonlyMap<string, ActivityRow> = new Map(activities.map((row) => [row.type, row]));

/** What is known about an activity type, or undefined when there is none of that name. */
export function activityOf(type: string): ActivityRow | undefined {
	return byType.get(type);
}

export const activityTypes: readonly string[] = activities.map((row) => row.type);

export const activityKinds: readonly string[] = [...new Set(activities.flatMap((row) => row.kind ?? []))];

/** Resources that the service publishes. */
export const activityResources: readonly string[] = [
	...new Set(activities.flatMap((row) => (row.resource === undefined || row.resource === "SECRET" ? [] : [row.resource]))),
];

/** Resources that have been seen in use but are not published. */
export const undocumentedResources: readonly string[] = ["SECRET"];
