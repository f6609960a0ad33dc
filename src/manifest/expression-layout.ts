// The expressions of a manifest laid out by the language, where they stand on one line or in a literal block. A folded text
// stays as it is: its line breaks are the file's, and the language cannot see them.
import type { Document } from "yaml";
import { isScalar } from "yaml";
import type { JsonObject } from "../base/json.js";
import { isJsonObject } from "../base/json.js";
import type { ExpressionLanguage } from "../kinds/expression.js";
import type { Kind } from "../kinds/kind.js";
import type { Layout } from "./yaml-layout.js";

/** Lays out the expressions in place. Returns the value that the document then has; `value` is the one it had. */
export function layOutExpressions(
	document: Document,
	value: JsonObject,
	{
		kind,
		language,
		layouts,
	}: { readonly kind: Kind; readonly language: ExpressionLanguage; readonly layouts: Map<unknown, Layout> },
): JsonObject {
	let laidOut = value;
	for (const { path } of kind.expressions) {
		const whole = ["spec", ...path];
		const node = document.getIn(whole, true);
		if (!isScalar(node) || typeof node.value !== "string") continue;
		const layout = layouts.get(node);
		if (layout !== undefined && !layout.first.startsWith("|")) continue;
		const text = language.format(node.value);
		if (text === node.value) continue;
		node.value = text;
		if (layout !== undefined) layouts.set(node, { ...layout, rest: text.replace(/\n$/, "").split("\n") });
		laidOut = replaced(laidOut, whole, text);
	}
	return laidOut;
}

function replaced(value: JsonObject, [key = "", ...rest]: readonly string[], text: string): JsonObject {
	const member = value[key];
	return { ...value, [key]: rest.length > 0 && isJsonObject(member) ? replaced(member, rest, text) : text };
}
