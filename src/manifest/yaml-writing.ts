// How we write YAML, in `fmt` and in `export` alike: two spaces, no quotes where none are needed, blocks as their author
// laid them out, and members in the order of the schema.
import type { Document, Scalar, ScalarTag, Tags, ToStringOptions, YAMLMap } from "yaml";
import { isMap, isPair, isScalar, isSeq } from "yaml";
import { stringTag } from "yaml/util";
import type { JsonObject } from "../base/json.js";
import { isJsonObject } from "../base/json.js";
import type { Layout } from "./yaml-layout.js";

const STYLE: ToStringOptions = {
	indent: 2,
	indentSeq: true,
	lineWidth: 0,
	minContentWidth: 0,
	doubleQuotedMinMultiLineLength: 1e9,
	flowCollectionPadding: true,
};

/** Schema options of a document that `writeDocument` can write: what other YAML readers would take for no text is quoted. */
export function writingSchema(layouts: ReadonlyMap<unknown, Layout>) {
	const text: ScalarTag = {
		...stringTag,
		stringify(item, context, onComment, onChompKeep) {
			const layout = layouts.get(item);
			if (layout === undefined || context.implicitKey === true || context.inFlow === true) {
				return stringTag.stringify?.(item, context, onComment, onChompKeep) ?? "";
			}
			return writeLayout(layout, item, context.indent, onComment, onChompKeep);
		},
	};
	return {
		version: "1.2",
		schema: "core",
		compat: "yaml-1.1",
		customTags: (tags: Tags) => tags.map((tag) => (tag === stringTag ? text : tag)),
	} as const;
}

function writeLayout(
	{ first, rest, keep }: Layout,
	{ comment }: Scalar,
	indent: string,
	onComment?: () => void,
	onChompKeep?: () => void,
): string {
	if (keep === true) onChompKeep?.();
	const isBlock = first.startsWith("|") || first.startsWith(">");
	if (isBlock && comment) onComment?.();
	const inner = indent === "" ? "  " : indent;
	return [isBlock && comment ? `${first} #${comment}` : first, ...rest.map((line) => (line === "" ? "" : inner + line))].join(
		"\n",
	);
}

export function writeDocument(document: Document): string {
	return document.toString(STYLE);
}

/** Puts members in the order their schema lists them; members it does not know keep their order, behind the others. */
export function orderMembers(node: unknown, schema: JsonObject, root: JsonObject = schema): void {
	const own = resolve(schema, root);
	if (isSeq(node)) {
		const items = own["items"];
		if (isJsonObject(items)) for (const item of node.items) orderMembers(item, items, root);
		return;
	}
	if (!isMap(node)) return;
	const properties = isJsonObject(own["properties"]) ? own["properties"] : {};
	const rank = new Map(Object.keys(properties).map((key, index) => [key, index]));
	const rankOf = (pair: unknown): number => rank.get(keyOf(pair) ?? "") ?? rank.size;
	const before = node.items[0];
	node.items.sort((a, b) => rankOf(a) - rankOf(b));
	if (before !== undefined && node.items[0] !== before && node.flow !== true) moveHeading(node, before, schema === root);
	for (const pair of node.items) {
		const member = properties[keyOf(pair) ?? ""] ?? own["additionalProperties"];
		if (isJsonObject(member)) orderMembers(pair.value, member, root);
	}
}

/**
 * A comment above a mapping's first member belongs to that member, not to whichever comes first now; but what tells an editor
 * the schema stays at the top of the document.
 */
function moveHeading(node: YAMLMap, wasFirst: { readonly key: unknown }, isRoot: boolean): void {
	const first = node.items[0]?.key;
	if (!isScalar(first) || !isScalar(wasFirst.key)) return;
	first.spaceBefore = false;
	const lines = [...(node.commentBefore ?? "").split("\n"), ...(wasFirst.key.commentBefore ?? "").split("\n")].filter(
		(line) => line !== "",
	);
	const stays = lines.filter((line) => isRoot && /^\s*yaml-language-server:/.test(line));
	const moves = lines.filter((line) => !stays.includes(line));
	node.commentBefore = stays.length > 0 ? stays.join("\n") : null;
	wasFirst.key.commentBefore = moves.length > 0 ? moves.join("\n") : null;
}

function keyOf(pair: unknown): string | undefined {
	return isPair(pair) && isScalar(pair.key) && typeof pair.key.value === "string" ? pair.key.value : undefined;
}

function resolve(schema: JsonObject, root: JsonObject): JsonObject {
	const reference = schema["$ref"];
	if (typeof reference !== "string" || !reference.startsWith("#/$defs/")) return schema;
	const definitions = root["$defs"];
	const target = isJsonObject(definitions) ? definitions[reference.slice("#/$defs/".length)] : undefined;
	return isJsonObject(target) ? target : schema;
}
