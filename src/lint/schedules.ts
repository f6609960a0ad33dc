// The schedules in a time expression.
import type { CronSpan } from "../language/cron-span.js";
import { type Expression, walk } from "../language/tree.js";
import type { Part } from "./subject.js";

export interface Scheduled {
	readonly node: Expression;
	readonly span: CronSpan;
}

export function schedulesIn(part: Part | undefined): readonly Scheduled[] {
	const found: Scheduled[] = [];
	if (part === undefined) return found;
	walk(part.checked.expression, (node) => {
		const constant = part.checked.typing.constants.get(node.id);
		if (typeof constant === "object") found.push({ node, span: constant });
		return true;
	});
	return found;
}

const minute = 60_000;

/** A duration as schedules write it: `1d12h`. */
export function durationText(milliseconds: number): string {
	const minutes = Math.round(milliseconds / minute);
	const parts: readonly (readonly [number, string])[] = [
		[Math.floor(minutes / 1440), "d"],
		[Math.floor(minutes / 60) % 24, "h"],
		[minutes % 60, "m"],
	];
	return parts.flatMap(([count, unit]) => (count === 0 ? [] : `${count}${unit}`)).join("") || "0m";
}
