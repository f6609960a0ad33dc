// The keys other issuers sign OIDC tokens with: found through the document every issuer publishes, fetched when first
// needed, and kept for a while.
import type { JSONWebKeySet, JWTVerifyGetKey } from "jose";
import type { JsonObject } from "../../base/json.js";
import { isJsonObject } from "../../base/json.js";
import { badToken } from "./oidc-token.js";
import { getJson, OutsideError } from "./outside-http.js";

/** How long an issuer's keys are believed, and how long a token that names another key has to wait for new ones. */
const KEPT = 300_000;
const PAUSE = 10_000;
/** Issuers remembered at once. */
const REMEMBERED = 100;

interface KeySet {
	readonly fetchedAt: number;
	readonly find: JWTVerifyGetKey;
}

export class IssuerKeys {
	readonly #sets = new Map<string, Promise<KeySet>>();

	/** The claims of a token. Rejects with a `Refusal` (400) unless the issuer signed it and it is valid. `now` in milliseconds. */
	async verify(token: string, issuer: string, now: number): Promise<JsonObject> {
		const { errors, jwtVerify } = await import("jose");
		const options = { issuer, currentDate: new Date(now), requiredClaims: ["exp", "aud", "sub"], algorithms: ALGORITHMS };
		for (let maximumAge = KEPT; ; maximumAge = PAUSE) {
			const keys = await this.#keysOf(issuer, now, maximumAge);
			try {
				const { payload } = await jwtVerify(token, keys.find, options);
				return payload as JsonObject;
			} catch (error) {
				// Keys rotate: one that is not known may be new. Asked again once, and not again and again.
				const unknown = error instanceof errors.JWKSNoMatchingKey;
				if (unknown && maximumAge === KEPT && now >= keys.fetchedAt + PAUSE) continue;
				throw badToken(unknown ? "it is signed with a key its issuer does not publish" : reasonOf(error));
			}
		}
	}

	#keysOf(issuer: string, now: number, maximumAge: number): Promise<KeySet> {
		const known = this.#sets.get(issuer);
		const fresh = (known ?? Promise.reject(new Error("none"))).then(
			(keys) => (now < keys.fetchedAt + maximumAge ? keys : this.#fetch(issuer, now)),
			() => this.#fetch(issuer, now),
		);
		this.#sets.delete(issuer);
		this.#sets.set(issuer, fresh);
		const [oldest] = this.#sets.keys();
		if (this.#sets.size > REMEMBERED && oldest !== undefined) this.#sets.delete(oldest);
		return fresh;
	}

	async #fetch(issuer: string, now: number): Promise<KeySet> {
		const { createLocalJWKSet } = await import("jose");
		const configuration = await read(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
		const location = configuration["jwks_uri"];
		if (configuration["issuer"] !== issuer) throw badToken("the issuer's configuration is another issuer's");
		if (typeof location !== "string") throw badToken("the issuer's configuration names no keys");
		try {
			return { fetchedAt: now, find: createLocalJWKSet((await read(location)) as unknown as JSONWebKeySet) };
		} catch (error) {
			throw badToken(reasonOf(error));
		}
	}
}

/** Signatures only others' private keys can make. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"];

async function read(location: string): Promise<JsonObject> {
	try {
		const value = await getJson(location);
		if (isJsonObject(value)) return value;
	} catch (error) {
		if (error instanceof OutsideError) throw badToken(`its issuer's keys cannot be had: ${error.message}`);
		throw error;
	}
	throw badToken("its issuer does not answer with a JSON object");
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
