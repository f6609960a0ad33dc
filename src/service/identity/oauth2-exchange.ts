// The two questions to an OAuth 2.0 provider: the code for a bearer token (with PKCE), and the bearer token for its owner.
import { Secret } from "../../base/secret.js";
import type { Oauth2CredentialEntity } from "../entity.js";
import type { OrganizationView } from "../organization.js";
import { invalid } from "../refusal.js";
import { getJson, OutsideError, postForm } from "./outside-http.js";

interface Provider {
	readonly tokenEndpoint: string;
	readonly userinfoEndpoint: string;
	/** Stands before the owner's identifier in the subject. */
	readonly prefix: string;
}

/** Where the providers answer in life. */
const PROVIDERS: Readonly<Record<string, Provider>> = {
	OAUTH2_PROVIDER_X: {
		tokenEndpoint: "https://api.x.com/2/oauth2/token",
		userinfoEndpoint: "https://api.x.com/2/users/me",
		prefix: "x",
	},
	OAUTH2_PROVIDER_DISCORD: {
		tokenEndpoint: "https://discord.com/api/oauth2/token",
		userinfoEndpoint: "https://discord.com/api/users/@me",
		prefix: "discord",
	},
};

export interface Exchanged {
	/** The provider's prefix, a colon, and the owner's identifier there. */
	readonly subject: string;
	readonly bearerToken: Secret;
}

/** Rejects with a `Refusal` (400) when the provider does not give what it is asked for, with its own word for the reason. */
export async function exchangeCode(
	organization: OrganizationView,
	credential: Oauth2CredentialEntity,
	clientSecret: Secret,
	request: { readonly authCode: string; readonly redirectUri: string; readonly codeVerifier: string },
): Promise<Exchanged> {
	const provider = PROVIDERS[credential.provider];
	if (!provider) throw invalid(`unknown OAuth 2.0 provider ${credential.provider}`, "INVALID_OAUTH2_PROVIDER");
	const { clientId } = credential;
	const { tokenEndpoint, userinfoEndpoint } = organization.oauth2Providers.get(credential.provider) ?? provider;
	try {
		const tokens = await postForm(
			tokenEndpoint,
			{
				grant_type: "authorization_code",
				code: request.authCode,
				redirect_uri: request.redirectUri,
				code_verifier: request.codeVerifier,
				client_id: clientId,
			},
			{ authorization: `Basic ${basic(clientId, clientSecret)}` },
		);
		const bearerToken = text(tokens, "access_token");
		if (bearerToken === undefined) throw refused("the provider's answer has no access token");
		const owner = await getJson(userinfoEndpoint, {
			authorization: `Bearer ${bearerToken}`,
		});
		const id = text(owner, "id") ?? text((owner as { data?: unknown } | null)?.data, "id") ?? text(owner, "sub");
		if (id === undefined) throw refused("the provider does not say whose token it is");
		return { subject: `${provider.prefix}:${id}`, bearerToken: new Secret(bearerToken) };
	} catch (error) {
		if (error instanceof OutsideError) throw refused(error.message);
		throw error;
	}
}

/** Name and secret are form-encoded before they are joined, as OAuth 2.0 asks. */
function basic(clientId: string, clientSecret: Secret): string {
	const encode = (part: string): string => new URLSearchParams({ "": part }).toString().slice(1);
	return Buffer.from(`${encode(clientId)}:${encode(clientSecret.reveal())}`).toString("base64");
}

function text(value: unknown, name: string): string | undefined {
	const member = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
	if (typeof member === "number" && Number.isSafeInteger(member)) return String(member);
	return typeof member === "string" && member !== "" ? member : undefined;
}

function refused(detail: string) {
	return invalid(`the authorization code could not be exchanged: ${detail}`);
}
