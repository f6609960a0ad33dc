// The published schemas: valid as schemas, satisfied by their own examples, described to the last member, and in step with
// the model they publish.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonObject, JsonValue } from "../../../src/base/json.js";
import { isJsonArray, isJsonObject } from "../../../src/base/json.js";
import { kinds } from "../../../src/kinds/all.js";
import { DEFAULT_LIMITS } from "../../../src/kinds/limits.js";
import { openSchemas, packagedSchemas } from "../../../src/manifest/schemas.js";
import { KIND_NAMES } from "../../../src/model/address.js";

const folder = join(process.cwd(), "schemas");
const OWN = [
	...kinds.map((kind) => kind.schema),
	"manifest.schema.json",
	"project.schema.json",
	"plan.schema.json",
	"report.schema.json",
	"policy-test.schema.json",
	"policy-test-report.schema.json",
	"request.schema.json",
	"explanation.schema.json",
	"calibration.schema.json",
];
const read = (file: string): JsonObject => JSON.parse(readFileSync(join(folder, file), "utf8")) as JsonObject;

function compiler(): Ajv2020 {
	const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false, strictRequired: false, allErrors: true });
	for (const kind of kinds) ajv.addSchema({ ...read(kind.schema), $id: kind.schema });
	return ajv;
}

/** Every object schema below a schema, with the path that leads there. */
function* objects(schema: JsonValue, path: string): Generator<readonly [string, JsonObject]> {
	if (isJsonArray(schema)) for (const [index, item] of schema.entries()) yield* objects(item, `${path}/${index}`);
	if (!isJsonObject(schema)) return;
	if (schema["type"] === "object") yield [path, schema];
	for (const [key, member] of Object.entries(schema)) {
		if (key !== "examples" && key !== "enum" && key !== "const") yield* objects(member, `${path}/${key}`);
	}
}

describe("schemas", () => {
	test("the packaged folder is the published one", () => {
		expect(packagedSchemas()).toBe(folder);
		expect(readdirSync(folder)).toEqual(expect.arrayContaining(OWN));
	});

	for (const file of OWN) {
		describe(file, () => {
			const schema = read(file);

			test("is a valid schema of 2020-12 and satisfied by its examples", () => {
				expect(schema["$schema"]).toBe("https://json-schema.org/draft/2020-12/schema");
				const ajv = compiler();
				expect(ajv.validateSchema(schema)).toBe(true);
				const validate = ajv.compile({ ...schema, $id: "tested" });
				for (const example of isJsonArray(schema["examples"]) ? schema["examples"] : []) {
					expect({ example, valid: validate(example), errors: validate.errors }).toEqual({ example, valid: true, errors: null });
				}
			});

			test("describes every member, and refuses unknown ones", () => {
				const missing: string[] = [];
				for (const [path, object] of objects(schema, "")) {
					const properties = object["properties"];
					if (!isJsonObject(properties)) continue;
					for (const [name, member] of Object.entries(properties)) {
						if (path.endsWith("/then") || path.endsWith("/else") || path.endsWith("/if")) continue;
						const target =
							isJsonObject(member) && typeof member["$ref"] === "string"
								? { ...resolve(schema, member["$ref"]), ...member }
								: member;
						if (!isJsonObject(target) || typeof target["description"] !== "string" || target["description"] === "")
							missing.push(`${path}/${name}`);
					}
					const open = path === "" && (file === "manifest.schema.json" || file === "report.schema.json");
					if (!open && object["additionalProperties"] === undefined) missing.push(`${path} is open`);
				}
				expect(missing).toEqual([]);
			});
		});
	}

	test("each kind's own example is a manifest to editors too, and another kind's fields are not", () => {
		const validate = compiler().compile(read("manifest.schema.json"));
		for (const kind of kinds) {
			const [example] = read(kind.schema)["examples"] as JsonObject[];
			expect(validate(example)).toBe(true);
			expect(validate({ ...example, spec: { nonsense: 1 } })).toBe(false);
			expect(validate({ ...example, kind: "Other" })).toBe(false);
		}
	});

	test("a kind's schema is compiled on demand and refuses what is not its own", async () => {
		const schemas = openSchemas(folder);
		const validate = await schemas.validator("policy.schema.json");
		expect(await schemas.validator("policy.schema.json")).toBe(validate);
		const [example = {}] = read("policy.schema.json")["examples"] as JsonObject[];
		expect(validate(example)).toEqual([]);
		expect(validate({ ...example, spec: {} }).map((error) => error.keyword)).toEqual(["required", "if"]);
		expect(schemas.digest(["policy.schema.json"])).toMatch(/^[0-9a-f]{64}$/);
		expect(schemas.digest(["policy.schema.json"])).not.toBe(schemas.digest(["project.schema.json"]));
	});

	test("the project's limits and kinds are those of the program", () => {
		const definitions = read("project.schema.json")["$defs"] as Record<string, JsonObject>;
		const limits = definitions["limits"]?.["properties"] as Record<string, JsonObject>;
		// Whether policies may have `time` follows from the profile and the features, and is no limit that is written down.
		const { time: _, ...written } = DEFAULT_LIMITS;
		expect(Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, limit["default"]]))).toEqual(written);
		expect(Object.keys(definitions["kinds"]?.["properties"] as JsonObject).sort()).toEqual([...KIND_NAMES].sort());
	});
});

function resolve(schema: JsonObject, reference: string): JsonObject {
	const definitions = schema["$defs"] as JsonObject;
	return definitions[reference.replace("#/$defs/", "")] as JsonObject;
}

/** The members of the interfaces a file of the model declares, as `Name.member`, with `?` where one may be absent. */
function membersOf(path: string): Map<string, string[]> {
	const found = new Map<string, string[]>();
	const text = readFileSync(path, "utf8").replace(/\/\*\*[\s\S]*?\*\//g, "");
	for (const [, name = "", body = ""] of text.matchAll(/export interface (\w+) \{\n([\s\S]*?)\n\}/g)) {
		const own: string[] = [];
		for (const [, member = "", optional = ""] of body.matchAll(/^\treadonly (\w+)(\??):/gm)) own.push(member + optional);
		found.set(name, own);
	}
	return found;
}

describe("the schemas of what the program writes follow the model", () => {
	const plan = membersOf(join(process.cwd(), "src/model/plan.ts"));
	const report = membersOf(join(process.cwd(), "src/model/report.ts"));
	const published = (schema: JsonObject): string[] => {
		const required = new Set(schema["required"] as string[]);
		return Object.keys(schema["properties"] as JsonObject).map((name) => (required.has(name) ? name : `${name}?`));
	};

	test("the plan, member by member", () => {
		const schema = read("plan.schema.json");
		const definitions = schema["$defs"] as Record<string, JsonObject>;
		expect(plan.size).toBeGreaterThan(10);
		for (const [name, members] of plan) {
			const own = name === "Plan" ? schema : definitions[name];
			expect({ name, members: own && published(own) }).toEqual({ name, members });
		}
	});

	test("the reports, member by member", () => {
		const definitions = read("report.schema.json")["$defs"] as Record<string, JsonObject>;
		for (const [name, members] of report)
			expect({ name, members: definitions[name] && published(definitions[name]) }).toEqual({ name, members });
		const shared = read("plan.schema.json")["$defs"] as Record<string, JsonObject>;
		for (const name of Object.keys(definitions)) if (shared[name] !== undefined) expect(definitions[name]).toEqual(shared[name]);
	});
});
