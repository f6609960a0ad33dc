// The parameters of a list, as they stand behind the question mark: the ones it knows, each of its kind, nothing else.
import { invalid } from "../refusal.js";

/** One of these words, a whole number from 1, or any short text. */
type Kind = readonly string[] | "number" | "text";
type Answer<K extends Kind> = K extends "number" ? number : K extends readonly (infer Word)[] ? Word : string;
type Question<Kinds extends Readonly<Record<string, Kind>>> = { readonly [N in keyof Kinds]?: Answer<Kinds[N]> | undefined };

/** Rows of a page: for each activity that waits, policies are evaluated. */
const LARGEST: Readonly<Record<string, number>> = { limit: 200 };

/** What is empty counts as not given. Throws a `Refusal` (400) naming what is wrong. */
export function readQuestion<const Kinds extends Readonly<Record<string, Kind>>>(
	query: Readonly<Record<string, unknown>>,
	kinds: Kinds,
): Question<Kinds> {
	const answers: Record<string, string | number> = {};
	for (const [name, text] of Object.entries(query)) {
		const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
		if (kind === undefined) throw invalid(`unknown parameter \`${name}\`: there are ${Object.keys(kinds).join(", ")}`);
		if (typeof text !== "string") throw invalid(`\`${name}\` must be given once`);
		if (text !== "") answers[name] = answerOf(name, kind, text);
	}
	return answers as Question<Kinds>;
}

function answerOf(name: string, kind: Kind, text: string): string | number {
	if (kind === "text") return text.slice(0, 100);
	if (kind !== "number") {
		if (kind.includes(text)) return text;
		throw invalid(kind.length > 10 ? `\`${name}\` is not one that is known` : `\`${name}\` must be one of ${kind.join(", ")}`);
	}
	const largest = LARGEST[name] ?? Number.MAX_SAFE_INTEGER;
	const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
	if (value < 1 || value > largest) throw invalid(`\`${name}\` must be a number from 1 to ${largest}`);
	return value;
}
