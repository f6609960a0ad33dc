// How many API keys a user may have: so many that last for ever, and so many that expire. One expiring key too many makes
// room for itself; one lasting key too many is refused.
import { type ApiKeyEntity, type Change, remove } from "../entity.js";
import type { OrganizationView } from "../organization.js";
import { Refusal } from "../refusal.js";
import type { ServiceLimits } from "../service-limits.js";

/** When a key is no longer valid, in milliseconds since the epoch; undefined: never. */
export function expiryOf({ createdAt, expirationSeconds }: ApiKeyEntity): number | undefined {
	return expirationSeconds === null ? undefined : createdAt + expirationSeconds * 1000;
}

/**
 * The keys that go so that a user's new expiring keys fit in: expired ones first, then the oldest. `going` are going anyway.
 */
export function evictions(
	organization: OrganizationView,
	userId: string,
	arriving: number,
	{ now, limits, going = new Set() }: { now: number; limits: ServiceLimits; going?: ReadonlySet<string> },
): readonly Change[] {
	const expiring = [...organization.apiKeys.group(userId).values()].filter(
		(key) => key.expirationSeconds !== null && !going.has(key.id),
	);
	const surplus = expiring.length + arriving - limits.expiringApiKeys;
	if (surplus <= 0) return [];
	const expired = (key: ApiKeyEntity): boolean => (expiryOf(key) ?? Number.POSITIVE_INFINITY) <= now;
	return [...expiring.filter(expired), ...expiring.filter((key) => !expired(key))]
		.slice(0, surplus)
		.map((key) => remove("apiKey", key.id));
}

/** Throws a `Refusal` (429) when a user would have more keys that never expire than they may. */
export function checkLongLived(organization: OrganizationView, userId: string, arriving: number, limits: ServiceLimits): void {
	const lasting = [...organization.apiKeys.group(userId).values()].filter((key) => key.expirationSeconds === null);
	checkUserLimit("long-lived api keys", lasting.length + arriving, limits.longLivedApiKeys);
}

/** Throws a `Refusal` (429) when a user would have more of something than they may. */
export function checkUserLimit(what: string, count: number, limit: number): void {
	if (count > limit) throw new Refusal("ResourceExhausted", `user has exceeded maximum ${what}: ${limit}`);
}
