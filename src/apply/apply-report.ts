// The report of an apply: counted from the outcomes, never from anything beside them.
import type { Plan, PlanDiagnostic, ResourceChange } from "../model/plan.js";
import { includesAction } from "../model/plan.js";
import type { ApplyReport, StepOutcome } from "../model/report.js";
import { REPORT_FORMAT_VERSION } from "../model/report.js";

export interface ReportOptions {
	readonly plan: Plan;
	readonly toolVersion: string;
	readonly outcomes: readonly StepOutcome[];
	readonly interrupted: boolean;
	readonly diagnostics: readonly PlanDiagnostic[];
	/** The command that continues. */
	readonly resume: string;
}

export function applyReport(options: ReportOptions): ApplyReport {
	const { plan, outcomes, interrupted } = options;
	const byStep = new Map(outcomes.map((outcome) => [outcome.step, outcome.status]));
	const completed = plan.resource_changes.filter(
		(change) => change.steps.length > 0 && change.steps.every((step) => byStep.get(step) === "done"),
	);
	const count = (action: "create" | "update" | "delete") =>
		completed.filter((change: ResourceChange) => includesAction(change.change.actions, action)).length;
	const steps = (...statuses: readonly string[]) => outcomes.filter((outcome) => statuses.includes(outcome.status)).length;
	const blocked = plan.resource_changes.filter((change) => change.blocked !== undefined).length;
	const unfinished = interrupted || outcomes.some((outcome) => outcome.status !== "done");
	return {
		format_version: REPORT_FORMAT_VERSION,
		type: "apply",
		tool_version: options.toolVersion,
		environment: plan.environment,
		organization_id: plan.base.organization_id,
		plan_digest: plan.plan_digest,
		interrupted,
		steps: outcomes,
		summary: {
			added: count("create"),
			changed: count("update"),
			destroyed: count("delete"),
			pending: steps("pending"),
			failed: steps("failed", "unknown"),
			not_started: steps("not-started"),
			blocked,
		},
		diagnostics: options.diagnostics,
		...(unfinished ? { resume: options.resume } : {}),
	};
}
