// Whether a request is fresh: `timestampMs` at most an hour old and at most five minutes ahead.
import { badRequest } from "./refusal.js";
import type { ServiceLimits } from "./service-limits.js";

/** Throws a `Refusal` (400) when the text is no time or one outside the window. */
export function checkLiveness(timestampMs: string, now: number, limits: ServiceLimits): void {
	if (!/^\d{1,15}$/.test(timestampMs)) throw badRequest("`timestampMs` must be milliseconds since the epoch, in decimal digits");
	const timestamp = Number(timestampMs);
	if (timestamp < now - limits.timestampAge) throw badRequest(`\`timestampMs\` is too old: the service's clock reads ${now}`);
	if (timestamp > now + limits.timestampLead)
		throw badRequest(`\`timestampMs\` is in the future: the service's clock reads ${now}`);
}
