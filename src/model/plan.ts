// The plan: plain versioned JSON that holds everything a reviewer needs to judge it and everything apply needs to carry it
// out. Member names follow Terraform's plan JSON where the meaning is the same. Published as schemas/plan.schema.json.
import type { JsonObject, JsonValue } from "../base/json.js";
import type { Address, KindName } from "./address.js";
import type { Completeness, Source } from "./resource.js";

export const PLAN_FORMAT_VERSION = "1.0";

export type Action = "no-op" | "create" | "update" | "delete";

/** `["delete","create"]` replaces delete-first, `["create","delete"]` create-first. */
export type Actions =
	| readonly ["no-op"]
	| readonly ["create"]
	| readonly ["update"]
	| readonly ["delete"]
	| readonly ["delete", "create"]
	| readonly ["create", "delete"];

export function includesAction(actions: Actions, action: Action): boolean {
	return (actions as readonly Action[]).includes(action);
}

/** `config`: the manifests moved. `drift`: the live side moved. `both`. `unknown`: no inventory to tell by. */
export type Cause = "config" | "drift" | "both" | "unknown";

export interface FieldChange {
	/** Dotted path inside the attributes: `condition`, `subscriptions[ACTIVITY_UPDATES].filters`. */
	readonly path: string;
	/** Absent when the field is added. */
	readonly before?: JsonValue;
	/** Absent when the field is removed. */
	readonly after?: JsonValue;
	/** True when `after` holds a reference whose identifier is only known after apply. */
	readonly after_unknown?: true;
}

export interface Change {
	readonly actions: Actions;
	readonly before: JsonObject | null;
	/** References that are not known yet stand as `${Kind/name}`. */
	readonly after: JsonObject | null;
	/** Mirrors `after`: true where the value is only known after apply. */
	readonly after_unknown: JsonObject;
	readonly fields: readonly FieldChange[];
	/** The field paths that force a replacement. */
	readonly replace_paths: readonly string[];
}

export type ActionReason =
	| "not_in_manifests"
	| "declared_absent"
	| "cannot_update"
	| "reference_replaced"
	| "renamed"
	| "retired";

/** A change that has no step, and why. */
export interface Blocked {
	readonly reason: string;
	/** What would make it possible. */
	readonly remedy: string;
}

export interface ResourceChange {
	readonly address: Address;
	readonly previous_address?: Address;
	readonly type: KindName;
	readonly name: string;
	/** The live identifier; absent for what is about to be created. */
	readonly id?: string;
	readonly cause?: Cause;
	readonly action_reason?: ActionReason;
	/** Where the manifest stands; absent when no manifest declares it. */
	readonly source?: Source;
	/** Whether it is protected after this apply. */
	readonly protect: boolean;
	/** What apply does to the inventory's record of it, besides what the steps bring about. */
	readonly record?: "add" | "change" | "forget";
	readonly change: Change;
	/** Identifiers of the steps that carry it out, in order. */
	readonly steps: readonly string[];
	readonly blocked?: Blocked;
}

/** One operation with its exact parameters. References to identifiers not known yet are `{"$ref": "Kind/name"}`. */
export interface Step {
	readonly id: string;
	readonly operation: string;
	/** The activity type, `ACTIVITY_TYPE_…`. */
	readonly type: string;
	readonly effect: "create" | "update" | "delete" | "deactivate";
	readonly addresses: readonly Address[];
	readonly parameters: JsonObject;
	/** Identifiers of the steps that must have completed before. */
	readonly depends_on: readonly string[];
	/** For each resource created, where in the result its identifier stands (JSON Pointer into the activity's result value). */
	readonly produces: Readonly<Record<Address, string>>;
	/** An activity with the same intent that already waits for approval: it is followed instead of a new one being submitted. */
	readonly pending_activity?: { readonly id: string; readonly fingerprint: string };
}

export type DriftClass = "config_ahead" | "drift" | "conflict" | "unmanaged" | "missing" | "converged" | "differs";

/** Who did it: the activity that last touched the resource, as far as the service can tell. */
export interface Attribution {
	readonly activity_id: string;
	readonly activity_type: string;
	readonly fingerprint: string;
	/** RFC 3339. */
	readonly at: string;
	readonly users: readonly { readonly id: string; readonly name?: string }[];
}

export interface ResourceDrift {
	readonly address: Address;
	readonly type: KindName;
	readonly name: string;
	readonly id?: string;
	readonly class: DriftClass;
	/** From recorded to live: what somebody changed behind our back. */
	readonly fields: readonly FieldChange[];
	readonly source?: Source;
	readonly attribution?: Attribution;
	/** What cannot be known here, and why. */
	readonly unknown?: string;
}

export interface Check {
	readonly code: string;
	readonly status: "pass" | "fail" | "overridden";
	readonly message: string;
	readonly addresses: readonly Address[];
	readonly help?: string;
	/** Why it was overridden, in the words of whoever did. */
	readonly reason?: string;
}

export interface KindReading {
	readonly manage: "exclusive" | "declared";
	readonly completeness: Completeness;
	readonly reason?: string;
	/** How many live resources were seen. */
	readonly live: number;
	readonly ignored: number;
}

export interface PlanSummary {
	readonly add: number;
	readonly change: number;
	readonly destroy: number;
	/** Of the above, how many are both: a replacement counts in `add` and in `destroy`. */
	readonly replace: number;
	readonly unchanged: number;
	readonly blocked: number;
	readonly unmanaged: number;
	readonly drifted: number;
	readonly activities: number;
	/** Records that apply adds to, changes in or drops from the inventory without any activity. */
	readonly records: number;
}

export interface PlanDiagnostic {
	readonly severity: "error" | "warning" | "info";
	readonly code: string;
	readonly summary: string;
	readonly address?: Address;
	readonly help?: string;
}

export interface Plan {
	readonly format_version: typeof PLAN_FORMAT_VERSION;
	readonly tool_version: string;
	readonly environment: string;
	/** Every kind was known completely enough to plan all of it. */
	readonly complete: boolean;
	/** There is something to do and nothing forbids it. */
	readonly applyable: boolean;
	readonly errored: boolean;
	readonly base: {
		readonly organization_id: string;
		readonly profile: "core" | "full";
		/** Digest of everything that was desired. */
		readonly config_digest: string;
		/** Digest per live resource of the kinds this plan looked at. */
		readonly live_digests: Readonly<Record<Address, string>>;
		/** `--target`, `--exclude` and `--selector` as given, since they decide what a plan covers. */
		readonly scope: readonly string[];
	};
	readonly kinds: Readonly<Partial<Record<KindName, KindReading>>>;
	readonly resource_changes: readonly ResourceChange[];
	readonly resource_drift: readonly ResourceDrift[];
	readonly unmanaged: readonly { readonly address: Address; readonly type: KindName; readonly id: string }[];
	readonly checks: readonly Check[];
	readonly steps: readonly Step[];
	/** What the identifiers in this document stand for: identifier → `Kind/name`. */
	readonly names: Readonly<Record<string, Address>>;
	readonly summary: PlanSummary;
	readonly diagnostics: readonly PlanDiagnostic[];
	/** Digest of all of the above. */
	readonly plan_digest: string;
}

/**
 * A plan before it is handed on: all there is to show. The digests, of every live resource and of the whole, are only worth
 * their time when the document leaves the process or is carried out.
 */
export type PlanDraft = Omit<Plan, "plan_digest" | "base"> & { readonly base: Omit<Plan["base"], "live_digests"> };
