// Arguments of contract calls that no single function has: `['to']` in the branch of one function, `['spender']` in the
// branch of another. All branches are always evaluated, so such an expression always ends in an error.
import type { Collector } from "./collector.js";
import { type Expression, walk } from "./tree.js";
import type { Typing } from "./typing.js";

/** What one branch says about the call: which functions it is for, and which arguments it reads. */
interface Branch {
	readonly functions: ReadonlySet<string>;
	readonly arguments: ReadonlyMap<string, Expression>;
}

const mostBranches = 100;

/** Reports branches for different functions that each read an argument the other does not. */
export function findForeignArguments(text: string, typing: Typing, collector: Collector): void {
	if (typing.alternatives.length === 0 || !text.includes("contract_call_args")) return;
	for (const node of typing.alternatives) {
		// Every two branches are compared: more of them than a person writes would cost more than they tell.
		const branches = node.operands
			.slice(0, mostBranches)
			.map((operand) => branchOf(operand, text, typing))
			.filter((branch) => branch.functions.size > 0);
		for (const [index, second] of branches.entries()) {
			for (const first of branches.slice(0, index)) {
				if ([...first.functions].some((name) => second.functions.has(name))) continue;
				const onlyFirst = [...first.arguments.keys()].find((name) => !second.arguments.has(name));
				const onlySecond = [...second.arguments.entries()].find(([name]) => !first.arguments.has(name));
				if (onlyFirst === undefined || onlySecond === undefined) continue;
				const [name, place] = onlySecond;
				collector.error(
					"Q3205",
					place.start,
					place.end,
					`the argument \`${name}\` of ${quoteAll(second.functions)} and the argument \`${onlyFirst}\` of ${quoteAll(first.functions)} are read in one expression: no call has both, so it always ends in an error`,
					{ help: "write one policy for each function" },
				);
				return;
			}
		}
	}
}

function quoteAll(names: ReadonlySet<string>): string {
	return [...names].map((name) => `\`${name}\``).join(", ");
}

function branchOf(branch: Expression, text: string, typing: Typing): Branch {
	const functions = new Set<string>();
	const read = new Map<string, Expression>();
	walk(branch, (node) => {
		if (node.kind === "comparison" && (node.operator === "==" || node.operator === "in")) {
			for (const name of selected(node.left, node.right, text) ?? selected(node.right, node.left, text) ?? [])
				functions.add(name);
		}
		if (node.kind === "index" && node.index.kind === "string" && node.target.kind === "field") {
			if (typing.origins[node.target.id]?.field.name === "contract_call_args" && !read.has(node.index.value)) {
				read.set(node.index.value, node.index);
			}
		}
		return node.kind !== "not";
	});
	return { functions, arguments: read };
}

/** The functions that a comparison selects by name or by selector. */
function selected(path: Expression, value: Expression, text: string): readonly string[] | undefined {
	const source = text.slice(path.start, path.end).replace(/\s+/g, "");
	if (!/^eth\.tx\.(function_name|function_signature|data\[(0|2)\.\.10\])$/.test(source)) return undefined;
	const literals = value.kind === "list" ? value.elements : [value];
	return literals.flatMap((each) => (each.kind === "string" ? each.value.toLowerCase() : []));
}
