// One-time passwords: how codes look, how often they may be sent and answered, and the messages that carry them.
import { randomInt, timingSafeEqual } from "node:crypto";
import { Secret } from "../../base/secret.js";
import type { OtpEntity } from "../entity.js";
import type { OrganizationView } from "../organization.js";
import { Refusal } from "../refusal.js";
import type { ServiceLimits } from "../service-limits.js";
import type { Message } from "./message.js";

/** Crockford's base 32: no letter that is taken for a digit. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** What tests may always use: this code, for these contacts, when six digits are asked for. Nothing is sent. */
export const SANDBOX_CODE = "000000";
const SANDBOX_CONTACTS: ReadonlySet<string> = new Set(["user@example.com", "+19999999999"]);

export function isSandbox(request: {
	readonly contact: string;
	readonly length: number;
	readonly alphanumeric: boolean;
}): boolean {
	return SANDBOX_CONTACTS.has(request.contact) && request.length === SANDBOX_CODE.length && !request.alphanumeric;
}

export function newOtpCode(length: number, alphanumeric: boolean): Secret {
	const letters = alphanumeric ? ALPHABET : ALPHABET.slice(0, 10);
	return new Secret(Array.from({ length }, () => letters[randomInt(letters.length)]).join(""));
}

/** People type what they read: case does not count, and O, I and L are the digits they look like. */
export function sameCode(code: Secret, typed: string): boolean {
	const read = (text: string): Buffer =>
		Buffer.from(text.trim().toUpperCase().replaceAll("O", "0").replaceAll("I", "1").replaceAll("L", "1"));
	const [a, b] = [read(code.reveal()), read(typed)];
	return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether a code can still be answered. */
export function isOpen(otp: OtpEntity, now: number, limits: ServiceLimits): boolean {
	return !otp.used && otp.expiresAt > now && otp.failedAttempts < limits.otpAttempts;
}

/**
 * Whether one more code may be sent: so many in a while for one user identifier, so many open at once for one contact. The
 * refusal (429) when not, and in any case those that are of no interest any more.
 */
export function sendingLimits(
	organization: OrganizationView,
	{ contact, userIdentifier }: Pick<OtpEntity, "contact" | "userIdentifier">,
	{ limits, now }: { readonly limits: ServiceLimits; readonly now: number },
): { readonly refusal?: Refusal; readonly forgotten: readonly string[] } {
	const recent = (otp: OtpEntity): boolean => otp.createdAt > now - limits.otpWindow;
	const all = [...organization.otps.all()];
	const forgotten = all.filter((otp) => !recent(otp) && (otp.used || otp.expiresAt <= now)).map((otp) => otp.id);
	const sent = all.filter((otp) => userIdentifier !== null && otp.userIdentifier === userIdentifier && recent(otp)).length;
	const open = all.filter((otp) => otp.contact === contact && isOpen(otp, now, limits)).length;
	if (sent < limits.otpsPerWindow && open < limits.openOtps) return { forgotten };
	return {
		forgotten,
		refusal: new Refusal(
			"ResourceExhausted",
			"max number of OTPs have been initiated, please wait and try again",
			"MAX_OTP_INITIATED",
		),
	};
}

interface Delivery {
	readonly appName: string;
	readonly smsCustomization?: { readonly template?: string | null | undefined } | null | undefined;
	readonly sendFromEmailAddress?: string | null | undefined;
	readonly sendFromEmailSenderName?: string | null | undefined;
	readonly replyToEmailAddress?: string | null | undefined;
}

/** A template's `{{.OtpCode}}` stands for the code. */
export function otpMessage(otp: OtpEntity, code: Secret, delivery: Delivery): Message {
	const text = `Your ${delivery.appName} code is ${code.reveal()}`;
	const template = otp.type === "OTP_TYPE_SMS" ? delivery.smsCustomization?.template : undefined;
	const { sendFromEmailAddress: address, sendFromEmailSenderName: name } = delivery;
	return {
		type: otp.type,
		to: otp.contact,
		subject: `Sign in to ${delivery.appName}`,
		text: template ? template.replace(/\{\{\s*\.OtpCode\s*\}\}/g, code.reveal()) : text,
		code: code.reveal(),
		otpId: otp.id,
		from: address ? `${name || "Notifications"} <${address}>` : null,
		replyTo: delivery.replyToEmailAddress || null,
		createdAt: otp.createdAt,
		expiresAt: otp.expiresAt,
	};
}
