// A real OAuth 2.0 and OpenID Connect server on loopback, and a browser that somebody has logged in with: codes come out of
// the authorization endpoint with PKCE, as they do in life.
import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export const CLIENT = { clientId: "the-app", clientSecret: "keep it: s3cret/&+" } as const;
export const REDIRECT_URI = "https://app.example/callback";

export const ID_TOKEN_SECONDS = 120;

export interface OauthServer {
	readonly issuer: string;
	readonly tokenEndpoint: string;
	readonly userinfoEndpoint: string;
	/** Logs somebody in and grants the app what it asks for. */
	authorize(account: string, nonce?: string): Promise<{ readonly code: string; readonly codeVerifier: string }>;
	/** An ID token of the server's own, for somebody and a nonce. */
	idToken(account: string, nonce: string): Promise<string>;
	close(): Promise<void>;
}

export async function startOauthServer(): Promise<OauthServer> {
	let handle: ReturnType<Provider["callback"]> = () => Promise.resolve();
	let account = "";
	const server = createServer((request, response) => void handle(request, response));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
	const provider = new Provider(issuer, {
		clients: [
			{
				client_id: CLIENT.clientId,
				client_secret: CLIENT.clientSecret,
				redirect_uris: [REDIRECT_URI],
				grant_types: ["authorization_code"],
				response_types: ["code"],
				token_endpoint_auth_method: "client_secret_basic",
			},
		],
		pkce: { required: () => true },
		features: { devInteractions: { enabled: false } },
		interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
		findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
		cookies: { keys: [randomBytes(16).toString("hex")] },
		jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: "1", use: "sig", alg: "RS256" }] },
		ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: ID_TOKEN_SECONDS, Interaction: 60, Session: 600 },
	});
	const callback = provider.callback();
	handle = async (request, response) => {
		if (!request.url?.startsWith("/interaction/")) return callback(request, response);
		const { params } = await provider.interactionDetails(request, response);
		const grant = new provider.Grant({ accountId: account, clientId: String(params["client_id"]) });
		grant.addOIDCScope("openid");
		const consent = { grantId: await grant.save() };
		await provider.interactionFinished(request, response, { login: { accountId: account }, consent });
	};

	const authorize: OauthServer["authorize"] = async (somebody, nonce) => {
		account = somebody;
		const codeVerifier = randomBytes(32).toString("base64url");
		const query = new URLSearchParams({
			client_id: CLIENT.clientId,
			redirect_uri: REDIRECT_URI,
			response_type: "code",
			scope: "openid",
			code_challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
			code_challenge_method: "S256",
			...(nonce === undefined ? {} : { nonce }),
		});
		const cookies = new Map<string, string>();
		let location = `${issuer}/auth?${query}`;
		while (!location.startsWith(REDIRECT_URI)) {
			const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
			const answer = await fetch(location, { redirect: "manual", headers: { cookie } });
			for (const each of answer.headers.getSetCookie()) {
				const [, name = "", value = ""] = /^([^=]*)=([^;]*)/.exec(each) ?? [];
				cookies.set(name, value);
			}
			const next = answer.headers.get("location");
			if (next === null) throw new Error(`the OAuth server does not lead on: ${answer.status} ${await answer.text()}`);
			location = new URL(next, issuer).href;
		}
		return { code: new URL(location).searchParams.get("code") ?? "", codeVerifier };
	};

	return {
		issuer,
		tokenEndpoint: `${issuer}/token`,
		userinfoEndpoint: `${issuer}/me`,
		authorize,
		async idToken(somebody, nonce) {
			const { code, codeVerifier } = await authorize(somebody, nonce);
			const secret = encodeURIComponent(CLIENT.clientSecret);
			const answer = await fetch(`${issuer}/token`, {
				method: "POST",
				headers: { authorization: `Basic ${Buffer.from(`${CLIENT.clientId}:${secret}`).toString("base64")}` },
				body: new URLSearchParams({
					grant_type: "authorization_code",
					code,
					redirect_uri: REDIRECT_URI,
					code_verifier: codeVerifier,
				}),
			});
			const { id_token } = (await answer.json()) as { id_token?: string };
			if (id_token === undefined) throw new Error(`the OAuth server gives no ID token: ${answer.status}`);
			return id_token;
		},
		close: () =>
			new Promise((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
}
