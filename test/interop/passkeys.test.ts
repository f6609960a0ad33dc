// Passkeys with the official stamper, driven by a software authenticator: registered, used to stamp, used for MFA, refused
// when anything about them is not as it must be.
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { generateP256KeyPair, verifySessionJwtSignature } from "@turnkey/crypto";
import { TurnkeyClient } from "@turnkey/http";
import { WebauthnStamper } from "@turnkey/webauthn-stamper";
import { type Algorithm, SoftwareAuthenticator } from "../support/authenticator.js";
import { tokenClaims } from "../support/client-signature.js";
import { runService, type TestService } from "../support/described-service.js";
import { sdkServer } from "../support/official-clients.js";

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Wallets }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users: [{ name: root }, { name: alice }]
`;

let service: TestService;
beforeEach(async () => {
	service = await runService({ seed: SEED });
});
afterEach(() => service.close());

const client = ({ rpId }: SoftwareAuthenticator) =>
	new TurnkeyClient({ baseUrl: service.baseUrl }, new WebauthnStamper({ rpId }));
const idOf = async (name: string) => {
	const { users } = await sdkServer(service).getUsers({});
	return users.find((each) => each.userName === name)?.userId ?? "";
};
const registered = async (authenticator: SoftwareAuthenticator, name = "alice", format: "none" | "packed" = "none") => {
	const userId = await idOf(name);
	const authenticators = [authenticator.register("phone", format)];
	const { authenticatorIds } = await sdkServer(service).createAuthenticators({ userId, authenticators });
	return { userId, authenticatorId: authenticatorIds[0] ?? "" };
};

test.each<[Algorithm, "none" | "packed"]>([
	["ES256", "none"],
	["ES256", "packed"],
	["RS256", "none"],
	["RS256", "packed"],
])("a key of %s with an attestation of format %s stamps queries and activities", async (algorithm, format) => {
	const authenticator = new SoftwareAuthenticator(algorithm);
	const { userId, authenticatorId } = await registered(authenticator, "alice", format);
	const record = (await sdkServer(service).getAuthenticator({ authenticatorId })).authenticator;
	expect(record).toMatchObject({
		authenticatorName: "phone",
		credentialId: authenticator.credentialId.toString("base64url"),
		credential: { type: "CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR" },
		attestationType: format,
		aaguid: "00000000-0000-0000-0000-000000000000",
		transports: ["AUTHENTICATOR_TRANSPORT_INTERNAL", "AUTHENTICATOR_TRANSPORT_HYBRID"],
	});
	await authenticator.inBrowser(async () => {
		const passkey = client(authenticator);
		const { organizationId } = service;
		expect(await passkey.getWhoami({ organizationId })).toMatchObject({ userId, username: "alice" });
		const keys = generateP256KeyPair();
		const { activity } = await passkey.stampLogin({
			type: "ACTIVITY_TYPE_STAMP_LOGIN",
			timestampMs: String(Date.now()),
			organizationId,
			parameters: { publicKey: keys.publicKey },
		});
		const session = activity.result.stampLoginResult?.session ?? "";
		expect(await verifySessionJwtSignature(session, service.publicKeys.notarizer)).toBe(true);
		expect(activity.votes).toMatchObject([
			{ userId, scheme: "SIGNATURE_SCHEME_TK_WEBAUTHN", publicKey: record.credential.publicKey },
		]);
	});
});

test("a sub-organisation's user finds it through the parent", async () => {
	const authenticator = new SoftwareAuthenticator();
	const root = sdkServer(service);
	const founding = (name: string) => ({
		subOrganizationName: name,
		rootQuorumThreshold: 1,
		rootUsers: [{ userName: name, apiKeys: [], authenticators: [authenticator.register("phone")], oauthProviders: [] }],
	});
	const { subOrganizationId } = await root.createSubOrganization(founding("ada"));
	await authenticator.inBrowser(async () => {
		const passkey = client(authenticator);
		const { organizationId } = service;
		expect(await passkey.getWhoami({ organizationId })).toMatchObject({ organizationId: subOrganizationId, username: "ada" });
		const { activity } = await passkey.stampLogin({
			type: "ACTIVITY_TYPE_STAMP_LOGIN",
			timestampMs: String(Date.now()),
			organizationId,
			parameters: { publicKey: generateP256KeyPair().publicKey },
		});
		expect(activity.organizationId).toBe(subOrganizationId);
		expect(tokenClaims(activity.result.stampLoginResult?.session ?? "")).toMatchObject({ organization_id: subOrganizationId });
		// The same credential in a second one: the parent alone no longer says which.
		await root.createSubOrganization(founding("bob"));
		await expect(passkey.getWhoami({ organizationId })).rejects.toThrow("more than one suborg associated with a credential ID");
		expect(await passkey.getWhoami({ organizationId: subOrganizationId })).toMatchObject({ username: "ada" });
	});
	expect(
		(await root.getSubOrgIds({ filterType: "CREDENTIAL_ID", filterValue: authenticator.credentialId.toString("base64url") }))
			.organizationIds,
	).toHaveLength(2);
});

describe("what is refused", () => {
	const whoami = () => JSON.stringify({ organizationId: service.organizationId });
	const ask = async (stamp: string, body = whoami()) => {
		const answer = await fetch(`${service.baseUrl}/public/v1/query/whoami`, {
			method: "POST",
			headers: { "content-type": "application/json", "x-stamp-webauthn": stamp },
			body,
		});
		const { message, turnkeyErrorCode } = (await answer.json()) as Record<string, string>;
		return [answer.status, message ?? "", turnkeyErrorCode ?? ""];
	};
	const INVALID = [401, "could not verify WebAuthN signature", "SIGNATURE_INVALID"];

	test("a stamp for anything else than this body, by anybody else, in any other way", async () => {
		const authenticator = new SoftwareAuthenticator();
		const other = new SoftwareAuthenticator();
		await registered(authenticator);
		expect((await ask(authenticator.stamp(whoami())))[0]).toBe(200);
		expect(await ask(authenticator.stamp(`${whoami()} `))).toEqual(INVALID);
		expect(await ask(authenticator.stamp(whoami(), { type: "webauthn.create" }))).toEqual(INVALID);
		expect(await ask(authenticator.stamp(whoami(), { rpId: "evil.example" }))).toEqual(INVALID);
		expect(await ask(authenticator.stamp(whoami(), { challenge: Buffer.from("x") }))).toEqual(INVALID);
		const forged = { ...JSON.parse(other.stamp(whoami())), credentialId: authenticator.credentialId.toString("base64url") };
		expect(await ask(JSON.stringify(forged))).toEqual(INVALID);
		const broken = { ...JSON.parse(authenticator.stamp(whoami())), signature: "AAAA" };
		expect(await ask(JSON.stringify(broken))).toEqual(INVALID);
		expect(await ask(other.stamp(whoami()))).toEqual([
			401,
			"credential ID could not be found in organization or its parent organization",
			"CREDENTIAL_NOT_FOUND",
		]);
		authenticator.present = false;
		expect(await ask(authenticator.stamp(whoami()))).toEqual(INVALID);
		authenticator.present = true;
		expect((await ask("x"))[1]).toContain("malformed activity stamp");
		expect((await ask(JSON.stringify({ ...forged, clientDataJson: "!" })))[1]).toContain("malformed activity stamp");
	});

	test("a page that is not listed, once pages are", async () => {
		const authenticator = new SoftwareAuthenticator();
		await registered(authenticator);
		const root = sdkServer(service);
		await root.setOrganizationFeature({ name: "FEATURE_NAME_WEBAUTHN_ORIGINS", value: "https://app.example" });
		expect(await ask(authenticator.stamp(whoami()))).toEqual(INVALID);
		await root.setOrganizationFeature({
			name: "FEATURE_NAME_WEBAUTHN_ORIGINS",
			value: "https://app.example, https://wallets.example",
		});
		expect((await ask(authenticator.stamp(whoami())))[0]).toBe(200);
		authenticator.origin = "https://evil.example";
		await expect(registered(authenticator)).rejects.toThrow("origin https://evil.example is not allowed");
	});

	test("attestations that do not hold", async () => {
		const root = sdkServer(service);
		const userId = await idOf("alice");
		const create = (...authenticators: ReturnType<SoftwareAuthenticator["register"]>[]) =>
			root.createAuthenticators({ userId, authenticators });
		const good = new SoftwareAuthenticator().register("phone", "packed");
		const other = new SoftwareAuthenticator().register("phone", "packed");
		await expect(create({ ...good, challenge: "AAAA" })).rejects.toThrow("the challenge signed is not the one given");
		const mixed = (part: object) => create({ ...good, attestation: { ...good.attestation, ...part } });
		const { attestationObject, clientDataJson, credentialId } = other.attestation;
		await expect(mixed({ attestationObject })).rejects.toThrow("`credentialId` is not the one attested");
		await expect(mixed({ attestationObject, credentialId })).rejects.toThrow("its signature does not verify");
		await expect(mixed({ clientDataJson })).rejects.toThrow("the challenge signed is not the one given");
		await expect(mixed({ attestationObject: "AAAA" })).rejects.toThrow("`attestationObject` cannot be read");
		await expect(mixed({ clientDataJson: "AAAA" })).rejects.toThrow("`clientDataJson` cannot be read");
		const absent = new SoftwareAuthenticator();
		absent.present = false;
		await expect(create(absent.register("phone"))).rejects.toThrow("nobody was present");
		const asserted = base64url(absent.clientData("webauthn.get", Buffer.alloc(32)));
		await expect(mixed({ clientDataJson: asserted })).rejects.toThrow(
			"expected client data of type webauthn.create, found webauthn.get",
		);
		// CBOR of a `none` attestation whose authenticator data is empty.
		const keyless = Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746140", "hex");
		await expect(mixed({ attestationObject: base64url(keyless) })).rejects.toThrow("holds no key of a supported algorithm");
		await expect(create(good, good)).rejects.toThrow("authenticator credential ID must be unique");
		await create(good);
		await expect(create(good)).rejects.toThrow("authenticator credential ID must be unique");
	});

	test("an eleventh authenticator", async () => {
		const root = sdkServer(service);
		const userId = await idOf("alice");
		const authenticators = Array.from({ length: 11 }, () => new SoftwareAuthenticator().register("phone"));
		await expect(root.createAuthenticators({ userId, authenticators })).rejects.toMatchObject({ code: 8 });
		await root.createAuthenticators({ userId, authenticators: authenticators.slice(1) });
		expect((await root.getAuthenticators({ userId })).authenticators).toHaveLength(10);
	});
});

test("an MFA policy is satisfied by the passkey it names, step by step", async () => {
	const authenticator = new SoftwareAuthenticator();
	const { userId, authenticatorId } = await registered(authenticator, "root");
	const root = sdkServer(service);
	await root.createMfaPolicy({
		userId,
		mfaPolicyName: "key, then passkey",
		condition: "activity.resource == 'USER'",
		order: 0,
		requiredAuthenticationMethods: [
			{ any: [{ type: "AUTHENTICATION_TYPE_API_KEY" }] },
			{ any: [{ type: "AUTHENTICATION_TYPE_PASSKEY", id: authenticatorId }] },
		],
	});
	const proposed = await root.createUserTag({ userTagName: "ops", userIds: [] });
	expect(proposed.activity.status).toBe("ACTIVITY_STATUS_AUTHENTICATORS_NEEDED");
	await authenticator.inBrowser(async () => {
		const { activity } = await client(authenticator).approveActivity({
			type: "ACTIVITY_TYPE_APPROVE_ACTIVITY",
			timestampMs: String(Date.now()),
			organizationId: service.organizationId,
			parameters: { fingerprint: proposed.activity.fingerprint },
		});
		expect(activity.status).toBe("ACTIVITY_STATUS_COMPLETED");
		expect(activity.id).toBe(proposed.activity.id);
	});
});
