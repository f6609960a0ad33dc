// Users by the address or number they can be reached at, and whether they have proven it to be theirs.
import type { ContactKind, UserEntity } from "../entity.js";
import type { OrganizationView } from "../organization.js";
import { invalid } from "../refusal.js";

/** Enough to tell an address from a slip; whether it can be reached is not ours to find out. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
/** E.164: at most 15 digits. */
const PHONE = /^\+[1-9]\d{6,14}$/;

/** Throws a `Refusal` (400) for what is no address. */
export function checkEmail(email: string): void {
	if (!EMAIL.test(email) || email.length > 254) throw invalid("invalid email address", "INVALID_EMAIL");
}

/** Throws a `Refusal` (400) for what is no telephone number in E.164. */
export function checkPhone(phone: string): void {
	if (!PHONE.test(phone)) throw invalid("invalid phone number: expected E.164, such as +13214567890");
}

/** What a one-time password of this type proves; undefined for a type there is none of. */
export function contactKind(otpType: string): ContactKind | undefined {
	if (otpType === "OTP_TYPE_EMAIL") return "email";
	return otpType === "OTP_TYPE_SMS" ? "phone" : undefined;
}

/** Addresses are compared without regard to case; the first user who has it is meant. */
export function userWithContact(organization: OrganizationView, otpType: string, contact: string): UserEntity | undefined {
	const kind = contactKind(otpType);
	return kind && usersWith(organization, kind, contact)[0];
}

export function usersWith(organization: OrganizationView, kind: ContactKind, contact: string): readonly UserEntity[] {
	const wanted = contact.toLowerCase();
	return [...organization.users.all()].filter((user) => user[kind]?.toLowerCase() === wanted);
}

export function isVerified(user: UserEntity, kind: ContactKind): boolean {
	return user.verified?.includes(kind) ?? false;
}

/** The user once a contact is known to be theirs. */
export function withVerified(user: UserEntity, kind: ContactKind, now: number): UserEntity {
	return isVerified(user, kind) ? user : { ...user, verified: [...(user.verified ?? []), kind], updatedAt: now };
}

/** The user with another contact, or with none; what was proven of the old one says nothing of it. */
export function withContact(user: UserEntity, kind: ContactKind, contact: string | null, now: number): UserEntity {
	const { verified = [], ...rest } = user;
	const kept = user[kind] === contact ? verified : verified.filter((each) => each !== kind);
	return { ...rest, [kind]: contact, ...(kept.length > 0 ? { verified: kept } : {}), updatedAt: now };
}
