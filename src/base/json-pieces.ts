// The text of a large document in pieces, so that it never stands in memory whole beside the document it is made from.
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "./json.js";

/** How deep a document is taken apart: its members, and what they list. */
const DEPTH = 2;

/** Characters that are gathered before a piece is handed out: fewer, larger writes cost less. */
const PIECE = 1 << 16;

/** What `JSON.stringify(value, null, indent)` would give, piece by piece. */
export function* jsonPieces(value: JsonValue, indent = 0): Generator<string, void, undefined> {
	yield* gathered(parts(value, DEPTH, indent, ""));
}

/** The same text in pieces of a size worth writing. */
export function* gathered(pieces: Iterable<string>): Generator<string, void, undefined> {
	let piece = "";
	for (const part of pieces) {
		piece += part;
		if (piece.length < PIECE) continue;
		yield piece;
		piece = "";
	}
	if (piece !== "") yield piece;
}

function* parts(value: JsonValue, depth: number, indent: number, margin: string): Generator<string, void, undefined> {
	const isList = isJsonArray(value);
	const keys = isList
		? Object.keys(value)
		: isJsonObject(value)
			? Object.keys(value).filter((key) => (value as JsonObject)[key] !== undefined)
			: [];
	if (depth === 0 || keys.length === 0) {
		// A text inside JSON holds no line break of its own, so each one found is of the layout.
		yield JSON.stringify(value, null, indent).replaceAll("\n", `\n${margin}`);
		return;
	}
	const inner = margin + " ".repeat(indent);
	const lineBreak = indent === 0 ? "" : "\n";
	for (const [index, key] of keys.entries()) {
		const name = isList ? "" : `${JSON.stringify(key)}:${indent === 0 ? "" : " "}`;
		yield `${index > 0 ? "," : isList ? "[" : "{"}${lineBreak}${inner}${name}`;
		yield* parts((isList ? value[Number(key)] : (value as JsonObject)[key]) as JsonValue, depth - 1, indent, inner);
	}
	yield `${lineBreak}${margin}${isList ? "]" : "}"}`;
}
