// Words as a message lists them.

/** `a`, `b` and `c`. */
export function listWords(words: readonly string[]): string {
	const quoted = words.map((word) => `\`${word}\``);
	const last = quoted.pop();
	return quoted.length === 0 ? (last ?? "") : `${quoted.join(", ")} and ${last}`;
}
