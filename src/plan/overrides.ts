// What a person has allowed a run to do although a guard would refuse it: each guard by its own name, all with a reason.
import type { Address, KindName } from "../model/address.js";

export interface Overrides {
	/** `--allow-deletes Policy=5`: exactly that many deletions of that kind. */
	readonly deletes: Readonly<Partial<Record<KindName, number>>>;
	/** `--allow-protected ADDRESS`. */
	readonly protected: ReadonlySet<Address>;
	/** `--accept-lockout CODE`. */
	readonly lockouts: ReadonlySet<string>;
	/** `--allow-dangling ADDRESS`. */
	readonly dangling: ReadonlySet<Address>;
	/** `--reason TEXT`; given whenever any of the above is. */
	readonly reason: string | undefined;
}

export const NO_OVERRIDES: Overrides = {
	deletes: {},
	protected: new Set(),
	lockouts: new Set(),
	dangling: new Set(),
	reason: undefined,
};
