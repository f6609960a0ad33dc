// Tokens: what the language has, and how mistakes are cut out.
import { describe, expect, test } from "@jest/globals";
import { lex } from "../../../src/language/lexer.js";
import { token } from "../../../src/language/token.js";

const names = new Map(Object.entries(token).map(([name, kind]) => [kind as number, name]));

/** Kinds and texts of all tokens but white space. */
function tokens(text: string): string[] {
	const { kinds, starts } = lex(text);
	return kinds.flatMap((kind, index) => {
		if (kind === token.space || kind === token.end) return [];
		return [`${names.get(kind)} ${text.slice(starts[index], starts[index + 1])}`];
	});
}

describe("tokens of the language", () => {
	test("words, numbers, strings", () => {
		expect(tokens("a_1 _b true false in inside trues 'x y' '' 007 0")).toEqual([
			"identifier a_1",
			"identifier _b",
			"true true",
			"false false",
			"in in",
			"identifier inside",
			"identifier trues",
			"string 'x y'",
			"string ''",
			"integer 007",
			"integer 0",
		]);
	});

	test("operators and punctuation, the longest first", () => {
		expect(tokens("&&||!= == !=<<=>>=...,[]()").map((each) => each.split(" ")[0])).toEqual([
			"and",
			"or",
			"notEqual",
			"equal",
			"notEqual",
			"less",
			"lessOrEqual",
			"greater",
			"greaterOrEqual",
			"dots",
			"dot",
			"comma",
			"openBracket",
			"closeBracket",
			"openParenthesis",
			"closeParenthesis",
		]);
	});

	test("a slice is two integers and two dots", () => {
		expect(tokens("[0..10]")).toEqual(["openBracket [", "integer 0", "dots ..", "integer 10", "closeBracket ]"]);
	});

	test("a string ends at the next apostrophe: there are no escapes", () => {
		expect(tokens("'a\\' b")).toEqual(["string 'a\\'", "identifier b"]);
	});

	test("a name between private-use characters is an ordinary string", () => {
		expect(tokens("'\ue000treasury\ue001'")).toEqual(["string '\ue000treasury\ue001'"]);
	});

	test("white space is space, tab, carriage return and line feed", () => {
		const { kinds } = lex(" \t\r\n");
		expect(kinds).toEqual([token.space, token.end]);
	});
});

describe("mistakes", () => {
	test.each([
		['"a b" x', ['wrongQuotes "a b"', "identifier x"]],
		['\\"a\\" x', ['wrongQuotes \\"a\\"', "identifier x"]],
		["“a” ‘b’ «c» `d`", ["wrongQuotes “a”", "wrongQuotes ‘b’", "wrongQuotes «c»", "wrongQuotes `d`"]],
		["'a\nb", ["openString 'a", "identifier b"]],
		["'a\r\nb'", ["openString 'a", "identifier b", "openString '"]],
		['"a\nb', ['openString "a', "identifier b"]],
		[
			"0x1f 1.5 1e18 1_000 1.5.x",
			["badNumber 0x1f", "badNumber 1.5", "badNumber 1e18", "badNumber 1_000", "badNumber 1.5", "dot .", "identifier x"],
		],
		[
			"a // b\nc /* d\n */ e # f",
			["identifier a", "comment // b", "identifier c", "comment /* d\n */", "identifier e", "comment # f"],
		],
		["/* open", ["comment /* open"]],
		["#* a", ["comment #* a"]],
		["${a} {{ b }} $ {", ["template ${a}", "template {{ b }}", "unknown $", "openBrace {"]],
		[
			"a === b !== c <> d = e",
			[
				"identifier a",
				"foreignOperator ===",
				"identifier b",
				"foreignOperator !==",
				"identifier c",
				"foreignOperator <>",
				"identifier d",
				"foreignOperator =",
				"identifier e",
			],
		],
		[
			"+ - * ** / % ? ?? : & | ^ ~ =~ =>",
			["+", "-", "*", "**", "/", "%", "?", "??", ":", "&", "|", "^", "~", "=~", "=>"].map((each) => `foreignOperator ${each}`),
		],
		["a\u00a0b 𝒳𝒴 @;", ["identifier a", "unknown \u00a0", "identifier b", "unknown 𝒳𝒴", "unknown @;"]],
	])("%j", (text, expected) => {
		expect(tokens(text)).toEqual(expected);
	});
});
