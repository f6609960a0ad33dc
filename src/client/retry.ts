// Whether and when the same bytes are sent again. Reads category, reason, status and code of a failure, never its message.
import type { ServiceFailure } from "../api/failure.js";
import { STATUS } from "../api/failure.js";
import type { Random } from "../base/clock.js";

export interface RetryRules {
	/** How often a request is sent at most. */
	readonly attempts: number;
	readonly random: Random;
}

/** The longest wait a service may ask of us; beyond it the failure is reported instead, with what was asked. */
export const LONGEST_WAIT_MS = 60_000;
/**
 * Two answers look as if they would pass and may be permanent: 429 for a resource limit that is full, and 500 for a policy
 * whose evaluation fails. When the answer does not tell them apart, this is how often they are tried.
 */
const DOUBTFUL_ATTEMPTS = 3;
const FIRST_BACKOFF_MS = 250;
/** The service counts requests by the second. */
const FIRST_RATE_BACKOFF_MS = 1000;
const LONGEST_BACKOFF_MS = 8000;

/**
 * Milliseconds to wait before attempt `attempt + 1`, or undefined when there is none. Exponential with full jitter; never
 * shorter than `waitMs`, which is what the answer asked for.
 */
export function retryDelay(
	failure: ServiceFailure,
	attempt: number,
	waitMs: number | undefined,
	rules: RetryRules,
): number | undefined {
	const most = Math.min(rules.attempts, attemptsFor(failure));
	if (attempt >= most) return undefined;
	if (waitMs !== undefined && waitMs > LONGEST_WAIT_MS) return undefined;
	const first = failure.httpStatus === 429 ? FIRST_RATE_BACKOFF_MS : FIRST_BACKOFF_MS;
	const jitter = rules.random() * Math.min(LONGEST_BACKOFF_MS, first * 2 ** (attempt - 1));
	// After a named wait everybody would come back at the same moment: a little jitter spreads them.
	return waitMs === undefined ? jitter : waitMs + Math.min(jitter, FIRST_BACKOFF_MS);
}

function attemptsFor(failure: ServiceFailure): number {
	switch (failure.category) {
		case "interrupted":
			return Number.POSITIVE_INFINITY;
		case "unreachable":
			return failure.reason === "tls" ? 1 : Number.POSITIVE_INFINITY;
		case "unintelligible":
			return isPassingStatus(failure.httpStatus) ? Number.POSITIVE_INFINITY : 1;
		case "refused":
			if (failure.httpStatus === 429) {
				if (failure.reason === "resource-limit") return 1;
				return failure.reason === "rate-limit" ? Number.POSITIVE_INFINITY : DOUBTFUL_ATTEMPTS;
			}
			if (!isPassingStatus(failure.httpStatus)) return 1;
			return failure.code === STATUS.Internal ? DOUBTFUL_ATTEMPTS : Number.POSITIVE_INFINITY;
		case "aborted":
			return 1;
	}
}

/** A status of the 500s that may pass: not 501, which says the operation does not exist, nor 505. */
function isPassingStatus(status: number | undefined): boolean {
	return status !== undefined && status >= 500 && status !== 501 && status !== 505;
}
