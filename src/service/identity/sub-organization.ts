// Sub-organisations that come into being: an organisation of its own for each end user, founded whole, and how they are found
// again by what is known of their users.
import type { ActivityParameters } from "../../api/port.js";
import type { JsonObject } from "../../base/json.js";
import { type Change, type OrganizationEntity, put } from "../entity.js";
import { checkLabel } from "../handlers/argument.js";
import type { ExecutionContext } from "../handlers/handler.js";
import { checkMnemonicLength, checkNewWallet } from "../handlers/wallets.js";
import { type NewWallet, newWallet } from "../keys/new-wallet.js";
import { Organization, type OrganizationView } from "../organization.js";
import { invalid } from "../refusal.js";
import { checkSigned, readClientSignature } from "./client-signature.js";
import { OTP_FEATURES, reachable } from "./login-methods.js";
import { type NewUser, newUsers } from "./new-user.js";
import { type ProvenIdentities, proveIdentities } from "./proven-identities.js";
import { useToken } from "./used-token.js";
import { contactKind, withVerified } from "./user-contact.js";
import { readVerificationToken, type VerificationClaims } from "./verification-token.js";

export type FoundingRequest = ActivityParameters<"create_sub_organization">;

/** What has to be waited for before it can be founded. */
export interface FoundingMaterial {
	readonly proven: ProvenIdentities;
	readonly wallet: NewWallet | undefined;
}

export interface Founding {
	readonly founded: { readonly self: OrganizationEntity; readonly changes: readonly Change[] };
	readonly rootUserIds: readonly string[];
	readonly wallet: { readonly walletId: string; readonly addresses: readonly string[] } | undefined;
	/** The token that was used up for it. */
	readonly used: ReturnType<typeof useToken> | undefined;
}

/** Throws a `Refusal` when it could never be founded. */
export function checkFounding(context: ExecutionContext, request: FoundingRequest): void {
	const { organization, limits } = context;
	if (organization.self.parentId !== null) {
		throw invalid("activity cannot be called by sub-organizations", "INVALID_ACTIVITY_CALLER");
	}
	const { subOrganizationName, rootUsers, rootQuorumThreshold, wallet } = request;
	checkLabel("subOrganizationName", subOrganizationName, limits);
	if (rootUsers.length === 0) throw invalid("invalid request body: `rootUsers` must not be empty");
	if (rootQuorumThreshold < 1 || rootQuorumThreshold > rootUsers.length) {
		throw invalid(
			`invalid request body: \`rootQuorumThreshold\` must be from 1 to the number of root users, which is ${rootUsers.length}`,
		);
	}
	if (wallet) {
		checkNewWallet({ ...context, organization: draft(context, request) }, wallet.walletName, wallet.accounts);
		checkMnemonicLength(wallet.mnemonicLength);
	}
	signupToken(context, request);
}

export async function prepareFounding(
	context: ExecutionContext,
	{ rootUsers, wallet }: FoundingRequest,
): Promise<FoundingMaterial> {
	const providers = rootUsers.flatMap((each) => each.oauthProviders ?? []);
	return {
		proven: await proveIdentities(providers, context, context.now),
		wallet: wallet
			? await newWallet(
					{
						name: wallet.walletName,
						accounts: wallet.accounts,
						...(wallet.mnemonicLength ? { mnemonicLength: wallet.mnemonicLength } : {}),
					},
					context,
				)
			: undefined,
	};
}

/** Throws a `Refusal` like any handler. */
export function found(context: ExecutionContext, request: FoundingRequest, { proven, wallet }: FoundingMaterial): Founding {
	const { organization, now } = context;
	const empty = draft(context, request);
	const users = newUsers(empty, request.rootUsers, proven, context);
	const unreachable = users.find((each) => each.credentials === 0 && !reachable(empty.self, each.user));
	if (unreachable) throw invalid(`user missing valid credential: ${unreachable.user.name} would have no way to authenticate`);
	const token = signupToken(context, request);
	const rootUserIds = users.map((each) => each.user.id);
	return {
		founded: {
			self: { ...empty.self, rootQuorum: { threshold: request.rootQuorumThreshold, userIds: rootUserIds } },
			changes: [
				...users.flatMap((each) => (token ? verifiedChanges(each, token, now) : each.changes)),
				...(wallet ? [put("wallet", wallet.wallet), ...wallet.accounts.map((each) => put("walletAccount", each))] : []),
			],
		},
		rootUserIds,
		wallet: wallet && { walletId: wallet.wallet.id, addresses: wallet.accounts.map((each) => each.address) },
		used: token && useToken(organization, token, now),
	};
}

/** The organisation before anybody is in it. */
function draft({ organization, newId, now }: ExecutionContext, request: FoundingRequest): OrganizationView {
	const switches = [
		["FEATURE_NAME_EMAIL_RECOVERY", request.disableEmailRecovery],
		["FEATURE_NAME_EMAIL_AUTH", request.disableEmailAuth],
		[OTP_FEATURES.email, request.disableOtpEmailAuth],
		[OTP_FEATURES.phone, request.disableSmsAuth],
	] as const;
	const self: OrganizationEntity = {
		id: newId(),
		name: request.subOrganizationName,
		parentId: organization.id,
		rootQuorum: { threshold: request.rootQuorumThreshold, userIds: [] },
		features: switches.filter(([, disabled]) => disabled !== true).map(([name]) => ({ name, value: null })),
		createdAt: now,
		updatedAt: now,
	};
	return new Organization(0, self);
}

function verifiedChanges({ user, changes }: NewUser, token: VerificationClaims, now: number): readonly Change[] {
	const kind = contactKind(token.verificationType);
	if (!kind || user[kind]?.toLowerCase() !== token.contact.toLowerCase()) return changes;
	return [put("user", withVerified(user, kind, now)), ...changes.slice(1)];
}

/**
 * The token that a sign-up brings, once it is certain that its owner asks for just this; undefined when it brings none.
 * Clients sign the root user's credentials, or, newer ones, everything. Throws a `Refusal` (400).
 */
function signupToken({ organization, keys, now }: ExecutionContext, request: FoundingRequest): VerificationClaims | undefined {
	const { verificationToken, clientSignature, ...asked } = request;
	if (verificationToken === null || verificationToken === undefined) return undefined;
	const token = readVerificationToken(verificationToken, { keys, organization, now });
	if (!clientSignature) throw invalid("invalid client signature: the verification token needs one");
	const message = readClientSignature(clientSignature, token, "USAGE_TYPE_SIGNUP");
	const email = contactKind(token.verificationType) === "email";
	const user = request.rootUsers.find(
		(each) => ((email ? each.userEmail : each.userPhoneNumber) ?? "").toLowerCase() === token.contact.toLowerCase(),
	);
	if (!user) throw invalid("verification token was issued for a contact that no root user has");
	const { apiKeys, authenticators, oauthProviders, userEmail, userPhoneNumber } = user;
	const credentials = { apiKeys, authenticators, oauthProviders, email: userEmail, phoneNumber: userPhoneNumber };
	if (message["signupV3"] !== undefined) {
		checkSigned(message["signupV3"], { ...asked, parentOrganizationId: organization.id } as unknown as JsonObject, true);
	} else {
		checkSigned(message["signupV2"] ?? message["signup"], credentials as unknown as JsonObject, false);
	}
	return token;
}
