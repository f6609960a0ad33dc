// `quorate call`: one operation of the catalogue, signed and sent. The one verb that writes without a plan, and says what it sent.
import { type Activity, phaseOf } from "../api/activity.js";
import { isActivityName, type OperationName, operations, type QueryName } from "../api/operations.js";
import type { JsonObject } from "../base/json.js";
import { isJsonObject } from "../base/json.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { didYouMean } from "../diagnostics/suggestion.js";
import { type ConnectionOptions, openReader, openWriter } from "./connection.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { openInputs } from "./inputs.js";
import { jsonText } from "./output.js";
import { Refusal } from "./refusal.js";

export async function runCall(
	context: Context,
	options: ConnectionOptions,
	operation: string,
	parameters: string | undefined,
): Promise<ExitCode> {
	const row = Object.hasOwn(operations, operation) ? operations[operation as OperationName] : undefined;
	if (row === undefined || row.form === "proxy") {
		const known = Object.entries(operations).flatMap(([name, each]) => (each.form === "proxy" ? [] : [name]));
		throw new Refusal(EXIT.error, [
			{
				code: "Q7117",
				severity: "error",
				message: `\`${operation}\` is no operation of the catalogue`,
				help: didYouMean(operation, known) ?? "operations are named as in their path, for example `list_policies`",
			},
		]);
	}
	const given = await readParameters(context, parameters);
	const inputs = await openInputs(context, options);
	if (!isActivityName(operation)) {
		const connection = await openReader(context, options, inputs);
		try {
			const answer = await connection.port.query(operation as QueryName, given as never);
			context.stdout.write(jsonText(answer));
			return EXIT.success;
		} finally {
			await connection.close();
		}
	}
	const connection = await openWriter(context, options, inputs, {});
	try {
		const { port } = connection;
		const prepared = port.prepare(operation, given as never);
		const activity = await port.follow(await port.submit(prepared), prepared, context.signal);
		context.stdout.write(jsonText(activity));
		const exitCode = exitCodeOfActivity(activity);
		if (exitCode === EXIT.success) return exitCode;
		throw new Refusal(exitCode, [notCompleted(activity)]);
	} finally {
		await connection.close();
	}
}

async function readParameters(context: Context, text: string | undefined): Promise<JsonObject> {
	const source = text === "-" ? (await context.readStdin()).toString("utf8") : (text ?? "{}");
	let value: unknown;
	try {
		value = JSON.parse(source);
	} catch {
		value = undefined;
	}
	if (isJsonObject(value)) return value;
	throw new Refusal(EXIT.error, [
		{
			code: "Q7118",
			severity: "error",
			message: `the parameters are not a JSON object: \`${source.length > 60 ? `${source.slice(0, 60)}...` : source}\``,
			help: 'write for example \'{"policyId": "..."}\', or `-` to read them from standard input',
		},
	]);
}

function notCompleted({ id, status, fingerprint, failure }: Activity): Diagnostic {
	const waits = phaseOf(status) === "consensus-needed" || phaseOf(status) === "authenticators-needed";
	return {
		code: "Q7123",
		severity: waits ? "warning" : "error",
		message: `the activity ${id} is ${status}${failure ? `: ${failure.message}` : ""}`,
		...(waits ? { help: `others approve it with \`quorate call approve_activity '{"fingerprint":"${fingerprint}"}'\`` } : {}),
	};
}

function exitCodeOfActivity(activity: Activity): ExitCode {
	switch (phaseOf(activity.status)) {
		case "completed":
			return EXIT.success;
		case "failed":
		case "rejected":
			return EXIT.error;
		default:
			return EXIT.pending;
	}
}
