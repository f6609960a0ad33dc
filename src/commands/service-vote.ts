// `quorate service approve` and `reject`: a vote as a seeded user, for tests of one's own. The service makes it with the
// key it made for that user, so it is a vote like any other: whether it counts is for the policies to say.
import { ADMIN_PATHS } from "../service/administration/paths.js";
import type { InspectedActivity } from "../service/inspection/inspected.js";
import { visible } from "../service/inspection/markup.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { jsonText } from "./output.js";
import { administer, type RunningServiceOptions } from "./running-service.js";

export interface ServiceVoteOptions extends RunningServiceOptions {
	readonly as: string;
}

export const runServiceApprove = (context: Context, options: ServiceVoteOptions, activity: string): Promise<ExitCode> =>
	vote(context, options, activity, "approve");

export const runServiceReject = (context: Context, options: ServiceVoteOptions, activity: string): Promise<ExitCode> =>
	vote(context, options, activity, "reject");

async function vote(
	context: Context,
	options: ServiceVoteOptions,
	meant: string,
	selection: "approve" | "reject",
): Promise<ExitCode> {
	const answer = await administer(context, options, ADMIN_PATHS[selection], { activity: meant, user: options.as });
	const { activity, repeated } = answer as unknown as { readonly activity: InspectedActivity; readonly repeated: boolean };
	const done = selection === "approve" ? "Approved" : "Rejected";
	if (options.json) context.stdout.write(jsonText({ activity, repeated }));
	else context.stdout.write(textOf(activity, repeated ? `${done} before` : done, options.as, repeated));
	return exitCodeOf(activity.status, selection);
}

function textOf({ id, status, awaits, failure }: InspectedActivity, done: string, user: string, repeated: boolean): string {
	const state = status.replace("ACTIVITY_STATUS_", "").toLowerCase().replaceAll("_", " ");
	const waits = awaits.length > 0 ? `, waits for one of ${awaits.map(({ name }) => visible(name)).join(", ")}` : "";
	return `${done} as ${visible(user)}${repeated ? "; nothing changes" : ""}. The activity ${id} is ${state}${waits}${failure === null ? "" : `: ${visible(failure)}`}.\n`;
}

function exitCodeOf(status: string, selection: "approve" | "reject"): ExitCode {
	switch (status) {
		case "ACTIVITY_STATUS_COMPLETED":
			return EXIT.success;
		case "ACTIVITY_STATUS_REJECTED":
			return selection === "reject" ? EXIT.success : EXIT.error;
		case "ACTIVITY_STATUS_FAILED":
			return EXIT.error;
		default:
			return EXIT.pending;
	}
}
