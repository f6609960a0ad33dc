// What a refusal is about, as far as its status, its codes and its headers tell; and whether the clocks are to blame.
import type { FailureReason } from "../api/failure.js";
import type { Asked } from "./asked.js";
import { readRateHeaders } from "./rate-headers.js";
import type { TransportAnswer } from "./transport.js";

/** The service takes a body whose timestamp is at most this old, by its own clock. */
export const MAX_AGE_MS = 60 * 60 * 1000;
/** And at most this far ahead. */
export const MAX_AHEAD_MS = 5 * 60 * 1000;

const REASONS: Readonly<Record<string, FailureReason>> = {
	PUBLIC_KEY_NOT_FOUND: "unknown-key",
	CREDENTIAL_NOT_FOUND: "unknown-key",
	API_KEY_EXPIRED: "expired-key",
	SIGNATURE_INVALID: "bad-signature",
	SIGNATURE_MISSING: "bad-signature",
	ORGANIZATION_NOT_FOUND: "unknown-organization",
	INVALID_ORGANIZATION_ID: "unknown-organization",
	RATE_LIMIT_EXCEEDED: "rate-limit",
	SIGNING_QUOTA_EXCEEDED: "resource-limit",
};

/**
 * The reason of a refusal. A 429 is a matter of speed when it says so by code or headers, or when it is not in the
 * service's form at all (then it comes from the gateway that counts requests); otherwise it stays undecided, because full
 * resources are refused with the same status.
 */
export function refusalReason(
	status: number,
	headers: TransportAnswer["headers"],
	turnkeyErrorCode: string,
	inServiceForm: boolean,
): FailureReason | undefined {
	const known = Object.hasOwn(REASONS, turnkeyErrorCode) ? REASONS[turnkeyErrorCode] : undefined;
	if (known !== undefined) return known;
	if (status === 501) return "not-offered";
	if (status === 429 && (!inServiceForm || readRateHeaders(headers, 0).present)) return "rate-limit";
	return undefined;
}

/**
 * A write refused with 400 or 401 although nothing but time is wrong with it: compares the body's timestamp, and our clock,
 * with the answer's `Date`. Undefined when the answer has none, or the timestamp is inside the service's window.
 */
export function clockSkewHelp(
	status: number,
	headers: TransportAnswer["headers"],
	asked: Asked,
): { readonly reason: FailureReason; readonly help: string } | undefined {
	const { timestampMs, now } = asked;
	const date = headers["date"];
	if (timestampMs === undefined || (status !== 400 && status !== 401) || typeof date !== "string") return undefined;
	const theirs = Date.parse(date);
	if (Number.isNaN(theirs)) return undefined;
	const age = theirs - timestampMs;
	// `Date` counts whole seconds, so a second of doubt goes to the service.
	if (age <= MAX_AGE_MS - 1000 && age >= 1000 - MAX_AHEAD_MS) return undefined;
	const skew = now - theirs;
	if (Math.abs(skew) < 60_000) {
		const help = `the request was made ${duration(age)} before it was sent; the service takes none older than an hour`;
		return { reason: "stale-body", help };
	}
	const direction = skew > 0 ? "ahead of" : "behind";
	return {
		reason: "clock-skew",
		help: `this machine's clock is ${duration(Math.abs(skew))} ${direction} the service's: set it, for example by turning on NTP`,
	};
}

/** `3 h 20 min`, `12 min`, `42 s`. */
export function duration(milliseconds: number): string {
	const seconds = Math.round(milliseconds / 1000);
	if (seconds < 120) return `${seconds} s`;
	const minutes = Math.round(seconds / 60);
	if (minutes < 120) return `${minutes} min`;
	const hours = Math.floor(minutes / 60);
	if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
	return `${Math.round(hours / 24)} days`;
}
