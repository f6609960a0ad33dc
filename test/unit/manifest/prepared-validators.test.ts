// The validators that the build compiles ahead of time say what the schemas say, error by error.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { sha256Hex } from "../../../src/base/digest.js";
import type { JsonObject, JsonValue } from "../../../src/base/json.js";
import { compileSchema } from "../../../src/manifest/schema-compiler.js";

const FOLDER = "dist/validators";
const names = existsSync(FOLDER) ? readdirSync(FOLDER) : [];

interface Prepared {
	readonly validate: ((value: JsonValue) => boolean) & { readonly errors?: readonly object[] | null };
	readonly source: string;
}

/** Values near enough to a manifest to get past its first members. */
const near = (schema: JsonObject): fc.Arbitrary<JsonValue> => {
	const examples = (schema["examples"] ?? []) as readonly JsonObject[];
	const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant({}), fc.constant([]));
	const damaged = fc
		.constantFrom(...examples)
		.chain((example) =>
			fc
				.tuple(fc.constantFrom(...Object.keys(example), "extra"), leaf)
				.map(([key, value]) => ({ ...example, [key]: value }) as JsonValue),
		);
	return fc.oneof(damaged, fc.constantFrom(...examples), fc.jsonValue() as fc.Arbitrary<JsonValue>);
};

describe("validators compiled ahead of time", () => {
	test("there is one for the project file and for every kind", () => {
		expect(names.sort()).toEqual(
			["ip-allowlist", "mfa-policy", "policy", "private-key-tag", "project", "webhook-endpoint"].map(
				(name) => `${name}.schema.js`,
			),
		);
	});

	test.each(names)("%s", async (name) => {
		const text = readFileSync(join("schemas", name.replace(/\.js$/, ".json")), "utf8");
		const schema = JSON.parse(text) as JsonObject;
		const { validate, source } = (await import(pathToFileURL(resolve(FOLDER, name)).href)) as Prepared;
		expect(source).toBe(sha256Hex(text));
		const compiled = compileSchema(schema);
		fc.assert(
			fc.property(near(schema), (value) => {
				const ours = validate(value) ? [] : (validate.errors ?? []);
				expect(JSON.parse(JSON.stringify(ours))).toEqual(JSON.parse(JSON.stringify(compiled(value))));
			}),
		);
	});
});
