// The two functions, both of the slot `time`. Their arguments are literals, so that they are checked to the character while
// the policy is written.
import { closest } from "../diagnostics/suggestion.js";
import { hintForCall } from "./common-mistakes.js";
import { everFires, readCronSpan } from "./cron-span.js";
import { bool, type Type, timestamp, unknown } from "./environment/type.js";
import { readInstant } from "./instant.js";
import type { FunctionCall, StringLiteral } from "./tree.js";
import type { Typer } from "./typing.js";

const functions: ReadonlyMap<string, { readonly arguments: readonly string[]; readonly result: Type }> = new Map([
	["Timestamp", { arguments: ["date and time"], result: timestamp }],
	["CronSpan", { arguments: ["schedule", "duration", "time zone"], result: bool }],
]);

/** Types a function call; its value, when it is right, is left among the constants. */
export function typeFunction(typer: Typer, node: FunctionCall): Type {
	const { collector } = typer;
	const nameEnd = node.start + node.name.length;
	const known = functions.get(node.name);
	if (known === undefined) {
		const near = closest(node.name, functions.keys());
		collector.error("Q3104", node.start, nameEnd, `there is no function \`${node.name}\``, {
			help: hintForCall(node.name) ?? (near === undefined ? undefined : `did you mean \`${near}\`?`),
			notes: ["the functions are `Timestamp` and `CronSpan`, both in `time`"],
		});
		return unknown;
	}
	if (typer.slot !== "time") {
		const message = `\`${node.name}\` exists in \`time\` only, and this is a \`${typer.slot}\``;
		collector.error("Q3102", node.start, nameEnd, message, { help: "ask for the time in the policy's `time`" });
		return known.result;
	}
	const wanted = known.arguments.length;
	if (node.arguments.length !== wanted) {
		const expected = `${wanted === 1 ? "one argument" : `${wanted} arguments`} (${known.arguments.join(", ")})`;
		collector.error("Q3105", node.start, node.end, `\`${node.name}\` takes ${expected}, found ${node.arguments.length}`);
		return known.result;
	}
	const literals: StringLiteral[] = [];
	for (const [index, argument] of node.arguments.entries()) {
		if (argument.kind === "string") literals.push(argument);
		else if (argument.kind !== "invalid") {
			const message = `the ${known.arguments[index]} is a string that is written out, found ${typer.quote(argument)}`;
			collector.error("Q3120", argument.start, argument.end, message);
		}
	}
	if (literals.length === wanted) {
		if (node.name === "Timestamp") typeTimestamp(typer, node, literals);
		else typeCronSpan(typer, node, literals);
	}
	return known.result;
}

function typeTimestamp(typer: Typer, node: FunctionCall, [literal]: readonly StringLiteral[]): void {
	if (literal === undefined) return;
	const read = readInstant(literal.value);
	if (read.ok) {
		typer.typing.constants.set(node.id, read.nanos);
		return;
	}
	const message = `\`${literal.value}\` is no timestamp: ${read.problem}`;
	typer.collector.error("Q3118", literal.start, literal.end, message, { help: read.help });
}

function typeCronSpan(typer: Typer, node: FunctionCall, literals: readonly StringLiteral[]): void {
	const [cron, duration, zone] = literals;
	if (cron === undefined || duration === undefined || zone === undefined) return;
	const read = readCronSpan(cron.value, duration.value, zone.value);
	if ("schedule" in read) {
		typer.typing.constants.set(node.id, read);
		if (everFires(read.schedule)) return;
		const message = `the schedule \`${cron.value}\` never fires: no month it names has such a day`;
		typer.collector.error("Q3306", cron.start, cron.end, message);
		return;
	}
	for (const problem of read) {
		const literal = literals[problem.argument];
		if (literal === undefined) continue;
		// Inside the quotes; an empty argument is marked with them.
		const empty = problem.end <= problem.start;
		const start = empty ? literal.start : literal.start + 1 + problem.start;
		const end = empty ? literal.end : literal.start + 1 + problem.end;
		typer.collector.error("Q3119", start, end, problem.problem, { help: problem.help });
	}
}
