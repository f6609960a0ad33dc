// What the service accepts at most. The documented figures are the defaults; tests and contracts may differ.

export interface ServiceLimits {
	/** Policies per organisation. */
	readonly policies: number;
	/** User tags and private key tags together, in an organisation of its own and in a sub-organisation. */
	readonly tags: number;
	readonly subOrganizationTags: number;
	/** Wallets and private keys per organisation. */
	readonly wallets: number;
	readonly privateKeys: number;
	/** Wallet accounts asked for at once, and payloads signed at once. Our choice: each takes the processor its while. */
	readonly accountsAtOnce: number;
	readonly payloadsAtOnce: number;
	/** Users per organisation, and what each of them may have. */
	readonly users: number;
	readonly longLivedApiKeys: number;
	readonly expiringApiKeys: number;
	readonly authenticators: number;
	readonly oauthProviders: number;
	/** One-time passwords sent for one user identifier in `otpWindow` milliseconds, wrong answers to one, codes open at once. */
	readonly otpsPerWindow: number;
	readonly otpWindow: number;
	readonly otpAttempts: number;
	readonly openOtps: number;
	/** Rules per address family in one IP allowlist, and the broadest prefixes. */
	readonly allowlistRules: number;
	readonly ipv4Prefix: number;
	readonly ipv6Prefix: number;
	/** UTF-16 units of one expression and of one name. Our choice: the service documents neither. */
	readonly expressionLength: number;
	readonly nameLength: number;
	/** Bytes of a request body. Our choice. */
	readonly bodyBytes: number;
	/** How long, in milliseconds, a client may take to send a request's headers, and the whole of it. Our choice. */
	readonly headersTimeout: number;
	readonly requestTimeout: number;
	/** How old and how far ahead a request's `timestampMs` may be, in milliseconds. */
	readonly timestampAge: number;
	readonly timestampLead: number;
	/** How long approvals count towards consensus, in milliseconds from the first. */
	readonly approvalWindow: number;
	/** How long an attempt to deliver a webhook may take, and the pauses before it is tried again, in milliseconds. Our choice. */
	readonly webhookTimeout: number;
	readonly webhookRetryDelays: readonly number[];
	/** Webhook deliveries that are over and still shown. Our choice. */
	readonly keptDeliveries: number;
}

export const DEFAULT_SERVICE_LIMITS: ServiceLimits = {
	policies: 100,
	tags: 100,
	subOrganizationTags: 10,
	wallets: 100,
	privateKeys: 1000,
	accountsAtOnce: 500,
	payloadsAtOnce: 1000,
	users: 100,
	longLivedApiKeys: 10,
	expiringApiKeys: 10,
	authenticators: 10,
	oauthProviders: 10,
	otpsPerWindow: 3,
	otpWindow: 180_000,
	otpAttempts: 3,
	openOtps: 3,
	allowlistRules: 10,
	ipv4Prefix: 20,
	ipv6Prefix: 48,
	expressionLength: 65536,
	nameLength: 255,
	bodyBytes: 1024 * 1024,
	headersTimeout: 10_000,
	requestTimeout: 30_000,
	timestampAge: 3_600_000,
	timestampLead: 300_000,
	approvalWindow: 86_400_000,
	webhookTimeout: 10_000,
	webhookRetryDelays: [1_000, 5_000, 25_000],
	keptDeliveries: 10_000,
};
