// What one sort of resource is: how it is written, checked, read, compared and changed. The engine knows kinds through
// this interface only; a new kind is a file that implements it and a line in all.ts.
import type { Activity } from "../api/activity.js";
import type { ActivityName, QueryName } from "../api/operations.js";
import type { JsonObject, JsonValue } from "../base/json.js";
import type { Code } from "../diagnostics/codes.js";
import type { Finding } from "../diagnostics/diagnostic.js";
import type { Address, KindName, LookupName } from "../model/address.js";
import type { Reading } from "../model/resource.js";
import type { Limits } from "./limits.js";
import type { Reader } from "./reader.js";

/** Which of the language's slots an expression stands in; each has roots of its own. */
export type Slot = "condition" | "consensus" | "time";

/** A member of the spec whose text is a policy expression. */
export interface ExpressionField {
	readonly path: readonly string[];
	readonly slot: Slot;
}

/** A finding about one place of a manifest: `path` leads from the document's root, `range` into the scalar's text. */
export interface SpecFinding extends Finding {
	readonly path: readonly (string | number)[];
}

/** What one manifest asks for. */
export interface Declared {
	readonly address: Address;
	readonly name: string;
	readonly parent?: string;
	readonly attributes: JsonObject;
}

/** What a kind is given to check: one manifest that already satisfies its schema. */
export interface Declaration extends Declared {
	readonly spec: JsonObject;
}

/** What a recipe may build parameters from. Strings may hold reference tokens. */
export interface RecipeInput {
	/** The identifier, or the token that stands for it while it is not known. Empty for a create. */
	readonly id: string;
	readonly before: JsonObject;
	readonly after: JsonObject;
	/** Top-level attributes that differ. */
	readonly changed: ReadonlySet<string>;
}

/** One way of making a change: an operation of the catalogue and how to fill it in. */
export interface Recipe {
	readonly operation: ActivityName;
	/** Top-level attributes it can set; a change of any other needs another recipe. */
	readonly writes: readonly string[];
	/** Parameters for one resource. */
	parameters(input: RecipeInput): JsonObject;
	/** When the operation takes a list: the list's name, how one resource becomes an item, and how many one activity takes. */
	readonly batch?: { readonly list: string; readonly limit: number; item(input: RecipeInput): JsonValue };
	/** For a create: JSON Pointer to the identifier in the result; `*` stands for the item's index. */
	readonly identifier?: string;
	/** For a removal that leaves the resource behind, switched off. */
	readonly deactivates?: true;
}

/** What is known about whoever is going to apply a plan. */
export interface Surroundings {
	/** Addresses and blocks from which the applying machine reaches the service; empty when nobody said. */
	readonly egress: readonly string[];
	/** The user whose key stamps the requests, when the service tells. */
	readonly actor?: { readonly userId: string; readonly userName: string };
}

/** A way in which a change could shut out those who would have to undo it. `message` follows the resource's address. */
export interface LockOut {
	readonly code: Code;
	readonly message: string;
	readonly help: string;
}

export interface Kind {
	readonly name: KindName;
	/** The schema's file name under `schemas/`. */
	readonly schema: string;
	/** The kind of thing a resource of this kind lives under, when it does. */
	readonly parent?: LookupName;
	/** Whether the service refuses a second resource of the same name: a replacement must then delete first. */
	readonly uniqueNames: boolean;
	readonly expressions: readonly ExpressionField[];
	/** Lists that are sets: attribute → the member that names an item, "" where the item is its own name. Changes are shown per item. */
	readonly itemKeys: Readonly<Record<string, string>>;

	/** The parent's name as the spec gives it. */
	parentOf?(spec: JsonObject): string | undefined;
	/** Attributes from a manifest that satisfies the schema; not yet normalised. Names of other things become reference tokens. */
	fromSpec(name: string, spec: JsonObject): JsonObject;
	/** The spec an author would write for a resource; its strings may hold reference tokens. Inverse of `fromSpec`. */
	toSpec(attributes: JsonObject, about: { readonly name: string; readonly parent?: string | undefined }): JsonObject;
	/** The comparable form: defaults filled in, set-like lists sorted, texts canonical, server noise dropped. Idempotent. */
	normalise(attributes: JsonObject): JsonObject;
	/** What the service would refuse about one resource. */
	check(declaration: Declaration, limits: Limits): readonly SpecFinding[];
	/** What the service would refuse about all resources of the kind together; findings by address. */
	checkTogether(declarations: readonly Declared[], limits: Limits): readonly (SpecFinding & { readonly address: Address })[];

	/** Questions that reading always begins with; they may be asked before the manifests are read. */
	readonly asks: readonly QueryName[];
	/** Reads every live resource of the kind, as far as the profile lets it. Failures of the port pass through. */
	read(reader: Reader): Promise<Reading>;

	/** Ways to create, in order of preference; the first that the profile offers is taken, a batch when there are several. */
	readonly create: readonly Recipe[];
	/** Whether creating (`before` absent) or removing (`after` absent) it can only take access away, or can give some. */
	sways?(before: JsonObject | undefined, after: JsonObject | undefined): "restricts" | "grants";
	/** How the state after a change could lock out whoever applies it. */
	lockOuts?(name: string, after: JsonObject, surroundings: Surroundings): readonly LockOut[];
	/** What an attribute is after a create that cannot set it. */
	readonly createDefaults: JsonObject;
	readonly update: readonly Recipe[];
	readonly remove: readonly Recipe[];

	/** Identifiers of resources of this kind that a completed activity created, changed or removed. */
	touchedBy(activity: Activity): readonly string[];
	/** Activity types to look for when asking who touched a resource. */
	readonly activityTypes: readonly string[];
}
