// `quorate policy calibrate`: where our evaluation of past requests agrees with the service's own. Holds a read-only
// connection.
import type { QueryPort } from "../api/port.js";
import { calibrate } from "../explain/calibrate.js";
import { readChangeTimes } from "../explain/change-times.js";
import type { Listed } from "../explain/past-evaluation.js";
import { readPolicies } from "../explain/policy-history.js";
import { memoise } from "../kinds/reader.js";
import { CALIBRATION_FORMAT_VERSION, type CalibrationReport } from "../model/calibration.js";
import { calibrationText } from "../render/calibration-text.js";
import { type ConnectionOptions, openReader } from "./connection.js";
import { type Context, isUnattended } from "./context.js";
import { type ExitCode, exitCodeOfCalibration } from "./exit-code.js";
import { openInputs } from "./inputs.js";
import { readLiveOrganization } from "./live-organization.js";
import { jsonText, paletteFor } from "./output.js";
import { requireOperations } from "./required-operations.js";
import { VERSION } from "./version.js";

export interface PolicyCalibrateOptions extends ConnectionOptions {
	readonly limit: number;
	readonly json?: boolean;
}

export async function runPolicyCalibrate(context: Context, options: PolicyCalibrateOptions): Promise<ExitCode> {
	const inputs = await openInputs(context, options);
	const connection = await openReader(context, options, inputs);
	try {
		const { port, organizationId } = connection;
		requireOperations(port, ["list_activities", "get_policy_evaluations"], "the past");
		const findings = await calibrate(port, {
			list: () => listed(port),
			limit: options.limit,
			concurrency: options.concurrency ?? inputs.environment.concurrency,
			onProgress: progress(context),
			signal: context.signal,
		});
		const report: CalibrationReport = {
			format_version: CALIBRATION_FORMAT_VERSION,
			type: "calibration",
			tool_version: VERSION,
			environment: inputs.environment.name,
			organization_id: organizationId,
			...findings,
		};
		context.stdout.write(
			options.json ? jsonText(report) : calibrationText(report, paletteFor(context.stdout, context, options.color)),
		);
		return exitCodeOfCalibration(report);
	} finally {
		await connection.close();
	}
}

/** Every list is asked for once, for what is in it and for when it changed. */
async function listed(unmemoised: QueryPort): Promise<Listed> {
	const port = memoise(unmemoised);
	// First what is refused in whole: what follows is asked for already.
	const organization = await readLiveOrganization(port);
	const [policies, times] = await Promise.all([readPolicies(port), readChangeTimes(port)]);
	return { organization, policies, times };
}

/** A line now and then: a question for each activity takes its time. */
const EVERY = 100;

function progress(context: Context): (done: number, of: number) => void {
	return (done, of) => {
		if (isUnattended(context) ? done % (EVERY * 10) !== 0 : done % EVERY !== 0) return;
		context.stderr.write(`Evaluations of ${done} of ${of} activities read\n`);
	};
}
