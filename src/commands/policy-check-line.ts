// One line of `policy check --jsonl`: an expression in, what is wrong with it out.
import type { JsonObject } from "../base/json.js";
import { isJsonObject } from "../base/json.js";
import { check } from "../language/check.js";
import { describeType } from "../language/environment/type.js";
import { type Slot, slots } from "../language/slot.js";
import { LONGEST_LINE, tooLong } from "./json-lines.js";

/** What a line asks, or why it asks nothing. */
export type Question =
	| { readonly ok: true; readonly slot: Slot; readonly text: string; readonly id?: string | number; readonly members: JsonObject }
	| { readonly ok: false; readonly message: string; readonly id?: string | number };

/** Reads a line. Members it does not know are left alone; `id`, a text or a number, is given back with the answer. */
export function readQuestion(line: string | typeof tooLong, slot: Slot): Question {
	if (line === tooLong) return { ok: false, message: `the line has more than ${LONGEST_LINE} characters` };
	let value: unknown;
	try {
		value = JSON.parse(line);
	} catch {
		return { ok: false, message: "the line is not JSON" };
	}
	if (!isJsonObject(value)) return { ok: false, message: "the line is not a JSON object" };
	const members = value;
	const given = members["id"];
	const id = typeof given === "string" || typeof given === "number" ? { id: given } : {};
	const text = members["text"];
	if (typeof text !== "string") return { ok: false, message: "`text` is not a string: it holds the expression", ...id };
	const named = members["slot"] ?? slot;
	const known = slots.find((each) => each === named);
	if (known === undefined) {
		return { ok: false, message: `\`slot\` is ${JSON.stringify(named)}, expected one of ${slots.join(", ")}`, ...id };
	}
	return { ok: true, slot: known, text, members, ...id };
}

/** The answer to one line. `slot` is meant where the line names none. */
export function checkLine(line: string | typeof tooLong, number: number, slot: Slot): string {
	const question = readQuestion(line, slot);
	const id = question.id === undefined ? {} : { id: question.id };
	if (!question.ok) {
		return JSON.stringify({
			...id,
			ok: false,
			type: null,
			diagnostics: [],
			error: { kind: "InvalidLine", line: number, message: question.message },
		});
	}
	const { findings, expression, typing, wellTyped } = check(question.text, question.slot);
	const type = typing.types[expression.id];
	return JSON.stringify({
		...id,
		ok: wellTyped && !findings.some((each) => each.severity === "error"),
		type: type === undefined || type.kind === "unknown" ? null : describeType(type),
		diagnostics: findings,
	});
}
