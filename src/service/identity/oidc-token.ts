// OIDC tokens: the service's own, which it issues for providers that have none, and those of other issuers, which are held
// against the keys the issuer publishes.
import { createHash } from "node:crypto";
import type { JsonObject } from "../../base/json.js";
import { invalid, type Refusal } from "../refusal.js";
import type { ServiceKeys } from "../service-keys.js";
import type { IssuerKeys } from "./issuer-keys.js";
import { openToken, readToken, signToken } from "./json-web-token.js";

/** The issuer of the service's own tokens. */
export const OWN_ISSUER = "Turnkey";
/** How long such a token is valid, in seconds. Our choice. */
const OWN_LIFETIME = 3600;

/** Who a token says somebody is. */
export interface OidcIdentity {
	readonly issuer: string;
	readonly audience: string;
	readonly subject: string;
	/** What binds the token to a key: either claim does. */
	readonly nonces: readonly string[];
	/** An address the issuer vouches for; null when it vouches for none. */
	readonly email: string | null;
}

/** The nonce that binds a token to a client's key: SHA-256 of the key's hexadecimal text, not of its bytes. */
export function nonceFor(publicKey: string): string {
	return createHash("sha256").update(publicKey, "ascii").digest("hex");
}

export function issueOidcToken(
	{ tlsFetcher }: ServiceKeys,
	claims: { readonly audience: string; readonly subject: string; readonly nonce: string; readonly more?: JsonObject },
	now: number,
): string {
	const seconds = Math.floor(now / 1000);
	const { audience, subject, nonce, more = {} } = claims;
	const payload = { iss: OWN_ISSUER, aud: audience, sub: subject, iat: seconds, exp: seconds + OWN_LIFETIME, nonce, ...more };
	return signToken({ alg: "ES256", typ: "JWT", kid: "tls-fetcher" }, payload, tlsFetcher);
}

/** A token given plain, or in base64 once more, as its plain text. */
function plainToken(text: string): string {
	return text.includes(".") ? text : Buffer.from(text, "base64").toString("utf8");
}

/** What a token claims, unproven: for finding whom it may be about. Throws a `Refusal` (400) when it is no token. */
export function claimedIdentity(token: string): OidcIdentity {
	const read = readToken(plainToken(token));
	if (!read) throw badToken("it is not a token");
	return identityOf(read.claims);
}

/** Rejects with a `Refusal` (400) unless the token is its issuer's and valid now. */
export async function verifyOidcToken(
	token: string,
	{ keys, issuers, now }: { readonly keys: ServiceKeys; readonly issuers: IssuerKeys; readonly now: number },
): Promise<OidcIdentity> {
	const plain = plainToken(token);
	const { issuer } = claimedIdentity(plain);
	if (issuer !== OWN_ISSUER) return identityOf(await issuers.verify(plain, issuer, now));
	const claims = openToken(plain, keys.tlsFetcher);
	if (!claims) throw badToken("its signature does not verify");
	if (typeof claims["exp"] !== "number" || claims["exp"] * 1000 <= now) throw badToken("it has expired");
	return identityOf(claims);
}

/** Throws a `Refusal` (400) unless the token was made for this key. */
export function checkNonce({ nonces }: OidcIdentity, publicKey: string): void {
	if (!nonces.includes(nonceFor(publicKey))) throw badToken("its nonce is not the SHA-256 of the public key");
}

export function badToken(detail: string): Refusal {
	return invalid(`invalid OIDC token: ${detail}`, "INVALID_OIDC_TOKEN");
}

function identityOf(claims: JsonObject): OidcIdentity {
	const { iss, aud, sub, nonce, tknonce, email, email_verified } = claims;
	const audience = Array.isArray(aud) ? aud[0] : aud;
	if (typeof iss !== "string" || typeof audience !== "string" || typeof sub !== "string" || sub === "") {
		throw badToken("it has no iss, aud or sub");
	}
	const vouched = typeof email === "string" && (email_verified === true || email_verified === "true");
	return {
		issuer: iss,
		audience,
		subject: sub,
		nonces: [nonce, tknonce].filter((each) => typeof each === "string"),
		email: vouched ? email : null,
	};
}
