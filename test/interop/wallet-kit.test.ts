// The vendor's wallet kit as a page uses it, unchanged: it signs up and logs in through the login proxy, by one-time password,
// passkey and OAuth, stamps with a key that never leaves the browser's storage, and works with what it has founded.
import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { TurnkeyClient } from "@turnkey/core";
import { decryptExportBundle, encryptOtpCodeToBundle, generateP256KeyPair, verifySessionJwtSignature } from "@turnkey/crypto";
import { hashMessage, recoverAddress } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import type { ServiceEvent } from "../../src/service/start.js";
import { SoftwareAuthenticator } from "../support/authenticator.js";
import { enterPage, pageStorage } from "../support/browser.js";
import { tokenClaims } from "../support/client-signature.js";
import { runService, type TestService } from "../support/described-service.js";
import { CLIENT, type OauthServer, REDIRECT_URI, startOauthServer } from "../support/oauth-server.js";
import { sdkServer } from "../support/official-clients.js";

const PROXY = "0b5c2f0e-6a43-4d7b-9a5a-0d6c1f2e3a4b";
const EMAIL = "ada@wallets.example";
const SITE = "wallets.example";

let kit: typeof import("@turnkey/core");
let oauth: OauthServer;
beforeAll(async () => {
	enterPage(SITE);
	[kit, oauth] = await Promise.all([import("@turnkey/core"), startOauthServer()]);
}, 60_000);
afterAll(() => oauth.close());

let service: TestService;
let client: TurnkeyClient;
const codes: string[] = [];
beforeEach(async () => {
	pageStorage.clear();
	codes.length = 0;
	service = await runService({
		log: ({ code }: ServiceEvent) => typeof code === "string" && codes.push(code),
		seed: `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Wallets }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users: [{ name: root }]
  authProxy: { id: ${PROXY}, sessionExpirationSeconds: 600 }
  oauth2Providers:
    - { provider: OAUTH2_PROVIDER_X, tokenEndpoint: "${oauth.tokenEndpoint}", userinfoEndpoint: "${oauth.userinfoEndpoint}" }
  oauth2Credentials:
    - { provider: OAUTH2_PROVIDER_X, clientId: ${CLIENT.clientId}, clientSecret: "${CLIENT.clientSecret}" }
`,
	});
	client = new kit.TurnkeyClient({
		apiBaseUrl: service.baseUrl,
		authProxyUrl: service.authProxyUrl,
		authProxyConfigId: PROXY,
		organizationId: service.organizationId,
		passkeyConfig: { rpId: SITE },
	});
	await client.init();
});
afterEach(() => service.close());

const ETHEREUM = {
	curve: "CURVE_SECP256K1",
	pathFormat: "PATH_FORMAT_BIP32",
	path: "m/44'/60'/0'/0/0",
	addressFormat: "ADDRESS_FORMAT_ETHEREUM",
} as const;

/**
 * A verification token for a key. The kit's own `verifyOtp` believes the vendor's key alone and can be told of no other, so
 * the code is encrypted with the function it uses, which can.
 */
async function verified(publicKey: string): Promise<string> {
	const { otpId, otpEncryptionTargetBundle } = await client.httpClient.proxyInitOtpV2({
		otpType: "OTP_TYPE_EMAIL",
		contact: EMAIL,
	});
	const { tlsFetcher } = service.publicKeys;
	const code = codes.at(-1) ?? "";
	const encryptedOtpBundle = await encryptOtpCodeToBundle(code, otpEncryptionTargetBundle, publicKey, tlsFetcher);
	return (await client.httpClient.proxyVerifyOtpV2({ otpId, encryptedOtpBundle })).verificationToken;
}

async function signedUp(): Promise<string> {
	const verificationToken = await verified(await client.createApiKeyPair());
	const { sessionToken } = await client.signUpWithOtp({
		verificationToken,
		contact: EMAIL,
		otpType: kit.OtpType.Email,
		createSubOrgParams: { userName: "ada", customWallet: { walletName: "first", walletAccounts: [ETHEREUM] } },
	});
	return sessionToken;
}

const nonceOf = (publicKey: string) => createHash("sha256").update(publicKey).digest("hex");

test("is told what the proxy offers", async () => {
	expect(await client.httpClient.proxyGetWalletKitConfig({})).toMatchObject({
		organizationId: service.organizationId,
		sessionExpirationSeconds: "600",
		enabledProviders: expect.arrayContaining(["email", "sms", "passkey"]),
	});
});

describe("by one-time password", () => {
	test("somebody signs up, signs, exports, is renamed and leaves", async () => {
		const sessionToken = await signedUp();
		expect(await verifySessionJwtSignature(sessionToken, service.publicKeys.notarizer)).toBe(true);
		const { organizationId, userId } = (await client.getSession()) ?? {};
		const user = await client.fetchUser();
		expect(user).toMatchObject({ userId, userName: "ada", userEmail: EMAIL });

		const [wallet] = await client.fetchWallets();
		const [account] = wallet?.accounts ?? [];
		if (!wallet || !account) throw new Error("there is no wallet");
		const { r, s, v } = await client.signMessage({ message: "hello", walletAccount: account, addEthereumPrefix: true });
		const signature = `0x${r}${s}${(Number.parseInt(v, 16) + 27).toString(16)}` as const;
		expect(await recoverAddress({ hash: hashMessage("hello"), signature })).toBe(account.address);

		const { privateKey, publicKeyUncompressed } = generateP256KeyPair();
		const exportBundle = await client.exportWallet({ walletId: wallet.walletId, targetPublicKey: publicKeyUncompressed });
		const mnemonic = await decryptExportBundle({
			exportBundle: String(exportBundle),
			embeddedKey: privateKey,
			organizationId: organizationId ?? "",
			dangerouslyOverrideSignerPublicKey: service.publicKeys.enclaveQuorum,
			returnMnemonic: true,
		});
		expect(mnemonicToAccount(mnemonic).address).toBe(account.address);

		await client.createWallet({ walletName: "second", accounts: ["ADDRESS_FORMAT_ETHEREUM", "ADDRESS_FORMAT_SOLANA"] });
		expect((await client.fetchWallets()).map((each) => [each.walletName, each.accounts.length])).toEqual([
			["first", 1],
			["second", 2],
		]);
		await client.updateUserName({ userName: "countess" });
		await client.removeUserEmail({});
		const changed = await client.fetchUser();
		expect([changed.userName, changed.userEmail]).toEqual(["countess", undefined]);
	});

	test("logs in again with an attested stamp of the kit's own, renews the session, and is out after logging out", async () => {
		const { organization_id } = tokenClaims(await signedUp());
		await client.logout();
		const verificationToken = await verified(await client.createApiKeyPair());
		const { sessionToken } = await client.loginWithOtp({ verificationToken, invalidateExisting: true });
		expect(tokenClaims(sessionToken)).toMatchObject({ organization_id });
		await client.refreshSession({ expirationSeconds: "300" });
		expect(await client.httpClient.getWhoami({})).toMatchObject({ organizationId: organization_id, username: "ada" });
		await client.logout();
		await expect(client.fetchUser()).rejects.toThrow("No active session found");
	});

	test("otp_login_v2 logs in with a client signature made as the kit makes it", async () => {
		const { organization_id } = tokenClaims(await signedUp());
		await client.logout();
		expect(await client.httpClient.proxyGetAccount({ filterType: "EMAIL", filterValue: EMAIL })).toEqual({
			organizationId: organization_id,
		});
		const publicKey = await client.createApiKeyPair();
		const verificationToken = await verified(publicKey);
		const sessionPublicKey = await client.createApiKeyPair();
		const { message } = kit.getClientSignatureMessageForLogin({ verificationToken, sessionPublicKey });
		const signature = await client.signWithApiKey({ message, publicKey });
		const login = {
			verificationToken,
			publicKey: sessionPublicKey,
			clientSignature: { publicKey, message, signature, scheme: "CLIENT_SIGNATURE_SCHEME_API_P256" },
		} as const;
		const { session } = await client.httpClient.proxyOtpLoginV2(login);
		expect(await verifySessionJwtSignature(session, service.publicKeys.notarizer)).toBe(true);
		await client.storeSession({ sessionToken: session });
		expect(await client.httpClient.getWhoami({})).toMatchObject({ organizationId: organization_id, username: "ada" });
		await expect(client.httpClient.proxyOtpLoginV2(login)).rejects.toThrow("verification token has already been used");
	});
});

test("by passkey: somebody signs up, logs out, and logs in knowing nothing but the parent", async () => {
	const authenticator = new SoftwareAuthenticator("ES256", SITE);
	await authenticator.inBrowser(async () => {
		const { sessionToken } = await client.signUpWithPasskey({ passkeyDisplayName: "phone" });
		const { organization_id, user_id } = tokenClaims(sessionToken);
		expect((await client.fetchUser()).authenticators).toMatchObject([{ authenticatorName: "phone" }]);
		await client.logout();
		const again = await client.loginWithPasskey();
		expect(tokenClaims(again.sessionToken)).toMatchObject({ organization_id, user_id });
		expect(again.credentialId).toBe(authenticator.credentialId.toString("base64url"));
		expect(await client.httpClient.getWhoami({})).toMatchObject({ organizationId: organization_id });
	});
});

describe("by OAuth", () => {
	test("a stranger is signed up, and logged in the next time", async () => {
		const completed = async () => {
			const publicKey = await client.createApiKeyPair();
			const oidcToken = await oauth.idToken("ada", nonceOf(publicKey));
			return client.completeOauth({ oidcToken, publicKey, providerName: "Social" });
		};
		const first = await completed();
		expect(first.action).toBe("SIGNUP");
		await client.logout();
		const second = await completed();
		expect(second.action).toBe("LOGIN");
		const [before, after] = [first, second].map((each) => tokenClaims(each.sessionToken));
		expect(after?.["organization_id"]).toBe(before?.["organization_id"]);
		expect((await client.fetchUser()).oauthProviders).toMatchObject([{ providerName: "Social", subject: "ada" }]);
	});

	test("a provider of OAuth 2.0 only: the proxy exchanges the code, and logs in by what it vouches for", async () => {
		const publicKey = await client.createApiKeyPair();
		const { code: authCode, codeVerifier } = await oauth.authorize("4711");
		const { oidcToken } = await client.httpClient.proxyOAuth2Authenticate({
			provider: "OAUTH2_PROVIDER_X",
			authCode,
			codeVerifier,
			redirectUri: REDIRECT_URI,
			nonce: nonceOf(publicKey),
			clientId: CLIENT.clientId,
		});
		expect(tokenClaims(oidcToken)).toMatchObject({ sub: "x:4711", nonce: nonceOf(publicKey) });
		const { organizationId } = await client.httpClient.proxySignupV2({
			userName: "ada",
			apiKeys: [],
			authenticators: [],
			oauthProviders: [{ providerName: "X", oidcToken }],
		});
		const { session } = await client.httpClient.proxyOAuthLogin({ oidcToken, publicKey, organizationId });
		await client.storeSession({ sessionToken: session });
		expect(await client.httpClient.getWhoami({})).toMatchObject({ organizationId, username: "ada" });
	});
});

test("a sub-organisation is deleted by its user, once nothing in it would be lost or its loss is asked for", async () => {
	const { organization_id } = tokenClaims(await signedUp());
	const ids = async () => (await sdkServer(service).getSubOrgIds({})).organizationIds;
	expect(await ids()).toEqual([organization_id]);
	await expect(client.deleteSubOrganization({})).rejects.toMatchObject({ cause: { message: expect.stringContaining("export") } });
	expect(await client.deleteSubOrganization({ deleteWithoutExport: true })).toMatchObject({
		subOrganizationUuid: organization_id,
	});
	expect(await ids()).toEqual([]);
});
