// Credentials that come into being: what a request says about them, checked, as entities. A batch is checked as a whole, so
// that two of its members cannot take the same key.
import { normalP256PublicKey } from "../../api/p256.js";
import type { ApiKeyEntity, AuthenticatorEntity, OauthProviderEntity } from "../entity.js";
import { checkLabel } from "../handlers/argument.js";
import type { ExecutionContext } from "../handlers/handler.js";
import { type OrganizationView, oauthIdentity } from "../organization.js";
import { invalid } from "../refusal.js";
import { importPublicKey, type KeyCurve } from "../stamp-verification.js";
import { type Attestation, readAttestation } from "./attestation.js";
import { readSeconds } from "./expiry.js";
import { checkUserLimit } from "./key-limits.js";
import type { ProvenIdentities } from "./proven-identities.js";

export interface ApiKeyRequest {
	readonly apiKeyName: string;
	readonly publicKey: string;
	readonly curveType: string;
	readonly expirationSeconds?: string | null | undefined;
}

export interface AuthenticatorRequest {
	readonly authenticatorName: string;
	readonly challenge: string;
	readonly attestation: Attestation & { readonly transports: readonly string[] };
}

export interface OauthProviderRequest {
	readonly providerName: string;
	readonly oidcToken?: string | null | undefined;
	readonly oidcClaims?: { readonly iss: string; readonly sub: string; readonly aud: string } | null | undefined;
}

export type MakingContext = Pick<ExecutionContext, "limits" | "now" | "newId">;

/** Makes the credentials of one request, for users that are there or are about to be. */
export class NewCredentials {
	readonly #organization: OrganizationView;
	readonly #context: MakingContext;
	/** What earlier members of the batch have taken: keys, credential identifiers, identities. */
	readonly #taken = new Set<string>();

	constructor(organization: OrganizationView, context: MakingContext) {
		this.#organization = organization;
		this.#context = context;
	}

	/** Throws a `Refusal` (400). Limits per user are checked by whoever knows what the user has. */
	apiKeys(userId: string, requests: readonly ApiKeyRequest[]): readonly ApiKeyEntity[] {
		return requests.map(({ apiKeyName, publicKey, curveType, expirationSeconds }) => {
			checkLabel("apiKeyName", apiKeyName, this.#context.limits);
			const curve = curveType.slice("API_KEY_CURVE_".length) as KeyCurve;
			const normal = normalKey(curve, publicKey);
			if (this.#organization.apiKeys.withKey(normal) || this.#isTaken(normal)) {
				throw invalid(`api key public key must be unique in the organization: ${normal}`);
			}
			return {
				...this.#newEntity(),
				userId,
				name: apiKeyName,
				publicKey: normal,
				type: `CREDENTIAL_TYPE_API_KEY_${curve}`,
				expirationSeconds: readSeconds(expirationSeconds) ?? null,
				sessionProfileId: null,
			};
		});
	}

	/** Throws a `Refusal`: 400 for an attestation that does not hold, 429 for more than a user may have. */
	authenticators(userId: string, requests: readonly AuthenticatorRequest[]): readonly AuthenticatorEntity[] {
		const { limits } = this.#context;
		checkUserLimit(
			"authenticators",
			this.#organization.authenticators.group(userId).size + requests.length,
			limits.authenticators,
		);
		return requests.map(({ authenticatorName, challenge, attestation }) => {
			checkLabel("authenticatorName", authenticatorName, limits);
			const credential = readAttestation(this.#organization, challenge, attestation);
			if (this.#organization.authenticators.withKey(credential.credentialId) || this.#isTaken(credential.credentialId)) {
				throw invalid(`authenticator credential ID must be unique in the organization: ${credential.credentialId}`);
			}
			return {
				...this.#newEntity(),
				userId,
				name: authenticatorName,
				...credential,
				transports: [...attestation.transports],
				model: "",
			};
		});
	}

	/**
	 * Claims without a token are taken when a token beside them is from the same issuer about the same subject. Throws a
	 * `Refusal`: 400, or 429 for more than a user may have.
	 */
	oauthProviders(
		userId: string,
		requests: readonly OauthProviderRequest[],
		proven: ProvenIdentities,
	): readonly OauthProviderEntity[] {
		const { limits } = this.#context;
		checkUserLimit(
			"oauth providers",
			this.#organization.oauthProviders.group(userId).size + requests.length,
			limits.oauthProviders,
		);
		const tokens = requests.flatMap(({ oidcToken }) => (oidcToken ? [proven.get(oidcToken)] : []));
		return requests.map(({ providerName, oidcToken, oidcClaims }) => {
			checkLabel("providerName", providerName, limits);
			const token = oidcToken ? proven.get(oidcToken) : undefined;
			const claims = oidcClaims && { issuer: oidcClaims.iss, audience: oidcClaims.aud, subject: oidcClaims.sub };
			if ((token === undefined) === (claims === null || claims === undefined)) {
				throw invalid("invalid request body: an OAuth provider needs one of `oidcToken` and `oidcClaims`");
			}
			if (claims && !tokens.some((each) => each?.issuer === claims.issuer && each.subject === claims.subject)) {
				throw invalid("invalid request body: `oidcClaims` need an `oidcToken` with the same iss and sub beside them");
			}
			const { issuer, audience, subject } = (token ?? claims) as NonNullable<typeof claims>;
			const identity = oauthIdentity({ issuer, audience, subject });
			if (this.#organization.oauthProviders.withKey(identity) || this.#isTaken(identity)) {
				throw invalid("oauth provider already exists", "OAUTH_PROVIDER_ALREADY_EXISTS");
			}
			return { ...this.#newEntity(), userId, name: providerName, issuer, audience, subject };
		});
	}

	#newEntity(): { readonly id: string; readonly createdAt: number; readonly updatedAt: number } {
		const { newId, now } = this.#context;
		return { id: newId(), createdAt: now, updatedAt: now };
	}

	#isTaken(key: string): boolean {
		const taken = this.#taken.has(key);
		this.#taken.add(key);
		return taken;
	}
}

/** A key as it is stored: lower case, compressed. */
function normalKey(curve: KeyCurve, publicKey: string): string {
	const normal = curve === "P256" ? normalP256PublicKey(publicKey) : publicKey.toLowerCase();
	if (normal === undefined || !importPublicKey(curve, normal)) {
		throw invalid(`invalid api key public key: \`${publicKey}\` is not a key of curve ${curve}`);
	}
	return normal;
}
