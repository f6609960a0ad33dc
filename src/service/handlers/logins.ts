// Logins: ways to a session, each with another proof of who asks.
import type { ActivityParameters } from "../../api/port.js";
import { isJsonObject } from "../../base/json.js";
import { type ApiKeyEntity, put, remove, type UserEntity } from "../entity.js";
import { uncompressedP256 } from "../hpke.js";
import { checkSigned, readClientSignature } from "../identity/client-signature.js";
import { credentialBundle } from "../identity/credential-bundle.js";
import { readSeconds } from "../identity/expiry.js";
import { evictions } from "../identity/key-limits.js";
import { admitsOtp } from "../identity/login-methods.js";
import { checkNonce, type OidcIdentity, verifyOidcToken } from "../identity/oidc-token.js";
import { DEFAULT_SESSION_SECONDS, sessionKeys, startSession } from "../identity/session.js";
import { useToken } from "../identity/used-token.js";
import { contactKind, userWithContact, withVerified } from "../identity/user-contact.js";
import { readVerificationToken, type VerificationClaims } from "../identity/verification-token.js";
import { generateKeyPair, type KeyPair } from "../key-generation.js";
import { type OrganizationView, oauthIdentity } from "../organization.js";
import { forbidden, invalid, notFound } from "../refusal.js";
import { timestampText } from "../timestamp.js";
import { checkLabel, found } from "./argument.js";
import { type ActivityHandler, type Execution, type ExecutionContext, waiting } from "./handler.js";

/** The stamp is the proof: whoever made it is logged in. */
export const stampLogin: ActivityHandler<"stamp_login"> = (context, parameters) => {
	const { organization, requesterId } = context;
	const user = found(organization, organization.users, "userId", "user", requesterId);
	const { session, changes } = startSession(organization, user, parameters, context);
	return { changes, result: { session } };
};

/** A verification token is the proof, used with a signature of the key in it. */
export const otpLogin: ActivityHandler<"otp_login"> = (context, parameters) => {
	const { organization, keys, now } = context;
	const token = readVerificationToken(parameters.verificationToken, { keys, organization, now });
	checkLoginSignature(token, parameters, organization.id);
	const kind = contactKind(token.verificationType);
	const user = userWithContact(organization, token.verificationType, token.contact);
	if (!user || !kind) throw notFound("user with contact", token.contact, organization.id);
	if (!admitsOtp(organization.self, kind)) throw forbidden(`${token.verificationType} is disabled for this organization`);
	return logIn(context, withVerified(user, kind, now), token, parameters);
};

/** An OIDC token is the proof, made for the key that is to be the session's. */
export const oauthLogin = waiting<"oauth_login", OidcIdentity>({
	check() {},
	prepare: ({ keys, issuers, now }, { oidcToken }) => verifyOidcToken(oidcToken, { keys, issuers, now }),
	execute(context, parameters, identity) {
		const { organization } = context;
		checkNonce(identity, parameters.publicKey.toLowerCase());
		const user = userWithIdentity(organization, identity);
		const { session, changes } = startSession(organization, user, parameters, context);
		return { changes, result: { session } };
	},
});

/** A session whose key the service makes and hands out encrypted. */
export const createReadWriteSession = waiting<"create_read_write_session", Made>({
	check(context, parameters) {
		sessionUser(context, parameters);
		readTarget(parameters.targetPublicKey);
		readSeconds(parameters.expirationSeconds);
		if (typeof parameters.apiKeyName === "string") checkLabel("apiKeyName", parameters.apiKeyName, context.limits);
	},
	async prepare(_context, { targetPublicKey }) {
		const pair = generateKeyPair("CURVE_P256");
		const secret = Buffer.from(pair.privateKey.reveal(), "hex");
		return { pair, bundle: await credentialBundle(readTarget(targetPublicKey), secret) };
	},
	execute(context, parameters, { pair, bundle }) {
		const { organization, limits, now } = context;
		const user = sessionUser(context, parameters);
		const key: ApiKeyEntity = {
			id: context.newId(),
			createdAt: now,
			updatedAt: now,
			userId: user.id,
			name: parameters.apiKeyName ?? `Read Write Session - ${timestampText(now)}`,
			publicKey: pair.publicKey,
			type: READ_WRITE_KEY,
			expirationSeconds: readSeconds(parameters.expirationSeconds) ?? DEFAULT_SESSION_SECONDS,
			sessionProfileId: null,
		};
		const going = parameters.invalidateExisting === true ? sessionKeys(organization, user.id, READ_WRITE_KEY) : [];
		return {
			changes: [
				...going.map((id) => remove("apiKey", id)),
				...evictions(organization, user.id, 1, { now, limits, going: new Set(going) }),
				put("apiKey", key),
			],
			result: {
				organizationId: organization.id,
				organizationName: organization.self.name,
				userId: user.id,
				username: user.name,
				apiKeyId: key.id,
				credentialBundle: bundle,
			},
		};
	},
});

const READ_WRITE_KEY = "CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256";

interface Made {
	readonly pair: KeyPair;
	readonly bundle: string;
}

type OtpLogin = ActivityParameters<"otp_login">;

/** Clients sign the session's key alone, or, newer ones, everything they ask for. Throws a `Refusal` (400). */
function checkLoginSignature(
	token: VerificationClaims,
	parameters: Omit<OtpLogin, "verificationToken">,
	organizationId: string,
): void {
	const { clientSignature, publicKey, invalidateExisting, expirationSeconds, sessionProfileId } = parameters;
	const message = readClientSignature(clientSignature, token, "USAGE_TYPE_LOGIN");
	if (message["loginV2"] === undefined) {
		checkSigned(message["login"], { publicKey }, false);
		return;
	}
	const signed = message["loginV2"];
	// Where and for how long are the proxy's to say, when the client leaves it to the proxy.
	const left = { organizationId, expirationSeconds };
	const asked = {
		publicKey,
		invalidateExisting: invalidateExisting ?? null,
		sessionProfileId: sessionProfileId ?? null,
		...Object.fromEntries(Object.entries(left).filter(([name]) => isJsonObject(signed) && Object.hasOwn(signed, name))),
	};
	checkSigned(signed, asked, true);
}

/** Logs in a user who has just proven a contact; the token is used up. */
function logIn(
	context: ExecutionContext,
	user: UserEntity,
	token: VerificationClaims,
	request: Parameters<typeof startSession>[2],
): Execution {
	const { organization, now } = context;
	const { session, changes } = startSession(organization, user, request, context);
	return {
		changes: [put("user", user), ...changes],
		elsewhere: [useToken(organization, token, now)],
		result: { session },
	};
}

/** Throws a `Refusal` (404) when nobody in the organisation is who the token is about. */
function userWithIdentity(organization: OrganizationView, identity: OidcIdentity): UserEntity {
	const provider = organization.oauthProviders.withKey(oauthIdentity(identity));
	const user = provider && organization.users.get(provider.userId);
	if (!user) throw notFound("user with oauth provider", `${identity.issuer} ${identity.subject}`, organization.id);
	return user;
}

function sessionUser(
	{ organization, requesterId }: ExecutionContext,
	{ userId }: { readonly userId?: string | null | undefined },
): UserEntity {
	return found(organization, organization.users, "userId", "user", userId ?? requesterId);
}

/** Throws a `Refusal` (400) unless the text is a P-256 key, which must not be compressed. */
function readTarget(targetPublicKey: string): Uint8Array {
	const bytes = targetPublicKey.length === 130 ? uncompressedP256(targetPublicKey) : undefined;
	if (!bytes) throw invalid("invalid request body: `targetPublicKey` must be an uncompressed P-256 public key in hexadecimal");
	return bytes;
}
