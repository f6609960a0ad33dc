// One-time passwords: sending a code, and trading the code for a verification token.

import { normalP256PublicKey } from "../../api/p256.js";
import { Secret } from "../../base/secret.js";
import { type OtpEntity, put, remove } from "../entity.js";
import { openWith, uncompressedP256 } from "../hpke.js";
import { readSeconds } from "../identity/expiry.js";
import { isOpen, isSandbox, newOtpCode, otpMessage, SANDBOX_CODE, sameCode, sendingLimits } from "../identity/otp.js";
import { checkEmail, checkPhone, contactKind } from "../identity/user-contact.js";
import { issueVerificationToken } from "../identity/verification-token.js";
import { generateKeyPair } from "../key-generation.js";
import { invalid, unimplemented } from "../refusal.js";
import { readEncryptedReply, signedBundle } from "../signed-bundle.js";
import { checkText, found } from "./argument.js";
import { type ActivityHandler, type ExecutionContext, waiting } from "./handler.js";

/** Seconds: how long a code is good for, and at most; the same for a verification token. */
const CODE_SECONDS = { standard: 300, most: 600 };
const TOKEN_SECONDS = { standard: 3600, most: 86_400 };
const CODE_LENGTH = { shortest: 6, longest: 9 };

export const initOtp: ActivityHandler<"init_otp"> = (context, parameters) => {
	const { organization, sealer, keys, limits, now } = context;
	const { otpType, contact, userIdentifier } = parameters;
	if (otpType === "OTP_TYPE_WHATSAPP") throw unimplemented("one-time passwords by WhatsApp are not supported by this service");
	const kind = contactKind(otpType);
	if (!kind) throw invalid("invalid request body: `otpType` must be one of `OTP_TYPE_EMAIL`, `OTP_TYPE_SMS`");
	(kind === "email" ? checkEmail : checkPhone)(contact);
	checkText("appName", parameters.appName);
	const length = parameters.otpLength ?? CODE_LENGTH.longest;
	if (length < CODE_LENGTH.shortest || length > CODE_LENGTH.longest) {
		throw invalid(`invalid request body: \`otpLength\` must be from ${CODE_LENGTH.shortest} to ${CODE_LENGTH.longest}`);
	}
	const alphanumeric = parameters.alphanumeric ?? true;
	const seconds = secondsWithin(parameters.expirationSeconds, CODE_SECONDS);
	const { refusal, forgotten } = sendingLimits(
		organization,
		{ contact, userIdentifier: userIdentifier || null },
		{ limits, now },
	);
	if (refusal) throw refusal;
	const sandbox = isSandbox({ contact, length, alphanumeric });
	const code = sandbox ? new Secret(SANDBOX_CODE) : newOtpCode(length, alphanumeric);
	const target = generateKeyPair("CURVE_P256");
	const id = context.newId();
	const otp: OtpEntity = {
		id,
		type: otpType,
		contact,
		userIdentifier: userIdentifier || null,
		sealedCode: sealer.seal(code, `otp ${id} code`),
		sealedKey: sealer.seal(target.privateKey, `otp ${id} key`),
		failedAttempts: 0,
		used: false,
		expiresAt: now + seconds * 1000,
		createdAt: now,
		updatedAt: now,
	};
	const targetPublic = Buffer.from(uncompressedP256(target.publicKey) ?? "").toString("hex");
	return {
		changes: [...forgotten.map((each) => remove("otp", each)), put("otp", otp)],
		messages: sandbox ? [] : [otpMessage(otp, code, parameters)],
		result: { otpId: id, otpEncryptionTargetBundle: signedBundle({ targetPublic }, keys.tlsFetcher) },
	};
};

export const verifyOtp = waiting<"verify_otp", Answer | undefined>({
	check(context, parameters) {
		openOtp(context, parameters.otpId);
		secondsWithin(parameters.expirationSeconds, TOKEN_SECONDS);
	},
	async prepare(context, { otpId, encryptedOtpBundle }) {
		const { id, sealedKey } = openOtp(context, otpId);
		const reply = readEncryptedReply(encryptedOtpBundle);
		const bytes = reply && (await openWith(context.sealer.open(sealedKey, `otp ${id} key`), reply));
		return bytes && readAnswer(bytes);
	},
	/** A wrong code is counted although the activity is refused; so is an answer that cannot be read. */
	execute(context, { otpId, expirationSeconds }, answer) {
		const { organization, sealer, keys, now } = context;
		const otp = openOtp(context, otpId);
		const code = sealer.open(otp.sealedCode, `otp ${otp.id} code`);
		if (!answer || !sameCode(code, answer.code)) {
			const changes = [put("otp", { ...otp, failedAttempts: otp.failedAttempts + 1, updatedAt: now })];
			return {
				changes,
				result: {},
				refusal: invalid(answer ? "Invalid OTP code" : "Invalid OTP bundle: it cannot be decrypted"),
			};
		}
		const publicKey = normalP256PublicKey(answer.publicKey);
		if (publicKey === undefined) throw invalid("Invalid OTP bundle: its public key is no P-256 key");
		const verificationToken = issueVerificationToken(keys, {
			organizationId: organization.id,
			verificationType: otp.type,
			contact: otp.contact,
			publicKey,
			expiresAt: now + secondsWithin(expirationSeconds, TOKEN_SECONDS) * 1000,
		});
		return { changes: [put("otp", { ...otp, used: true, updatedAt: now })], result: { verificationToken } };
	},
});

interface Answer {
	readonly code: string;
	readonly publicKey: string;
}

function readAnswer(bytes: Uint8Array): Answer | undefined {
	try {
		const { otp_code, public_key } = JSON.parse(Buffer.from(bytes).toString("utf8")) as Record<string, unknown>;
		return typeof otp_code === "string" && typeof public_key === "string" ? { code: otp_code, publicKey: public_key } : undefined;
	} catch {
		return undefined;
	}
}

/** Throws a `Refusal`: 404 when there is none, 400 when it is no longer to be answered. */
function openOtp({ organization, limits, now }: ExecutionContext, otpId: string): OtpEntity {
	const otp = found(organization, organization.otps, "otpId", "otp", otpId);
	if (isOpen(otp, now, limits)) return otp;
	if (otp.used) throw invalid("OTP has already been used");
	throw invalid(otp.expiresAt <= now ? "OTP has expired" : "OTP is locked after too many wrong codes");
}

function secondsWithin(text: string | null | undefined, { standard, most }: typeof CODE_SECONDS): number {
	const seconds = readSeconds(text, "invalid expirationSeconds") ?? standard;
	if (seconds > most) throw invalid(`invalid expirationSeconds: at most ${most}`);
	return seconds;
}
