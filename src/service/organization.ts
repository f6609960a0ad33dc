// One organisation in memory: every noun in a collection, changed only by applying changes that are also stored.
import { Collection } from "./collection.js";
import type { Change, Entities, Noun, OrganizationEntity, WebhookEndpointEntity } from "./entity.js";

type Collections = { readonly [N in Exclude<Noun, "organization">]: Collection<Entities[N]> };

/** What handlers and gates may see of an organisation: everything, and no way to change it. */
export interface OrganizationView {
	readonly id: string;
	/** The number it has in the store, which the activity log uses for it. */
	readonly number: number;
	readonly self: OrganizationEntity;
	/** The organisation this one is a sub-organisation of. */
	readonly parent: OrganizationView | undefined;
	/** Its sub-organisations by identifier, in order of creation. */
	readonly children: ReadonlyMap<string, OrganizationView>;
	/** Changes whenever a user or a credential does. */
	readonly peopleGeneration: number;
	readonly users: ReadOnly<"user">;
	readonly apiKeys: ReadOnly<"apiKey">;
	readonly authenticators: ReadOnly<"authenticator">;
	readonly oauthProviders: ReadOnly<"oauthProvider">;
	readonly sessionProfiles: ReadOnly<"sessionProfile">;
	readonly otps: ReadOnly<"otp">;
	readonly usedTokens: ReadOnly<"usedToken">;
	readonly oauth2Credentials: ReadOnly<"oauth2Credential">;
	readonly oauth2Providers: ReadOnly<"oauth2Provider">;
	readonly authProxies: ReadOnly<"authProxy">;
	readonly userTags: ReadOnly<"userTag">;
	readonly privateKeyTags: ReadOnly<"privateKeyTag">;
	readonly privateKeys: ReadOnly<"privateKey">;
	readonly wallets: ReadOnly<"wallet">;
	readonly walletAccounts: ReadOnly<"walletAccount">;
	readonly importTargets: ReadOnly<"importTarget">;
	readonly policies: ReadOnly<"policy">;
	readonly mfaPolicies: ReadOnly<"mfaPolicy">;
	readonly webhookEndpoints: ReadOnly<"webhookEndpoint">;
	readonly ipAllowlists: ReadOnly<"ipAllowlist">;
	readonly tvcOperators: ReadOnly<"tvcOperator">;
	readonly tvcOperatorSets: ReadOnly<"tvcOperatorSet">;
	readonly tvcApps: ReadOnly<"tvcApp">;
	readonly tvcDeployments: ReadOnly<"tvcDeployment">;
}
type ReadOnly<N extends Exclude<Noun, "organization">> = Omit<Collection<Entities[N]>, "put" | "remove">;

/** The key under which an MFA policy's name is unique: its user's. */
export function mfaPolicyKey(userId: string, name: string): string {
	return `${userId}/${name}`;
}

/** What an OIDC token says about who somebody is: one key for one identity. */
export function oauthIdentity(claims: { readonly issuer: string; readonly audience: string; readonly subject: string }): string {
	return JSON.stringify([claims.issuer, claims.audience, claims.subject]);
}

const PEOPLE: ReadonlySet<Noun> = new Set(["user", "apiKey", "authenticator"]);

const ofUser = (entity: { readonly userId: string }): readonly string[] => [entity.userId];

/** A private key is found by its tags, and by what signing requests name it. */
function tagsAndAddresses({ tags, addresses }: Entities["privateKey"]): readonly string[] {
	return [...tags, ...addresses.map((each) => each.address)];
}

/** The event types an endpoint is to be told about: none while it is switched off. */
function wantedEvents({ isActive, subscriptions }: WebhookEndpointEntity): readonly string[] {
	if (!isActive) return [];
	return [...new Set(subscriptions.filter((each) => each.isActive).map((each) => each.eventType))];
}

export class Organization implements OrganizationView {
	readonly number: number;
	#self: OrganizationEntity;
	#parent: Organization | undefined;
	readonly #children = new Map<string, Organization>();
	#peopleGeneration = 0;
	readonly #collections: Collections = {
		user: new Collection({ groups: (each) => each.tags }),
		apiKey: new Collection<Entities["apiKey"]>({ key: (each) => each.publicKey, groups: ofUser }),
		authenticator: new Collection<Entities["authenticator"]>({ key: (each) => each.credentialId, groups: ofUser }),
		oauthProvider: new Collection<Entities["oauthProvider"]>({ key: oauthIdentity, groups: ofUser }),
		sessionProfile: new Collection({ key: (each) => each.name }),
		otp: new Collection<Entities["otp"]>({ groups: (each) => [each.contact] }),
		usedToken: new Collection(),
		oauth2Credential: new Collection(),
		oauth2Provider: new Collection(),
		authProxy: new Collection(),
		userTag: new Collection({ key: (each) => each.name }),
		privateKeyTag: new Collection({ key: (each) => each.name }),
		privateKey: new Collection<Entities["privateKey"]>({ groups: tagsAndAddresses }),
		wallet: new Collection(),
		walletAccount: new Collection<Entities["walletAccount"]>({ groups: (each) => [each.walletId, each.address] }),
		importTarget: new Collection(),
		policy: new Collection({ key: (each) => each.name }),
		mfaPolicy: new Collection<Entities["mfaPolicy"]>({ key: (each) => mfaPolicyKey(each.userId, each.name), groups: ofUser }),
		webhookEndpoint: new Collection({ groups: wantedEvents }),
		ipAllowlist: new Collection(),
		tvcOperator: new Collection(),
		tvcOperatorSet: new Collection(),
		tvcApp: new Collection(),
		tvcDeployment: new Collection<Entities["tvcDeployment"]>({ groups: (each) => [each.appId] }),
	};

	constructor(number: number, self: OrganizationEntity) {
		this.number = number;
		this.#self = self;
	}

	get id(): string {
		return this.#self.id;
	}

	get self(): OrganizationEntity {
		return this.#self;
	}

	get parent(): Organization | undefined {
		return this.#parent;
	}

	get children(): ReadonlyMap<string, Organization> {
		return this.#children;
	}

	/** Takes an organisation in as one of its sub-organisations. */
	adopt(child: Organization): void {
		child.#parent = this;
		this.#children.set(child.id, child);
	}

	/** Forgets a sub-organisation, which itself stays as it was. */
	disown(child: Organization): void {
		this.#children.delete(child.id);
	}

	get peopleGeneration(): number {
		return this.#peopleGeneration;
	}

	apply(change: Change): void {
		if (PEOPLE.has(change.noun)) this.#peopleGeneration += 1;
		if (change.noun === "organization") {
			if ("put" in change) this.#self = change.put;
			return;
		}
		const collection = this.#collections[change.noun] as Collection<Entities[Exclude<Noun, "organization">]>;
		if ("put" in change) collection.put(change.put);
		else collection.remove(change.remove);
	}

	readonly users = this.#collections.user;
	readonly apiKeys = this.#collections.apiKey;
	readonly authenticators = this.#collections.authenticator;
	readonly oauthProviders = this.#collections.oauthProvider;
	readonly sessionProfiles = this.#collections.sessionProfile;
	readonly otps = this.#collections.otp;
	readonly usedTokens = this.#collections.usedToken;
	readonly oauth2Credentials = this.#collections.oauth2Credential;
	readonly oauth2Providers = this.#collections.oauth2Provider;
	readonly authProxies = this.#collections.authProxy;
	readonly userTags = this.#collections.userTag;
	readonly privateKeyTags = this.#collections.privateKeyTag;
	readonly privateKeys = this.#collections.privateKey;
	readonly wallets = this.#collections.wallet;
	readonly walletAccounts = this.#collections.walletAccount;
	readonly importTargets = this.#collections.importTarget;
	readonly policies = this.#collections.policy;
	readonly mfaPolicies = this.#collections.mfaPolicy;
	readonly webhookEndpoints = this.#collections.webhookEndpoint;
	readonly ipAllowlists = this.#collections.ipAllowlist;
	readonly tvcOperators = this.#collections.tvcOperator;
	readonly tvcOperatorSets = this.#collections.tvcOperatorSet;
	readonly tvcApps = this.#collections.tvcApp;
	readonly tvcDeployments = this.#collections.tvcDeployment;
}
