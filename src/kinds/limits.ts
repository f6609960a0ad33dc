// The service's limits, checked while nothing has been sent yet. Figures as the service documents them; `limits:` in quorate.yaml
// lowers or raises them for an organisation whose contract differs (a sub-organisation has 10 tags).

export interface Limits {
	/** Policies per organisation. */
	readonly policies: number;
	/** Private key tags per organisation; user tags count against the same pool. */
	readonly tags: number;
	/** Rules per address family in one IP allowlist. */
	readonly allowlistRules: number;
	/** Shortest (broadest) prefix an allowlist rule may have. */
	readonly ipv4Prefix: number;
	readonly ipv6Prefix: number;
	/** UTF-16 units of one expression. Our choice: the service documents none. */
	readonly expressionLength: number;
	/** Characters of a name. Our choice: the service documents none. */
	readonly nameLength: number;
	/** Whether a policy may have `time`, an early-access feature; if not, what stands in the way. */
	readonly time: "accepted" | "profile" | "feature";
}

export const DEFAULT_LIMITS: Limits = {
	policies: 100,
	tags: 100,
	allowlistRules: 10,
	ipv4Prefix: 20,
	ipv6Prefix: 48,
	expressionLength: 65536,
	nameLength: 255,
	time: "accepted",
};
