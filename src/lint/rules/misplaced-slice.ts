// Slices of call data that cut through its words.

import { pathOf } from "../../language/path.js";
import { walk } from "../../language/tree.js";
import type { Rule } from "../rule.js";

export const misplacedSlice: Rule = {
	code: "Q3577",
	name: "misplaced-slice",
	severity: "warning",
	reason: "call data is a selector and words of 64 digits: a slice that lies across them compares parts of two things",
	policy(policy, report) {
		const { condition } = policy;
		if (condition === undefined) return;
		walk(condition.checked.expression, (node) => {
			if (node.kind !== "slice" || node.from.kind !== "integer" || node.to.kind !== "integer") return true;
			const path = pathOf(node.target) ?? condition.text.slice(node.target.start, node.target.end);
			const head = headOf(path);
			if (head === undefined) return true;
			const message = problemOf(Number(node.from.value), Number(node.to.value), head);
			if (message !== undefined) {
				const first = head === 10 ? "`[10..74]`, an address in it `[34..74]`" : "`[8..72]`, an address in it `[32..72]`";
				report(
					{ in: policy, slot: "condition", node },
					{ message, help: `the selector is \`[0..${head}]\`, the first word ${first}` },
				);
			}
			return true;
		});
	},
	cases: {
		valid: [
			"eth.tx.data[0..10] == '0xa9059cbb'",
			"eth.tx.data[2..10] == 'a9059cbb'",
			"eth.tx.data[34..74] == '00000000000000000000000000000000000000aa'",
			"eth.tx.data[10..138] == 'a'",
		],
		invalid: [
			"eth.tx.data[0..8] == '0xa9059c'",
			"eth.tx.data[36..76] == '00000000000000000000000000000000000000aa'",
			"tron.tx.contract[0].data[2..10] == 'a9059cbb'",
		],
	},
};

/** Characters of the selector, with `0x` where there is one. */
function headOf(path: string): number | undefined {
	if (path === "eth.tx.data" || /\.input$/.test(path)) return 10;
	return /^tron\.tx\.contract\[[^\]]*\]\.data$/.test(path) ? 8 : undefined;
}

function problemOf(from: number, to: number, head: number): string | undefined {
	if (from < head) {
		const selector = (from === 0 || (head === 10 && from === 2)) && (to === head || (to - head) % 64 === 0);
		const whole = from === 0 && to === 2;
		return selector || whole ? undefined : `the slice [${from}..${to}] is not the selector: it begins or ends inside it`;
	}
	const start = (from - head) % 64;
	const end = (to - head) % 64;
	if (end === 0 && (start === 0 || start === 24 || to - from <= 64)) return undefined;
	return `the slice [${from}..${to}] ends inside a word of the call data`;
}
