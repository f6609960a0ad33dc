// "did you mean": the nearest of the words that would have been right, when it is near enough to be a typing slip.
import { distance } from "fastest-levenshtein";

/** The closest candidate, or undefined when nothing is within a third of the word's length (at least 1, at most 4 edits). */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
	const folded = word.toLowerCase();
	const limit = Math.min(4, Math.max(1, Math.floor(word.length / 3)));
	let best: { readonly word: string; readonly edits: number } | undefined;
	for (const candidate of [...candidates].sort()) {
		if (candidate === word) continue;
		const edits = distance(folded, candidate.toLowerCase());
		if (edits <= limit && (best === undefined || edits < best.edits)) best = { word: candidate, edits };
	}
	return best?.word;
}

/** `did you mean \`x\`?`, or undefined. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
	const found = closest(word, candidates);
	return found === undefined ? undefined : `did you mean \`${found}\`?`;
}
