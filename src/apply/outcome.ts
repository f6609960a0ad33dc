// What an activity's last state, or a failed request, means for the step that sent it.
import type { Activity, Vote } from "../api/activity.js";
import { phaseOf } from "../api/activity.js";
import { HTTP_STATUS, type ServiceFailure } from "../api/failure.js";
import { activityRow, isActivityName } from "../api/operations.js";
import type { JsonValue } from "../base/json.js";
import type { Step } from "../model/plan.js";
import type { StepOutcome } from "../model/report.js";
import type { JournalOutcome } from "../state/journal-record.js";

const reference = (activity: Activity) => ({ id: activity.id, status: activity.status, fingerprint: activity.fingerprint });

/** Undefined while the activity is still running: then nothing is settled, and the same bytes are sent again later. */
export function settle(step: Step, activity: Activity): JournalOutcome | undefined {
	const base = { step: step.id, activity: reference(activity) };
	switch (phaseOf(activity.status)) {
		case "completed": {
			const result = resultOf(step, activity);
			return { ...base, status: "done", ...(result === undefined ? {} : { result }) };
		}
		case "failed":
			return {
				...base,
				status: "failed",
				reason: activity.failure?.message ?? "the activity failed and the service gives no reason",
			};
		case "rejected":
			return { ...base, status: "failed", reason: `the activity was rejected by ${voters(activity, "VOTE_SELECTION_REJECTED")}` };
		case "consensus-needed":
			return {
				...base,
				status: "pending",
				needs: `more approvals; approved so far by ${voters(activity, "VOTE_SELECTION_APPROVED")}`,
			};
		case "authenticators-needed":
			return {
				...base,
				status: "pending",
				needs: "the submitting user's other authentication methods, as their MFA policy asks",
			};
		case "running":
			return undefined;
	}
}

function resultOf(step: Step, activity: Activity): JsonValue | undefined {
	if (!isActivityName(step.operation)) return undefined;
	return activity.result?.[activityRow(step.operation).resultKey];
}

function voters(activity: Activity, selection: Vote["selection"]): string {
	const names = activity.votes
		.filter((vote) => vote.selection === selection)
		.map((vote) => {
			const name = vote.user?.["userName"];
			return typeof name === "string" ? name : vote.userId;
		});
	return names.length === 0 ? "nobody the service names" : names.join(", ");
}

export interface FailedRequest {
	readonly outcome: Omit<StepOutcome, "step" | "operation" | "addresses">;
	/** Whether the refusal is final, so that the same bytes need not be sent again. */
	readonly settled: boolean;
	/** Whether sending anything else now is pointless. */
	readonly halts: boolean;
}

const SAME_BYTES = "the next apply sends the same bytes and gets the same activity";

/** Decides by what the failure is, never by its message. */
export function failedRequest(failure: ServiceFailure): FailedRequest {
	const { httpStatus, message } = failure;
	const broken = httpStatus !== undefined && httpStatus >= 500 && httpStatus !== HTTP_STATUS.Unimplemented;
	const halts =
		failure.category !== "refused" || httpStatus === HTTP_STATUS.ResourceExhausted || httpStatus === HTTP_STATUS.Unauthenticated;
	// A server error may have come after the work was done: nobody knows, as when the answer was lost.
	if (failure.outcomeUnknown || broken || failure.category === "unintelligible") {
		return { outcome: { status: "unknown", reason: message, help: SAME_BYTES }, settled: false, halts };
	}
	const help = failure.help === undefined ? {} : { help: failure.help };
	if (failure.category === "refused") return { outcome: { status: "failed", reason: message, ...help }, settled: true, halts };
	return { outcome: { status: "not-started", reason: message, ...help }, settled: false, halts };
}
