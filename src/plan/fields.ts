// What differs between two attribute objects, field by field. The only place that compares, and the only one that knows
// the comparing library: both sides are reshaped until comparing is dull (lists with identity become maps).
import deepDiff from "deep-diff";
import { compareText } from "../base/canonical-json.js";
import { equalJson } from "../base/equal.js";
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonArray, isJsonObject } from "../base/json.js";
import type { FieldChange } from "../model/plan.js";
import { containsReference, printReferences } from "../model/reference.js";

/** Equality by meaning; attributes are normalised, so this is all there is to it. */
export function sameAttributes(a: JsonObject, b: JsonObject): boolean {
	return equalJson(a, b);
}

/** Lists whose items have an identity, as maps by that identity, so that adding one is not changing all that follow. */
function reshape(attributes: JsonObject, itemKeys: Readonly<Record<string, string>>): JsonObject {
	const shaped: Record<string, JsonValue> = { ...attributes };
	for (const [name, key] of Object.entries(itemKeys)) {
		const list = attributes[name];
		if (!isJsonArray(list)) continue;
		const items = new Map<string, JsonValue>();
		for (const item of list) {
			const label = String(isJsonObject(item) ? item[key] : item);
			let unique = label;
			for (let count = 2; items.has(unique); count += 1) unique = `${label}#${count}`;
			items.set(unique, item);
		}
		shaped[name] = Object.fromEntries(items);
	}
	return shaped;
}

function printPath(path: readonly (string | number)[], itemKeys: Readonly<Record<string, string>>): string {
	return path.reduce<string>((text, part, index) => {
		if (index === 0) return String(part);
		const inBrackets = typeof part === "number" || (index === 1 && Object.hasOwn(itemKeys, String(path[0])));
		return inBrackets ? `${text}[${part}]` : `${text}.${part}`;
	}, "");
}

const hasReference = (value: JsonValue): boolean =>
	typeof value === "string"
		? containsReference(value)
		: isJsonArray(value)
			? value.some(hasReference)
			: isJsonObject(value) && Object.values(value).some(hasReference);

export interface FieldDifferences {
	readonly fields: readonly FieldChange[];
	/** Top-level attributes that differ. */
	readonly changed: ReadonlySet<string>;
}

/** The differences from `before` to `after`, in path order. */
export function differences(before: JsonObject, after: JsonObject, itemKeys: Readonly<Record<string, string>>): FieldDifferences {
	if (sameAttributes(before, after)) return { fields: [], changed: new Set() };
	const left = reshape(before, itemKeys);
	const right = reshape(after, itemKeys);
	const changed = new Set<string>();
	const fields: FieldChange[] = [];
	for (const difference of deepDiff.diff(left, right) ?? []) {
		const path = (difference.path ?? []) as (string | number)[];
		const top = path[0];
		if (top === undefined) continue;
		changed.add(String(top));
		const inner = difference.kind === "A" ? difference.item : difference;
		const place = difference.kind === "A" ? [...path, difference.index] : path;
		const plain = (value: unknown): JsonValue =>
			place.length === 1 && Object.hasOwn(itemKeys, String(top)) && isJsonObject(value)
				? Object.values(value)
				: (value as JsonValue);
		const old = inner.kind === "D" || inner.kind === "E" ? plain(inner.lhs) : undefined;
		const fresh = inner.kind === "N" || inner.kind === "E" ? plain(inner.rhs) : undefined;
		fields.push({
			path: printPath(place, itemKeys),
			...(old === undefined ? {} : { before: printReferences(old) }),
			...(fresh === undefined ? {} : { after: printReferences(fresh) }),
			...(fresh !== undefined && hasReference(fresh) ? { after_unknown: true as const } : {}),
		});
	}
	fields.sort((a, b) => compareText(a.path, b.path));
	return { fields, changed };
}

/** Mirrors a value: `true` where it holds a reference that is not resolved, nothing elsewhere. */
export function unknownMirror(value: JsonObject): JsonObject {
	const mirror: Record<string, JsonValue> = {};
	for (const [name, item] of Object.entries(value)) {
		if (!hasReference(item)) continue;
		mirror[name] = typeof item === "string" ? true : isJsonObject(item) ? unknownMirror(item) : mirrorList(item);
	}
	return mirror;
}

function mirrorList(value: JsonValue): JsonValue {
	if (!isJsonArray(value)) return true;
	return value.map((item) => (hasReference(item) ? (isJsonObject(item) ? unknownMirror(item) : mirrorList(item)) : false));
}
