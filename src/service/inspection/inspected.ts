// An organisation as it is shown: everything in it with names beside identifiers, and nothing that is secret. Plain data:
// the pages, the JSON documents and the command line all say what stands here. Times are RFC 3339.
import type { JsonValue } from "../../base/json.js";
import type { AuthenticationMethod } from "../entity.js";
import type { DeliveryState } from "../webhooks/delivery.js";

/** Something and what it is called; the name is empty when it is gone. */
export interface Named {
	readonly id: string;
	readonly name: string;
}

export interface InspectedOrganization extends Named {
	readonly parentId: string | null;
	readonly createdAt: string;
	readonly rootQuorum: { readonly threshold: number; readonly users: readonly Named[] };
	readonly features: readonly string[];
	readonly users: readonly InspectedUser[];
	readonly userTags: readonly InspectedTag[];
	readonly privateKeyTags: readonly InspectedTag[];
	readonly policies: readonly InspectedPolicy[];
	readonly mfaPolicies: readonly InspectedMfaPolicy[];
	readonly privateKeys: readonly InspectedPrivateKey[];
	readonly wallets: readonly InspectedWallet[];
	readonly webhookEndpoints: readonly InspectedEndpoint[];
	readonly ipAllowlists: readonly InspectedAllowlist[];
	readonly sessionProfiles: readonly InspectedSessionProfile[];
	readonly subOrganizations: readonly Named[];
}

export interface InspectedUser extends Named {
	readonly email: string | null;
	readonly phone: string | null;
	/** Which of the two are proven: `email`, `phone`. */
	readonly verified: readonly string[];
	readonly inRootQuorum: boolean;
	readonly tags: readonly Named[];
	readonly apiKeys: readonly (Named & {
		readonly type: string;
		readonly publicKey: string;
		/** Null: never. */
		readonly expiresAt: string | null;
		readonly expired: boolean;
		readonly sessionProfile: Named | null;
	})[];
	readonly authenticators: readonly (Named & { readonly credentialId: string; readonly model: string })[];
	readonly oauthProviders: readonly (Named & {
		readonly issuer: string;
		readonly audience: string;
		readonly subject: string;
	})[];
	readonly mfaPolicies: readonly Named[];
	readonly createdAt: string;
}

export interface InspectedTag extends Named {
	readonly members: readonly Named[];
}

export interface InspectedPolicy extends Named {
	readonly effect: string;
	readonly consensus: string | null;
	readonly condition: string | null;
	readonly time: string | null;
	readonly notes: string;
	readonly createdAt: string;
	readonly updatedAt: string;
}

export interface InspectedMfaPolicy extends Named {
	readonly user: Named;
	readonly order: number;
	readonly condition: string;
	readonly steps: readonly { readonly any: readonly AuthenticationMethod[] }[];
	readonly notes: string | null;
}

export interface InspectedPrivateKey extends Named {
	readonly curve: string;
	readonly publicKey: string;
	readonly addresses: readonly { readonly format: string; readonly address: string }[];
	readonly tags: readonly Named[];
	/** `exported`, `imported`, `disabled`, as far as they hold. */
	readonly marks: readonly string[];
}

export interface InspectedWallet extends Named {
	readonly marks: readonly string[];
	readonly accounts: readonly {
		readonly id: string;
		readonly name: string | null;
		readonly curve: string;
		readonly path: string;
		readonly addressFormat: string;
		readonly address: string;
	}[];
}

export interface InspectedEndpoint extends Named {
	readonly url: string;
	readonly isActive: boolean;
	readonly subscriptions: readonly {
		readonly eventType: string;
		readonly filtersJson: string | null;
		readonly isActive: boolean;
	}[];
}

export interface InspectedAllowlist {
	/** Null: the organisation's own. */
	readonly apiKey: Named | null;
	readonly enabled: boolean;
	readonly onEvaluationError: string;
	readonly rules: readonly { readonly cidr: string; readonly label: string }[];
}

export interface InspectedSessionProfile extends Named {
	readonly scope: string;
	readonly expirationSeconds: number | null;
}

export interface InspectedVote {
	readonly user: Named;
	readonly selection: "approved" | "rejected";
	readonly at: string;
	readonly publicKey: string;
	readonly scheme: string;
	/** What each policy said when the vote was given. */
	readonly evaluations: readonly { readonly policy: Named; readonly outcome: string }[];
}

export interface InspectedActivity {
	readonly id: string;
	readonly organizationId: string;
	readonly type: string;
	readonly status: string;
	readonly fingerprint: string;
	readonly requester: Named;
	readonly createdAt: string;
	readonly updatedAt: string;
	/** Those that count; none that lapsed. */
	readonly votes: readonly InspectedVote[];
	readonly lapsedVotes: number;
	/** Whose approval it waits for: anyone of these may give it; empty when it does not wait. */
	readonly awaits: readonly Named[];
	/** Tokens, codes and sealed bundles are withheld from both. */
	readonly parameters: JsonValue;
	readonly result: JsonValue;
	readonly failure: string | null;
}

export interface ActivityPage {
	readonly activities: readonly InspectedActivity[];
	/** The identifier to continue after with older ones; null at the end. */
	readonly next: string | null;
}

export interface InspectedDelivery {
	/** Its place in the outbox. */
	readonly sequence: number;
	readonly eventId: string;
	readonly eventType: string;
	readonly activityId: string;
	readonly organizationId: string;
	readonly endpoint: Named;
	readonly state: DeliveryState;
	readonly attempts: number;
	readonly createdAt: string;
	/** When it is tried next; null once it is over. */
	readonly dueAt: string | null;
	readonly lastAttempt: {
		readonly at: string;
		readonly url: string;
		readonly httpStatus: number | null;
		readonly problem: string | null;
	} | null;
}

export interface DeliveryPage {
	readonly deliveries: readonly InspectedDelivery[];
	/** The place to continue before with older ones; null at the end. */
	readonly next: number | null;
}
