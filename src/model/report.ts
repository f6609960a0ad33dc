// What came of it: the report of an apply or of a drift check. Plain versioned JSON, published as schemas/report.schema.json.
import type { Address, KindName } from "./address.js";
import type { KindReading, PlanDiagnostic, ResourceDrift } from "./plan.js";

export const REPORT_FORMAT_VERSION = "1.0";

/**
 * `done`: completed. `pending`: submitted, waits for approvals or authenticators. `failed`: refused, failed or rejected.
 * `unknown`: sent, and its answer was lost; the journal keeps the bytes. `not-started`: never sent.
 */
export type StepStatus = "done" | "pending" | "failed" | "unknown" | "not-started";

export interface StepOutcome {
	readonly step: string;
	readonly operation: string;
	readonly addresses: readonly Address[];
	readonly status: StepStatus;
	readonly activity?: { readonly id: string; readonly status: string; readonly fingerprint: string };
	/** For `pending`: what is still needed, in words. */
	readonly needs?: string;
	/** For `failed` and `unknown`: the service's answer. For `not-started`: the step it waited for, or the interruption. */
	readonly reason?: string;
	readonly help?: string;
	/** True when the step had been sent by an earlier run and was only settled in this one. */
	readonly resumed?: true;
}

export interface ApplyReport {
	readonly format_version: typeof REPORT_FORMAT_VERSION;
	readonly type: "apply";
	readonly tool_version: string;
	readonly environment: string;
	readonly organization_id: string;
	readonly plan_digest: string;
	/** True when the run was stopped by a signal. */
	readonly interrupted: boolean;
	readonly steps: readonly StepOutcome[];
	readonly summary: {
		readonly added: number;
		readonly changed: number;
		readonly destroyed: number;
		readonly pending: number;
		readonly failed: number;
		readonly not_started: number;
		/** Changes the plan holds for which the service offers no operation. */
		readonly blocked: number;
	};
	readonly diagnostics: readonly PlanDiagnostic[];
	/** The command that continues, when something is left to do. */
	readonly resume?: string;
}

export interface DriftReport {
	readonly format_version: typeof REPORT_FORMAT_VERSION;
	readonly type: "drift";
	readonly tool_version: string;
	readonly environment: string;
	readonly organization_id: string;
	readonly complete: boolean;
	/** False when there is no inventory, and what was changed behind git's back cannot be told from what git changed. */
	readonly inventory: boolean;
	readonly kinds: Readonly<Partial<Record<KindName, KindReading>>>;
	readonly resource_drift: readonly ResourceDrift[];
	/** What the identifiers in this document stand for: identifier → `Kind/name`. */
	readonly names: Readonly<Record<string, Address>>;
	readonly summary: {
		readonly drifted: number;
		readonly missing: number;
		readonly conflicts: number;
		readonly unmanaged: number;
		readonly config_ahead: number;
		readonly converged: number;
		readonly differs: number;
		readonly in_sync: number;
	};
	readonly diagnostics: readonly PlanDiagnostic[];
}

export type Report = ApplyReport | DriftReport;
