// Steps that run side by side finish in any order. Put in the order of the plan, nothing about them may differ.
const DONE = /^(?:! )? {2}done +s(\d+) /;

/** The text with every run of `done` lines in the order of their steps. */
export function stepsInOrder(text: string): string {
	const lines = text.split("\n");
	const number = (line: string): number => Number(DONE.exec(line)?.[1]);
	for (let start = 0; start < lines.length; start++) {
		let end = start;
		while (DONE.test(lines[end] ?? "")) end++;
		if (end === start) continue;
		lines.splice(start, end - start, ...lines.slice(start, end).sort((one, other) => number(one) - number(other)));
		start = end;
	}
	return lines.join("\n");
}
