// Tokens to a tree, by recursive descent with one token of look-ahead. After a mistake it goes on where the next operand or
// bracket begins, so that one pass reports every mistake; what could not be read becomes an `invalid` node, which nobody
// complains about again. Nesting is bounded while the tree is built, so that everything that recurses over it is safe.
// One file, as the methods of the grammar call each other in a ring.
import type { Finding } from "../diagnostics/diagnostic.js";
import { Collector } from "./collector.js";
import { Cursor } from "./cursor.js";
import { foreignComparison, foreignLogical } from "./foreign-syntax.js";
import { lex } from "./lexer.js";
import { defaultLimits, type Limits } from "./limits.js";
import { mistakenOperand } from "./mistaken-operand.js";
import { token } from "./token.js";
import type { ComparisonOperator, Expression, QuantifierName } from "./tree.js";

/** The largest integer of the language: 2^256 - 1. */
export const largestInteger = (1n << 256n) - 1n;
const largestDigits = largestInteger.toString().length;

export interface Parsed {
	/** Always there; holds `invalid` nodes when there are errors. */
	readonly expression: Expression;
	/** How many nodes the tree has: ids are below it. */
	readonly nodes: number;
	/** Problems of syntax, in the order of the text. */
	readonly findings: readonly Finding[];
}

/** Reads an expression. Never throws; any error among the findings means that the tree is incomplete. */
export function parse(text: string, limits: Limits = defaultLimits): Parsed {
	const collector = new Collector(limits.findings);
	const { expression, nodes } = parseInto(text, limits, collector);
	return { expression, nodes, findings: collector.sorted() };
}

/** Reads an expression and adds the problems to a collector. */
export function parseInto(text: string, limits: Limits, collector: Collector): { expression: Expression; nodes: number } {
	if (text.length > limits.length) {
		const message = `the expression has ${text.length} characters, at most ${limits.length} are read`;
		collector.error("Q3011", 0, text.length, message);
		return { expression: { kind: "invalid", id: 0, start: 0, end: text.length }, nodes: 1 };
	}
	const parser = new Parser(new Cursor(text, lex(text), limits, collector));
	const expression = parser.whole();
	return { expression, nodes: parser.nodes };
}

const comparisons: Readonly<Record<number, ComparisonOperator>> = {
	[token.equal]: "==",
	[token.notEqual]: "!=",
	[token.less]: "<",
	[token.lessOrEqual]: "<=",
	[token.greater]: ">",
	[token.greaterOrEqual]: ">=",
	[token.in]: "in",
};

/** One reading of one text. `depth` counts brackets and signs around a place, `#height` levels below what was just read. */
class Parser {
	nodes = 0;
	readonly #cursor: Cursor;
	#height = 0;

	constructor(cursor: Cursor) {
		this.#cursor = cursor;
	}

	whole(): Expression {
		const cursor = this.#cursor;
		const length = cursor.text.length;
		if (cursor.kind === token.end) {
			const help = "leave the member out when nothing is to be asked, or write `true`";
			cursor.complain("Q3013", 0, length, "the expression is empty", help);
			return this.#invalid(0);
		}
		let expression = this.#or(0);
		while (cursor.kind !== token.end) {
			cursor.unexpected("an operator such as `&&`, `||`, `==` or the end of the expression");
			while (cursor.kind !== token.end && cursor.kind !== token.and && cursor.kind !== token.or) cursor.advance();
			if (cursor.kind === token.end) break;
			// What follows is read for its own mistakes only.
			cursor.advance();
			this.#or(0);
			expression = this.#invalid(0);
		}
		return expression;
	}

	#id(): number {
		this.nodes += 1;
		return this.nodes - 1;
	}

	#invalid(start: number): Expression {
		this.#height = 1;
		return { kind: "invalid", id: this.#id(), start, end: Math.max(start, this.#cursor.before) };
	}

	/** Gives up on the rest of the text: what is nested this deeply was not written by a person. */
	#tooDeep(): Expression {
		const cursor = this.#cursor;
		const start = cursor.start;
		cursor.forgive();
		cursor.complainHere(
			"Q3011",
			`the expression is nested more than ${cursor.limits.depth} deep`,
			"split it into several policies",
		);
		cursor.stop();
		return this.#invalid(start);
	}

	#isDeep(depth: number): boolean {
		return depth >= this.#cursor.limits.depth || this.#height >= this.#cursor.limits.depth;
	}

	#or(depth: number): Expression {
		const cursor = this.#cursor;
		// Parentheses around an operand belong to the operator above it: from before the first to behind the last.
		const start = cursor.start;
		const first = this.#and(depth);
		if (cursor.kind !== token.or && !this.#isForeignLogical("or")) return first;
		const operands = [first];
		let height = this.#height;
		do {
			cursor.advance();
			operands.push(this.#and(depth));
			if (this.#height > height) height = this.#height;
		} while (cursor.kind === token.or || this.#isForeignLogical("or"));
		this.#height = height + 1;
		return { kind: "or", id: this.#id(), start, end: cursor.before, operands };
	}

	#and(depth: number): Expression {
		const cursor = this.#cursor;
		const start = cursor.start;
		const first = this.#relation(depth);
		if (cursor.kind !== token.and && !this.#isForeignLogical("and")) return first;
		const operands = [first];
		let height = this.#height;
		do {
			cursor.advance();
			operands.push(this.#relation(depth));
			if (this.#height > height) height = this.#height;
		} while (cursor.kind === token.and || this.#isForeignLogical("and"));
		this.#height = height + 1;
		return { kind: "and", id: this.#id(), start, end: cursor.before, operands };
	}

	/** Whether the current token is what other languages write for the operator; then says so. */
	#isForeignLogical(kind: "and" | "or"): boolean {
		const cursor = this.#cursor;
		if (cursor.kind !== token.identifier && cursor.kind !== token.foreignOperator) return false;
		const word = cursor.word();
		if (foreignLogical(word) !== kind) return false;
		const sign = kind === "and" ? "&&" : "||";
		cursor.complainHere("Q3008", `\`${word}\` is not an operator, expected \`${sign}\``, `write \`${sign}\``);
		return true;
	}

	#relation(depth: number): Expression {
		const cursor = this.#cursor;
		const start = cursor.start;
		const left = this.#operand(depth);
		const operator = this.#comparison();
		if (operator === undefined) return left;
		const operatorStart = cursor.start;
		if (operator === "not in") cursor.advance();
		cursor.advance();
		const below = this.#height;
		const right = this.#operand(depth);
		const height = Math.max(below, this.#height) + 1;
		const end = cursor.before;
		while (this.#comparison() !== undefined) {
			cursor.complainHere(
				"Q3009",
				`a comparison cannot be compared again: \`${cursor.word()}\` follows another comparison`,
				"join two comparisons with `&&`, or put one into parentheses",
			);
			cursor.advance();
			this.#operand(depth);
		}
		this.#height = height;
		const kept = operator === "not in" ? "in" : operator;
		return { kind: "comparison", id: this.#id(), start, end, operator: kept, operatorStart, left, right };
	}

	#comparison(): ComparisonOperator | "not in" | undefined {
		const cursor = this.#cursor;
		const known = comparisons[cursor.kind];
		if (known !== undefined) return known;
		if (cursor.kind === token.foreignOperator) {
			const operator = foreignComparison(cursor.word());
			if (operator === undefined) return undefined;
			cursor.complainHere("Q3008", `\`${cursor.word()}\` is not an operator, expected \`${operator}\``, `write \`${operator}\``);
			return operator;
		}
		if (cursor.kind !== token.identifier || cursor.word() !== "not" || cursor.peek() !== token.in) return undefined;
		cursor.complainHere("Q3008", "`not in` is not an operator", "write `!(… in …)`");
		return "not in";
	}

	/** One side of a comparison. Reads over `+ b`, `? b : c` and the like: there is no arithmetic, and saying so once is enough. */
	#operand(depth: number): Expression {
		const cursor = this.#cursor;
		const operand = this.#unary(depth);
		if (cursor.kind !== token.foreignOperator || !this.#isStray()) return operand;
		let height = this.#height;
		while (cursor.kind === token.foreignOperator && this.#isStray()) {
			cursor.unexpected("");
			cursor.advance();
			this.#unary(depth);
			height = Math.max(height, this.#height);
		}
		const invalid = this.#invalid(operand.start);
		this.#height = height;
		return invalid;
	}

	#isStray(): boolean {
		const word = this.#cursor.word();
		return foreignLogical(word) === undefined && foreignComparison(word) === undefined;
	}

	#unary(depth: number): Expression {
		const cursor = this.#cursor;
		if (cursor.kind !== token.not && cursor.kind !== token.identifier) return this.#postfix(depth);
		let signs: number[] | undefined;
		while (cursor.kind === token.not || this.#isWordNot()) {
			signs ??= [];
			signs.push(cursor.start);
			if (this.#isDeep(depth + signs.length)) return this.#tooDeep();
			cursor.advance();
		}
		let node = this.#postfix(depth + (signs?.length ?? 0));
		if (signs === undefined) return node;
		for (const start of signs.reverse()) {
			if (this.#isDeep(depth)) return this.#tooDeep();
			this.#height += 1;
			node = { kind: "not", id: this.#id(), start, end: cursor.before, operand: node };
		}
		return node;
	}

	#isWordNot(): boolean {
		const cursor = this.#cursor;
		if (cursor.kind !== token.identifier || cursor.end - cursor.start !== 3 || cursor.word() !== "not") return false;
		const next = cursor.peek();
		if (next !== token.identifier && next !== token.openParenthesis && next !== token.true && next !== token.false) return false;
		cursor.complainHere("Q3008", "`not` is not an operator, expected `!`", "write `!(…)`");
		return true;
	}

	#postfix(depth: number): Expression {
		const cursor = this.#cursor;
		const start = cursor.start;
		let node = this.#primary(depth);
		for (;;) {
			if (cursor.kind === token.dot) {
				if (this.#isDeep(depth)) return this.#tooDeep();
				node = this.#member(node, start, depth);
			} else if (cursor.kind === token.openBracket) {
				if (this.#isDeep(depth + 1)) return this.#tooDeep();
				node = this.#bracket(node, start, depth + 1);
			} else if (cursor.kind === token.openParenthesis && node.kind !== "invalid") {
				cursor.unexpected("an operator such as `&&` or `==`");
				const opened = cursor.start;
				cursor.advance();
				this.#list(depth + 1, token.closeParenthesis);
				cursor.close(token.closeParenthesis, ")", opened);
				return this.#invalid(start);
			} else return node;
		}
	}

	#member(target: Expression, start: number, depth: number): Expression {
		const cursor = this.#cursor;
		const height = this.#height;
		cursor.advance();
		const { kind } = cursor;
		if (kind !== token.identifier && kind !== token.in && kind !== token.true && kind !== token.false) {
			cursor.unexpected("the name of a field or method after `.`");
			return this.#invalid(start);
		}
		const name = cursor.word();
		const nameStart = cursor.start;
		cursor.advance();
		if (cursor.kind !== token.openParenthesis) {
			this.#height = height + 1;
			const id = this.#id();
			const end = cursor.before;
			if (name === "count") return { kind: "method", id, start, end, target, name, nameStart, arguments: [], bare: true };
			return { kind: "field", id, start, end, target, name, nameStart };
		}
		const opened = cursor.start;
		if (this.#isDeep(depth + 1)) return this.#tooDeep();
		cursor.advance();
		if (name === "all" || name === "any" || name === "filter") {
			return this.#quantifier(target, start, height, name, nameStart, opened, depth + 1);
		}
		const operands = this.#list(depth + 1, token.closeParenthesis);
		const below = Math.max(height, this.#height);
		if (!cursor.close(token.closeParenthesis, ")", opened)) return this.#invalid(start);
		this.#height = below + 1;
		return {
			kind: "method",
			id: this.#id(),
			start,
			end: cursor.before,
			target,
			name,
			nameStart,
			arguments: operands,
			bare: false,
		};
	}

	#quantifier(
		target: Expression,
		start: number,
		height: number,
		name: QuantifierName,
		nameStart: number,
		opened: number,
		depth: number,
	): Expression {
		const cursor = this.#cursor;
		if (cursor.kind !== token.identifier || cursor.peek() !== token.comma) {
			cursor.complainHere(
				"Q3012",
				`\`${name}\` takes a variable and a condition on it, found ${cursor.found()}`,
				`write \`.${name}(x, …)\` with a name of your choice for each element`,
			);
			this.#list(depth, token.closeParenthesis);
			cursor.close(token.closeParenthesis, ")", opened);
			return this.#invalid(start);
		}
		const variable = cursor.word();
		const variableStart = cursor.start;
		cursor.advance();
		cursor.advance();
		const body = this.#or(depth);
		const below = Math.max(height, this.#height);
		if (cursor.is(token.comma)) {
			cursor.complainHere("Q3012", `\`${name}\` takes one variable and one condition, found another argument`);
			cursor.advance();
			this.#list(depth, token.closeParenthesis);
		}
		if (!cursor.close(token.closeParenthesis, ")", opened)) return this.#invalid(start);
		this.#height = below + 1;
		const end = cursor.before;
		return { kind: "quantifier", id: this.#id(), start, end, target, name, nameStart, variable, variableStart, body };
	}

	#bracket(target: Expression, start: number, depth: number): Expression {
		const cursor = this.#cursor;
		const opened = cursor.start;
		const height = this.#height;
		cursor.advance();
		if (cursor.kind === token.dots || cursor.kind === token.closeBracket) {
			this.#missingBound(target);
			while (cursor.kind === token.dots) cursor.advance();
			if (!cursor.atBoundary()) this.#or(depth);
			cursor.close(token.closeBracket, "]", opened);
			return this.#invalid(start);
		}
		const from = this.#or(depth);
		let below = Math.max(height, this.#height);
		if (cursor.kind !== token.dots) {
			if (!cursor.close(token.closeBracket, "]", opened)) return this.#invalid(start);
			this.#height = below + 1;
			return { kind: "index", id: this.#id(), start, end: cursor.before, target, index: from };
		}
		cursor.advance();
		if (cursor.is(token.closeBracket)) {
			this.#missingBound(target);
			cursor.close(token.closeBracket, "]", opened);
			return this.#invalid(start);
		}
		const to = this.#or(depth);
		below = Math.max(below, this.#height);
		if (!cursor.close(token.closeBracket, "]", opened)) return this.#invalid(start);
		this.#height = below + 1;
		return { kind: "slice", id: this.#id(), start, end: cursor.before, target, from, to };
	}

	#missingBound(target: Expression): void {
		const cursor = this.#cursor;
		const text = cursor.text.slice(target.start, target.end);
		const name = text.length > 40 ? "x" : text;
		cursor.complainHere(
			"Q3014",
			`an index needs a position and a slice needs both bounds, found ${cursor.found()}`,
			`write \`${name}[0]\` for one element, \`${name}[0..10]\` for the first ten`,
		);
	}

	#primary(depth: number): Expression {
		const cursor = this.#cursor;
		const { start, end, kind } = cursor;
		this.#height = 1;
		switch (kind) {
			case token.string:
				cursor.advance();
				return { kind: "string", id: this.#id(), start, end, value: cursor.text.slice(start + 1, end - 1) };
			case token.integer:
				return this.#integer();
			case token.true:
			case token.false:
				cursor.advance();
				return { kind: "boolean", id: this.#id(), start, end, value: kind === token.true };
			case token.identifier:
				return this.#name(depth);
			case token.openBracket: {
				if (this.#isDeep(depth + 1)) return this.#tooDeep();
				cursor.advance();
				const elements = this.#list(depth + 1, token.closeBracket);
				const height = this.#height + 1;
				if (!cursor.close(token.closeBracket, "]", start)) return this.#invalid(start);
				this.#height = height;
				return { kind: "list", id: this.#id(), start, end: cursor.before, elements };
			}
			case token.openParenthesis: {
				if (this.#isDeep(depth + 1)) return this.#tooDeep();
				cursor.advance();
				const inner = this.#or(depth + 1);
				const height = this.#height;
				if (!cursor.close(token.closeParenthesis, ")", start)) return this.#invalid(start);
				this.#height = height;
				return inner;
			}
			default: {
				const value = mistakenOperand(cursor);
				if (value === undefined) return this.#invalid(start);
				return { kind: "string", id: this.#id(), start, end: cursor.before, value };
			}
		}
	}

	/** Expressions with commas between them, up to a closing bracket that is left for the caller. The height is the greatest. */
	#list(depth: number, closer: number): Expression[] {
		const cursor = this.#cursor;
		const items: Expression[] = [];
		this.#height = 0;
		if (cursor.kind === closer) return items;
		let height = 0;
		for (;;) {
			items.push(this.#or(depth));
			height = Math.max(height, this.#height);
			if (cursor.kind !== token.comma) break;
			const comma = cursor.start;
			cursor.advance();
			if (cursor.kind === closer) {
				cursor.complain("Q3015", comma, comma + 1, "a comma must be followed by another element", "remove the comma");
				break;
			}
		}
		this.#height = height;
		return items;
	}

	#name(depth: number): Expression {
		const cursor = this.#cursor;
		const { start } = cursor;
		const name = cursor.word();
		cursor.advance();
		if (cursor.kind !== token.openParenthesis) return { kind: "name", id: this.#id(), start, end: cursor.before, name };
		const opened = cursor.start;
		if (this.#isDeep(depth + 1)) return this.#tooDeep();
		cursor.advance();
		const operands = this.#list(depth + 1, token.closeParenthesis);
		const height = this.#height + 1;
		if (!cursor.close(token.closeParenthesis, ")", opened)) return this.#invalid(start);
		this.#height = height;
		return { kind: "function", id: this.#id(), start, end: cursor.before, name, arguments: operands };
	}

	#integer(): Expression {
		const cursor = this.#cursor;
		const { start, end } = cursor;
		let digits = start;
		while (digits < end - 1 && cursor.text[digits] === "0") digits += 1;
		const value = end - digits > largestDigits ? undefined : BigInt(cursor.text.slice(digits, end));
		if (value === undefined || value > largestInteger) {
			cursor.complainHere("Q3016", `the integer has ${end - digits} digits and is above 2^256 - 1, the largest there is`);
			cursor.advance();
			return this.#invalid(start);
		}
		cursor.advance();
		return { kind: "integer", id: this.#id(), start, end, value };
	}
}
