// When what policies decide about last changed, as the service lists it. What changed after a vote was not what it is now when
// the vote was given.
import { timestampMilliseconds } from "../api/activity.js";
import type { QueryPort } from "../api/port.js";
import type { JsonObject } from "../base/json.js";
import type { Bindings } from "../language/bindings.js";

/** Instants in milliseconds since the epoch, by identifier; what is not listed is gone, and changed at nobody knows when. */
export interface ChangeTimes {
	/** Name, email and tags. */
	readonly users: ReadonlyMap<string, number>;
	/** The youngest credential of a user. */
	readonly credentials: ReadonlyMap<string, number>;
	readonly privateKeys: ReadonlyMap<string, number>;
	readonly wallets: ReadonlyMap<string, number>;
}

/** Reads them. Rejects with `ServiceFailure`; the profile must offer the lists. */
export async function readChangeTimes(port: QueryPort): Promise<ChangeTimes> {
	const [{ users }, { privateKeys }, { wallets }] = await Promise.all([
		port.query("list_users", {}),
		port.query("list_private_keys", {}),
		port.query("list_wallets", {}),
	]);
	return {
		users: new Map(users.map((user) => [user.userId, instantOf(user.updatedAt)])),
		credentials: new Map(
			users.map((user) => [
				user.userId,
				Math.max(...[...user.apiKeys, ...user.authenticators].map((each) => instantOf(each.updatedAt)), NEVER),
			]),
		),
		privateKeys: new Map(privateKeys.map((key) => [key.privateKeyId, instantOf(key.updatedAt)])),
		wallets: new Map(wallets.map((wallet) => [wallet.walletId, instantOf(wallet.updatedAt)])),
	};
}

const NEVER = Number.NEGATIVE_INFINITY;
const UNKNOWN = Number.POSITIVE_INFINITY;

/** A time that cannot be read is taken for the latest possible one: then nothing is concluded from it. */
export function instantOf(time: unknown): number {
	return timestampMilliseconds(time) ?? UNKNOWN;
}

/** When anything that a request binds as its target last changed. */
export function targetChangedAt(bindings: Bindings, { walletIds }: JsonObject, times: ChangeTimes): number {
	const wallets = bindings["wallets"];
	// Those that are gone are not bound.
	if (Array.isArray(wallets) && Array.isArray(walletIds) && wallets.length < walletIds.length) return UNKNOWN;
	const bound = [
		...of(bindings["private_key"], times.privateKeys),
		...of(bindings["wallet"], times.wallets),
		...(Array.isArray(wallets) ? wallets.flatMap((wallet) => of(wallet, times.wallets)) : []),
	];
	return Math.max(...bound, NEVER);
}

function of(target: unknown, times: ReadonlyMap<string, number>): readonly number[] {
	if (typeof target !== "object" || target === null || !("id" in target)) return [];
	return [times.get(String(target.id)) ?? UNKNOWN];
}
