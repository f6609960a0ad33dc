// Authenticating with an OAuth 2.0 provider that issues no OIDC tokens: the code is exchanged at the provider, the provider
// asked who the token is about, and the service vouches for the answer with a token of its own.
import { uncompressedP256 } from "../hpke.js";
import { credentialBundle } from "../identity/credential-bundle.js";
import { type Exchanged, exchangeCode } from "../identity/oauth2-exchange.js";
import { issueOidcToken } from "../identity/oidc-token.js";
import { openEnvelope } from "../identity/quorum-envelope.js";
import { invalid } from "../refusal.js";
import { waiting } from "./handler.js";
import { foundCredential } from "./oauth2-credentials.js";

interface Authenticated extends Exchanged {
	/** The bearer token, encrypted to the client's key; undefined when no key was given. */
	readonly bundle: string | undefined;
}

export const oauth2Authenticate = waiting<"oauth2_authenticate", Authenticated>({
	check({ organization, keys }, parameters) {
		const { authCode, codeVerifier, oauth2CredentialId, redirectUri, nonce, bearerTokenTargetPublicKey } = parameters;
		if (authCode === "") throw invalid("auth_code must be set");
		if (codeVerifier === "") throw invalid("code_verifier must be set");
		if (oauth2CredentialId === "") throw invalid("oauth2_credential_id must be set");
		if (redirectUri === "") throw invalid("redirect_uri must be set");
		if (!/^[0-9a-f]{64}$/.test(nonce)) throw invalid("nonce must be the SHA-256 of a public key, in hexadecimal");
		const credential = foundCredential(organization, oauth2CredentialId);
		if (credential.clientId === "") throw invalid("client_id must be set");
		if (!openEnvelope(credential.encryptedClientSecret, keys.tlsFetcherEncryption)) {
			throw invalid("the provider is not configured: its client secret cannot be opened", "OAUTH2_PROVIDER_NOT_CONFIGURED");
		}
		readTarget(bearerTokenTargetPublicKey);
	},
	async prepare({ organization, keys }, parameters) {
		const { oauth2CredentialId, authCode, redirectUri, codeVerifier, bearerTokenTargetPublicKey } = parameters;
		const credential = foundCredential(organization, oauth2CredentialId);
		const clientSecret = openEnvelope(credential.encryptedClientSecret, keys.tlsFetcherEncryption);
		if (!clientSecret) throw invalid("the provider is not configured", "OAUTH2_PROVIDER_NOT_CONFIGURED");
		const exchanged = await exchangeCode(organization, credential, clientSecret, { authCode, redirectUri, codeVerifier });
		const target = readTarget(bearerTokenTargetPublicKey);
		const bundle = target && (await credentialBundle(target, Buffer.from(exchanged.bearerToken.reveal(), "utf8")));
		return { ...exchanged, bundle };
	},
	execute({ organization, keys, now }, { oauth2CredentialId, nonce }, { subject, bundle }) {
		const { clientId: audience } = foundCredential(organization, oauth2CredentialId);
		const more = bundle === undefined ? {} : { encrypted_bearer_token: bundle };
		return { changes: [], result: { oidcToken: issueOidcToken(keys, { audience, subject, nonce, more }, now) } };
	},
});

/** Throws a `Refusal` (400) for what is no P-256 key, compressed or not. */
function readTarget(publicKey: string | null | undefined): Uint8Array | undefined {
	if (publicKey === null || publicKey === undefined || publicKey === "") return undefined;
	const bytes = uncompressedP256(publicKey);
	if (!bytes) throw invalid("invalid request body: `bearerTokenTargetPublicKey` must be a P-256 public key in hexadecimal");
	return bytes;
}
