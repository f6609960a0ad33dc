// The records of the catalogue under names of their own, so that a document shows each once and refers to it elsewhere.
import { canonicalJson } from "../base/canonical-json.js";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../base/json.js";
import { activityRecord } from "./answer-schema.js";
import type { Field } from "./field.js";
import * as identityRecords from "./identity-records.js";
import * as keyRecords from "./key-records.js";
import * as records from "./records.js";
import * as tvcRecords from "./tvc-records.js";

const EXPORTED: Readonly<Record<string, unknown>> = {
	...records,
	...identityRecords,
	...keyRecords,
	...tvcRecords,
	activityRecord,
};

/** Where references to a named schema lead in an OpenAPI document. */
const PLACE = "#/components/schemas/";

/** Members of one schema whose values get names of their own: the name by the member's. */
export type Parts = Readonly<Record<string, string>>;

/**
 * Collects the named schemas of a document while its parts are written. A schema is recognised by what it says, so a record
 * and its optional form, which is the same or null, share one name.
 */
export class NamedSchemas {
	readonly #names = new Map<string, string>();
	readonly #used = new Map<string, JsonObject>();

	constructor() {
		for (const [name, value] of Object.entries(EXPORTED)) {
			if (!isRecord(value)) continue;
			const key = canonicalJson(value.schema);
			// Two exports may say the same; the first name in the alphabet stands for both.
			const known = this.#names.get(key);
			const candidate = capitalised(name).replace(/Record$/, "");
			if (known === undefined || candidate < known) this.#names.set(key, candidate);
		}
	}

	/** The schema with everything in it that has a name replaced by a reference. */
	refer(schema: JsonObject, parts: Parts = {}): JsonObject {
		const name = this.#names.get(canonicalJson(schema));
		if (name !== undefined) return this.named(name, schema);
		const { type } = schema;
		if (isJsonArray(type) && type[0] === "object" && type[1] === "null") {
			const whole = { ...schema, type: "object" };
			const wholeName = this.#names.get(canonicalJson(whole));
			if (wholeName !== undefined) return { anyOf: [this.named(wholeName, whole), { type: "null" }] };
		}
		return this.#inside(schema, parts);
	}

	/** Puts a schema under a name that the document gives it, and refers to it there. `parts` are named in it and nowhere else. */
	named(name: string, schema: JsonObject, parts: Parts = {}): JsonObject {
		if (!this.#used.has(name)) this.#used.set(name, this.#inside(schema, parts));
		return { $ref: `${PLACE}${name}` };
	}

	/** All that was referred to, by name in order. */
	all(): JsonObject {
		return Object.fromEntries([...this.#used].sort(([left], [right]) => (left < right ? -1 : 1)));
	}

	#inside(schema: JsonObject, parts: Parts): JsonObject {
		const member = (name: string, each: JsonValue): JsonValue => {
			if (!isJsonObject(each)) return each;
			const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
			return part === undefined ? this.refer(each, parts) : this.named(part, each);
		};
		const referAll = (members: JsonObject): JsonObject =>
			Object.fromEntries(Object.entries(members).map(([name, each]) => [name, member(name, each)]));
		return Object.fromEntries(
			Object.entries(schema).map(([keyword, value]): [string, JsonValue] => {
				if (keyword === "properties" && isJsonObject(value)) return [keyword, referAll(value)];
				if (keyword === "items" && isJsonObject(value)) return [keyword, this.refer(value, parts)];
				if ((keyword === "anyOf" || keyword === "allOf") && isJsonArray(value)) {
					return [keyword, value.map((each) => (isJsonObject(each) ? this.refer(each, parts) : each))];
				}
				return [keyword, value];
			}),
		);
	}
}

function isRecord(value: unknown): value is Field {
	if (!isJsonObject(value)) return false;
	const { schema } = value as { readonly schema?: JsonValue };
	return isJsonObject(schema) && schema["type"] === "object";
}

export function capitalised(name: string): string {
	return name.charAt(0).toUpperCase() + name.slice(1);
}
