// The login proxy: what a web page may ask without a stamp. It finds the organisation that is meant and does there what a
// backend would do, with the lifetimes its configuration says.
import type { ParametersOf } from "../api/operation.js";
import { type operations, type ProxyName, proxyRow } from "../api/operations.js";
import type { JsonObject } from "../base/json.js";
import type { ActivityPipeline } from "./activity-pipeline.js";
import type { BodyValidation } from "./body-validation.js";
import { isUuid } from "./identifier.js";
import { claimedIdentity, verifyOidcToken } from "./identity/oidc-token.js";
import { type ProxyConfig, proxyConfig } from "./identity/proxy-access.js";
import { matchingSubOrganizations } from "./identity/sub-organization-filter.js";
import { contactKind, isVerified, usersWith } from "./identity/user-contact.js";
import { readVerificationToken } from "./identity/verification-token.js";
import { type OrganizationView, oauthIdentity } from "./organization.js";
import { invalid, noOrganization, notFound, Refusal, unimplemented } from "./refusal.js";
import { readBody } from "./request-body.js";
import type { ServiceSetting } from "./service-setting.js";
import type { Store } from "./store.js";
import type { IncomingRequest } from "./submission.js";

type Parameters<N extends ProxyName> = ParametersOf<(typeof operations)[N]>;
type Handler<N extends ProxyName> = (config: ProxyConfig, parameters: Parameters<N>) => Promise<JsonObject> | JsonObject;

export class ProxyPipeline {
	readonly #store: Store;
	readonly #setting: ServiceSetting;
	readonly #validation: BodyValidation;
	readonly #activities: ActivityPipeline;

	constructor(store: Store, setting: ServiceSetting, validation: BodyValidation, activities: ActivityPipeline) {
		this.#store = store;
		this.#setting = setting;
		this.#validation = validation;
		this.#activities = activities;
	}

	/** The text to answer with. Rejects with a `Refusal`. */
	async ask(name: ProxyName, { headers, bytes }: IncomingRequest): Promise<string> {
		const { value } = readBody(bytes);
		const validate = await this.#validation.validatorFor(proxyRow(name));
		const config = proxyConfig(this.#store, headers);
		validate(value);
		const handler = this.#handlers[name] as unknown as (config: ProxyConfig, parameters: JsonObject) => Promise<JsonObject>;
		const answer = JSON.stringify(await handler(config, value));
		await this.#store.settled();
		return answer;
	}

	readonly #handlers: { readonly [N in ProxyName]: Handler<N> } = {
		otp_login_v2: ({ organization, proxy }, { organizationId, ...parameters }) => {
			const target = organizationId
				? this.#served(organization, organizationId)
				: this.#withContact(organization, parameters.verificationToken);
			const expirationSeconds = String(proxy.sessionExpirationSeconds);
			return this.#submit("otp_login", target, proxy.id, { ...parameters, expirationSeconds });
		},
		proxy_otp_init: ({ organization, proxy }, { otpType, contact }) =>
			this.#submit("init_otp", organization, proxy.id, {
				otpType,
				contact,
				appName: organization.self.name,
				otpLength: proxy.otpLength,
				alphanumeric: proxy.otpAlphanumeric,
				expirationSeconds: String(proxy.otpExpirationSeconds),
			}),
		proxy_otp_verify: ({ organization, proxy }, parameters) =>
			this.#submit("verify_otp", organization, proxy.id, {
				...parameters,
				expirationSeconds: String(proxy.verificationTokenExpirationSeconds),
			}),
		proxy_account: ({ organization, proxy }, parameters) => {
			const { filterType, filterValue, verificationToken } = parameters;
			if (proxy.verificationTokenRequired && (filterType === "EMAIL" || filterType === "PHONE_NUMBER")) {
				this.#checkOwnContact(organization, filterValue, verificationToken);
			}
			const [found] = matchingSubOrganizations(organization, { filterType, filterValue });
			return found ? { organizationId: found.id } : {};
		},
		proxy_oauth_login: async ({ organization, proxy }, { organizationId, ...parameters }) => {
			const target = organizationId
				? this.#served(organization, organizationId)
				: await this.#withIdentity(organization, parameters.oidcToken);
			const expirationSeconds = String(proxy.sessionExpirationSeconds);
			return this.#submit("oauth_login", target, proxy.id, { ...parameters, expirationSeconds });
		},
		proxy_oauth2_authenticate: ({ organization, proxy }, { provider, clientId, ...parameters }) => {
			const credentials = [...organization.oauth2Credentials.all()];
			const credential = credentials.find((each) => each.provider === provider && each.clientId === clientId);
			if (!credential) {
				const message = `unable to find an oauth2 credential of ${provider} with client ID ${clientId}`;
				throw new Refusal("NotFound", message, "OAUTH2_CREDENTIAL_NOT_FOUND");
			}
			return this.#submit("oauth2_authenticate", organization, proxy.id, { ...parameters, oauth2CredentialId: credential.id });
		},
		proxy_signup: async ({ organization, proxy }, parameters) => {
			const { userEmail, userPhoneNumber, userTag, userName, organizationName, captchaToken, ...rest } = parameters;
			if (userTag) throw unimplemented("`userTag` is not supported by this service");
			const { apiKeys, authenticators, oauthProviders, ...request } = rest;
			const name = userName || userEmail || userPhoneNumber || "user";
			const result = await this.#submit("create_sub_organization", organization, proxy.id, {
				subOrganizationName: organizationName || `sub-org-${this.#setting.clock.now()}`,
				rootUsers: [{ userName: name, userEmail, userPhoneNumber, apiKeys, authenticators, oauthProviders }],
				rootQuorumThreshold: 1,
				...request,
			});
			const { subOrganizationId = "", rootUserIds, wallet } = result;
			return {
				organizationId: subOrganizationId,
				userId: Array.isArray(rootUserIds) ? rootUserIds[0] : "",
				...(wallet === undefined ? {} : { wallet }),
				appProofs: [],
			};
		},
		proxy_wallet_kit_config: ({ organization, proxy }) => ({
			enabledProviders: ["email", "sms", "passkey", "wallet"],
			sessionExpirationSeconds: String(proxy.sessionExpirationSeconds),
			organizationId: organization.id,
			otpAlphanumeric: proxy.otpAlphanumeric,
			otpLength: String(proxy.otpLength),
		}),
	};

	/** Bodies of the proxy's own making say nothing where their reader said nothing. */
	#submit(
		name: "otp_login" | "init_otp" | "verify_otp" | "oauth_login" | "oauth2_authenticate" | "create_sub_organization",
		organization: OrganizationView,
		proxyId: string,
		parameters: object,
	): Promise<JsonObject> {
		const plain = JSON.parse(JSON.stringify(parameters)) as JsonObject;
		return this.#activities.submitForProxy(name, { organizationId: organization.id, proxyId, parameters: plain });
	}

	/** Throws a `Refusal`: 400, or 404 unless it is the proxy's organisation or one of its sub-organisations. */
	#served(parent: OrganizationView, id: string): OrganizationView {
		if (!isUuid(id)) throw invalid("malformed organization ID provided", "INVALID_ORGANIZATION_ID");
		const found = parent.id === id ? parent : parent.children.get(id);
		if (!found) throw noOrganization();
		return found;
	}

	/**
	 * Where the owner of a contact is to be logged in: in the sub-organisation where they have proven it before, else in one
	 * that knows the contact, else in the proxy's own organisation.
	 */
	#withContact(parent: OrganizationView, verificationToken: string): OrganizationView {
		const { keys, clock } = this.#setting;
		const claims = readVerificationToken(verificationToken, { keys, organization: parent, now: clock.now() });
		const { verificationType, contact } = claims;
		const kind = contactKind(verificationType) ?? "email";
		const known = [...parent.children.values(), parent].filter((each) => usersWith(each, kind, contact).length > 0);
		const verified = known.find((each) => usersWith(each, kind, contact).some((user) => isVerified(user, kind)));
		const found = verified ?? known[0];
		if (!found) throw notFound("user with contact", contact, parent.id);
		return found;
	}

	async #withIdentity(parent: OrganizationView, oidcToken: string): Promise<OrganizationView> {
		const { keys, issuers, clock } = this.#setting;
		const identity = await verifyOidcToken(oidcToken, { keys, issuers, now: clock.now() });
		const key = oauthIdentity(identity);
		const found = [...parent.children.values(), parent].find((each) => each.oauthProviders.withKey(key));
		if (!found) throw notFound("user with oauth provider", claimedIdentity(oidcToken).subject, parent.id);
		return found;
	}

	#checkOwnContact(organization: OrganizationView, contact: string, verificationToken: string | null | undefined): void {
		const { keys, clock } = this.#setting;
		if (!verificationToken) throw invalid("a verification token is needed to look up an account by its contact");
		const token = readVerificationToken(verificationToken, { keys, organization, now: clock.now() });
		if (token.contact.toLowerCase() !== contact.toLowerCase()) {
			throw invalid("verification token was issued for another contact");
		}
	}
}
