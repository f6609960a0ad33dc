// The grammar: precedence, shapes and places of nodes, how reading goes on after a mistake, and what hostile texts cost.
import { describe, expect, test } from "@jest/globals";
import { defaultLimits } from "../../../src/language/limits.js";
import { parse } from "../../../src/language/parser.js";
import { type Expression, partsOf, walk } from "../../../src/language/tree.js";

/** A tree with every operator in brackets. */
function shape(node: Expression): string {
	switch (node.kind) {
		case "string":
			return `'${node.value}'`;
		case "integer":
		case "boolean":
			return String(node.value);
		case "name":
			return node.name;
		case "list":
			return `[${node.elements.map(shape).join(" ")}]`;
		case "field":
			return `(. ${shape(node.target)} ${node.name})`;
		case "quantifier":
			return `(${node.name} ${shape(node.target)} ${node.variable} ${shape(node.body)})`;
		case "method":
			return `(${node.bare ? "bare " : ""}${node.name} ${partsOf(node).map(shape).join(" ")})`;
		case "function":
			return `(${[node.name, ...node.arguments.map(shape)].join(" ")})`;
		case "comparison":
			return `(${node.operator} ${shape(node.left)} ${shape(node.right)})`;
		case "index":
		case "slice":
		case "not":
		case "and":
		case "or":
			return `(${node.kind} ${partsOf(node).map(shape).join(" ")})`;
		default:
			return "?";
	}
}

function read(text: string): string {
	const { expression, findings } = parse(text);
	expect(findings).toEqual([]);
	return shape(expression);
}

function codesOf(text: string): string[] {
	return parse(text).findings.map((finding) => finding.code);
}

describe("grammar", () => {
	test.each([
		["a || b && c", "(or a (and b c))"],
		["a && b || c && d", "(or (and a b) (and c d))"],
		["(a || b) && c", "(and (or a b) c)"],
		["a && b && c", "(and a b c)"],
		["a && (b && c)", "(and a (and b c))"],
		["!a && b", "(and (not a) b)"],
		["!a == b", "(== (not a) b)"],
		["!(a == b)", "(not (== a b))"],
		["!!a.b", "(not (not (. a b)))"],
		["!a.any(x, x)", "(not (any a x x))"],
		["a == b && c != d", "(and (== a b) (!= c d))"],
		["a in b || c", "(or (in a b) c)"],
		["1 < 2", "(< 1 2)"],
		["a <= b == (c >= d)", undefined],
		["(a <= b) == (c >= d)", "(== (<= a b) (>= c d))"],
		["a.b.c[0]['k'].d", "(. (index (index (. (. a b) c) 0) 'k') d)"],
		["a[0..10]", "(slice a 0 10)"],
		["a[b.count()..c]", "(slice a (count b) c)"],
		["[1, 2, 3].count()", "(count [1 2 3])"],
		["[[1], []]", "[[1] []]"],
		["'abc'[0]", "(index 'abc' 0)"],
		["a.contains('x')", "(contains a 'x')"],
		["a.count", "(bare count a)"],
		["a.count == 1", "(== (bare count a) 1)"],
		["a.filter(u, u.t).count() >= 2", "(>= (count (filter a u (. u t))) 2)"],
		["a.any(x, x.all(y, y || x))", "(any a x (all x y (or y x)))"],
		["a.any(x, true)", "(any a x true)"],
		["f()", "(f)"],
		["Timestamp('t')", "(Timestamp 't')"],
		["CronSpan('c', 'd', 'z')", "(CronSpan 'c' 'd' 'z')"],
		["'x' == user.id", "(== 'x' (. user id))"],
		["\n a\t&&\r\n b ", "(and a b)"],
		["0007", "7"],
		["a.in", "(. a in)"],
	])("%s", (text, expected) => {
		if (expected === undefined) expect(codesOf(text)).toEqual(["Q3009"]);
		else expect(read(text)).toBe(expected);
	});

	test("the largest integer is 2^256 - 1", () => {
		const largest = ((1n << 256n) - 1n).toString();
		expect(read(largest)).toBe(largest);
		expect(read(`000${largest}`)).toBe(largest);
		expect(codesOf((1n << 256n).toString())).toEqual(["Q3016"]);
	});

	test("nodes know their places; parentheses belong to the operator above", () => {
		const text = "(a) && !(b == 'x')";
		const places: string[] = [];
		walk(parse(text).expression, (node) => {
			places.push(`${node.kind}: ${text.slice(node.start, node.end)}`);
			return true;
		});
		expect(places).toEqual([
			"and: (a) && !(b == 'x')",
			"name: a",
			"not: !(b == 'x')",
			"comparison: b == 'x'",
			"name: b",
			"string: 'x'",
		]);
	});
});

describe("recovery", () => {
	test.each([
		["a == && b == || c.", ["Q3006", "Q3006", "Q3006"]],
		[
			'a == "x" && b = 1 and c < <N> || d[..2] && e.any(x) && f == 0x1',
			["Q3001", "Q3008", "Q3008", "Q3005", "Q3014", "Q3012", "Q3004"],
		],
		["(a || b && c", ["Q3007"]],
		["f(1, 2 && g(3", ["Q3007"]],
		["a b c && d e", ["Q3006", "Q3006"]],
		["a) && (b", ["Q3006", "Q3007"]],
		["[1 2] == x && y ==", ["Q3007", "Q3006"]],
		["a + b == c * d", ["Q3008", "Q3008"]],
		["a == -5 && b ? c : d", ["Q3008", "Q3008", "Q3008"]],
		["a(b)(c)", ["Q3006"]],
		["'abc", ["Q3002"]],
	])("%s", (text, expected) => {
		expect(codesOf(text)).toEqual(expected);
	});

	test("findings are capped", () => {
		const { findings } = parse(Array.from({ length: 500 }, () => "a ==").join(" && "), { ...defaultLimits, findings: 7 });
		expect(findings).toHaveLength(7);
	});
});

describe("hostile texts", () => {
	const units = [
		"[",
		"(",
		"!",
		"]",
		")",
		"a.",
		"a[",
		"'",
		'"',
		"{{",
		"{",
		"${",
		"<",
		"a&&",
		"a==",
		"-",
		"/*",
		"//",
		"“",
		"‘",
		"é",
		"𝒳",
		"a.any(x,",
		"1..",
		"x(",
		",",
		"not ",
		'\\"',
		"\n",
		"1",
		"a and ",
		"b c ",
		"a,",
		"[[1],",
		"f(a,",
	];

	test.each(units)("100 KB of %j are read in a moment", (unit) => {
		const text = unit.repeat(Math.ceil(100_000 / unit.length));
		const before = process.cpuUsage();
		const { findings } = parse(text);
		const { user, system } = process.cpuUsage(before);
		expect(findings.length).toBeGreaterThan(0);
		// A quadratic reading would take minutes; the bound only has to be far from that.
		expect(user + system).toBeLessThan(20_000_000);
	});

	test("nesting is bounded, and so is length", () => {
		expect(codesOf(`${"(".repeat(150)}a${")".repeat(150)}`)).toEqual([]);
		expect(codesOf(`${"(".repeat(250)}a${")".repeat(250)}`)).toEqual(["Q3011"]);
		expect(codesOf(`a${".b".repeat(250)}`)).toEqual(["Q3011"]);
		expect(codesOf(`${"!".repeat(250)}a`)).toEqual(["Q3011"]);
		expect(parse("a && b", { ...defaultLimits, length: 5 }).findings.map((finding) => finding.code)).toEqual(["Q3011"]);
		expect(parse("((a))", { ...defaultLimits, depth: 2 }).findings.map((finding) => finding.code)).toEqual(["Q3011"]);
	});

	test("a long chain is wide, not deep", () => {
		const { expression, findings } = parse(Array.from({ length: 20_000 }, (_, index) => `a${index}`).join(" && "));
		expect(findings).toEqual([]);
		expect(partsOf(expression)).toHaveLength(20_000);
	});
});
