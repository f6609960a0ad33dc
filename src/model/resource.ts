// One resource as three witnesses describe it: the manifests (desired), the service (live), our last apply (recorded).
// All three carry attributes in the same normalised form, so that comparing them is dull.
import type { JsonObject } from "../base/json.js";
import type { Address, KindName } from "./address.js";
import type { Reference } from "./reference.js";

/** Where in the manifests a resource is declared. */
export interface Source {
	readonly file: string;
	readonly line: number;
	readonly column: number;
}

export interface Desired {
	readonly address: Address;
	readonly kind: KindName;
	readonly name: string;
	/** The name of the resource it lives under, for kinds that have a parent. */
	readonly parent?: string;
	/** `absent` asks for the resource to be removed. */
	readonly state: "present" | "absent";
	/** In the kind's normalised form; references are still tokens. Empty when `state` is `absent`. */
	readonly attributes: JsonObject;
	/** What the attributes refer to, each once, in reading order. */
	readonly references: readonly Reference[];
	readonly labels: Readonly<Record<string, string>>;
	/** `lifecycle.protect` as written. Undefined when the manifest does not say: then what was recorded still holds. */
	readonly protect?: boolean;
	/** The name it had before, to be renamed in place. */
	readonly renamedFrom?: string;
	readonly source: Source;
}

export interface Live {
	readonly address: Address;
	readonly kind: KindName;
	/** The service's identifier; for a kind without identifiers, a key that is unique within the kind. */
	readonly id: string;
	readonly name: string;
	readonly parent?: string;
	readonly attributes: JsonObject;
	/** True when the service holds it only as a remainder of a removal it cannot do (a deactivated webhook endpoint). */
	readonly retired?: boolean;
}

export interface Recorded {
	readonly address: Address;
	readonly kind: KindName;
	readonly id: string;
	readonly name: string;
	readonly parent?: string;
	readonly attributes: JsonObject;
	readonly protect: boolean;
	/** The activity that last wrote it, when we wrote it. */
	readonly activityId?: string;
}

/**
 * How a kind's live resources came to be known. `read`: all of them, from the service. `recorded`: the service offers no
 * way to list them, so they are what the inventory says. `unknown`: reading failed, and nothing may be concluded.
 */
export type Completeness = "read" | "recorded" | "unknown";

export interface Reading {
	readonly completeness: Completeness;
	/** Why it is not `read`, for the reader of a plan. */
	readonly reason?: string;
	readonly live: readonly Live[];
}
