// Printing, formatting, and when two texts are the same expression.
import { describe, expect, test } from "@jest/globals";
import { sameExpression } from "../../../src/language/expression.js";
import { format } from "../../../src/language/format.js";
import { parse } from "../../../src/language/parser.js";
import { print } from "../../../src/language/print.js";

describe("print", () => {
	test.each([
		["a&&b||c", "(a && b) || c"],
		["((a))", "a"],
		["!a", "!(a)"],
		["!(!(a))", "!(!(a))"],
		["(a==b)==(c)", "(a == b) == c"],
		["a in[1,2]", "a in [1, 2]"],
		["x . y [ 0 .. 3 ]", "x.y[0..3]"],
		["(a || b).c", "(a || b).c"],
		["a.any( x ,x.b)", "a.any(x, x.b)"],
		["a.count", "a.count"],
		["f( 'a' )", "f('a')"],
		["a && (b && c)", "a && (b && c)"],
	])("%s", (text, expected) => {
		expect(print(parse(text).expression)).toBe(expected);
	});
});

describe("format", () => {
	test.each([
		["spacing is made even", "a&&b  ==  'x  y'||!  ( c )", "(a && b == 'x  y') || !(c)"],
		["`.count` becomes `.count()`", "a.b.count == 1", "a.b.count() == 1"],
		["parentheses that change nothing stay", "(a) && (b)", "(a) && (b)"],
		["mixed operators get parentheses, once", "(a && b) || c && d", "(a && b) || (c && d)"],
		["slices, indexes and calls are tight", "x [ 0 .. 3 ] . y ( 'a' , b )", "x[0..3].y('a', b)"],
		["lists after `in`", "a in[ 1,2 ]", "a in [1, 2]"],
		["line breaks at operators stay", "a &&\n\n   b\n||c", "(a &&\n  b)\n  || c"],
		["line breaks elsewhere go", "a ==\n'x' && b\n.c", "a == 'x' && b.c"],
		["lines inside brackets are indented", "(\na ||\nb\n) && c", "(\n  a ||\n  b\n) && c"],
		["a final line break stays", "a  && b\n\n", "a && b\n"],
		["a text with an error stays as it is", "a  &&", "a  &&"],
	])("%s", (_, text, expected) => {
		expect(format(text)).toBe(expected);
		expect(format(expected)).toBe(expected);
	});

	test("a single long line is broken at its weakest operators, then inside brackets", () => {
		const text =
			"activity.kind == 'SIGN_TRANSACTION' && wallet.id == 'a' && (eth.tx.to in ['0x1', '0x2', '0x3'] || eth.tx.value == 0 && eth.tx.data == '0x')";
		expect(format(text, { width: 60 })).toBe(
			[
				"activity.kind == 'SIGN_TRANSACTION' &&",
				"wallet.id == 'a' &&",
				"(",
				"  eth.tx.to in ['0x1', '0x2', '0x3'] ||",
				"  (eth.tx.value == 0 && eth.tx.data == '0x')",
				")",
			].join("\n"),
		);
	});

	test("a long list has one element on each line", () => {
		expect(format("a in ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb']", { width: 30 })).toBe(
			"a in [\n  'aaaaaaaaaaaaaaaa',\n  'bbbbbbbbbbbbbbbb'\n]",
		);
	});
});

describe("sameExpression", () => {
	test.each([
		["a && b", "a\n  &&  b", true],
		["a == 'x'", "(a == 'x')", true],
		["(a && b) || c", "a && b || c", true],
		["a && b", "b && a", false],
		["a == 'x y'", "a == 'x  y'", false],
		["a == 1", "a == 01", true],
		["a.count == 1", "a.count() == 1", false],
		["a.any(x, x)", "a.any(y, y)", false],
		["a.any(x, x)", "a.all(x, x)", false],
		["a &&", "a &&", true],
		["a &&", "a && ", false],
		["", "", true],
	])("%j and %j: %s", (a, b, same) => {
		expect(sameExpression(a, b)).toBe(same);
		expect(sameExpression(b, a)).toBe(same);
	});
});
