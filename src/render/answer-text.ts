// The short answer about a request, on one line: the outcome, whose approval is missing, and the second factor.
import type { Explanation } from "../model/explanation.js";
import { needsSentence, outcomeSentence } from "./explanation-text.js";
import { oneLine } from "./printable.js";

/** With a plan, as it will be after it. */
export function answerText({ request, decisions }: Explanation): string {
	const name = oneLine(request.file ?? request.activity_id ?? "");
	const decision = decisions.at(-1);
	if (decision === undefined) return name;
	const needs = needsSentence(decision);
	const factor =
		decision.mfa.address !== undefined && decision.outcome !== "deny-explicit" && decision.outcome !== "deny-implicit"
			? oneLine(decision.mfa.address)
			: undefined;
	const unread = (decision.unread ?? []).map(
		({ address, roots }) => `${oneLine(address)} reads ${roots.map(oneLine).join(", ")}, which could not be read here.`,
	);
	return [
		`${name}: ${decision.outcome}. ${outcomeSentence(decision)}`,
		...(needs === undefined ? [] : [needs]),
		...(factor === undefined ? [] : [`Asks for a second factor by ${factor}.`]),
		...unread,
	].join(" ");
}
