import { describe, expect, test } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { bodySchema } from "../../../src/api/body-schema.js";
import { openApiDocument } from "../../../src/api/openapi.js";
import { type Operation, PROFILES } from "../../../src/api/operation.js";
import { operations } from "../../../src/api/operations.js";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../../src/base/json.js";
import { expectPublished } from "../../support/golden.js";

interface Path {
	readonly post?: {
		readonly operationId: string;
		readonly "x-profile": string;
		readonly requestBody: { readonly content: { readonly "application/json": { readonly schema: JsonObject } } };
		readonly responses: JsonObject;
	};
}
const pathsOf = (document: JsonObject) => document["paths"] as unknown as Readonly<Record<string, Path>>;
const full = openApiDocument("full");

/** Every `$ref` in a value. */
function references(value: unknown): string[] {
	if (typeof value !== "object" || value === null) return [];
	const own = "$ref" in value && typeof value.$ref === "string" ? [value.$ref] : [];
	return [...own, ...Object.values(value).flatMap(references)];
}

/** A schema of the document with every reference replaced by what it leads to, as the catalogue would have written it. */
function written(value: JsonValue): JsonValue {
	if (isJsonArray(value)) return value.map(written);
	if (!isJsonObject(value)) return value;
	const { $ref, anyOf } = value;
	if (typeof $ref === "string") return written(schemaOf($ref));
	if (isJsonArray(anyOf)) return { ...(written(anyOf[0] ?? null) as JsonObject), type: ["object", "null"] };
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, written(each)]));
}

function schemaOf(reference: string): JsonValue {
	const { schemas } = full["components"] as { readonly schemas: JsonObject };
	return schemas[reference.replace("#/components/schemas/", "")] ?? null;
}

describe("the OpenAPI document", () => {
	test("is the published one", () => {
		expectPublished("openapi.json", `${JSON.stringify(full, null, "\t")}\n`);
	});

	test.each(PROFILES)("of profile %s is valid OpenAPI 3.1", async (profile) => {
		const validator = new Validator();
		const result = await validator.validate(structuredClone(openApiDocument(profile)) as Record<string, unknown>);
		expect(result).toEqual({ valid: true });
		expect(validator.version).toBe("3.1");
	});

	test.each(PROFILES)("of profile %s has exactly its operations, each with every status it can answer with", (profile) => {
		const offered = Object.entries<Operation>(operations).filter(([, row]) => profile === "full" || row.profile === "core");
		const paths = Object.entries(pathsOf(openApiDocument(profile))).filter(([, path]) => path.post);
		expect(paths.map(([path]) => path)).toEqual(offered.map(([, row]) => row.path).sort());
		for (const [path, { post }] of paths) {
			const [name] = offered.find(([, row]) => row.path === path) ?? [];
			expect(post?.operationId).toBe(name);
			const statuses = Object.keys(post?.responses ?? {}).filter((status) => status !== "409");
			expect(statuses).toEqual(["200", "400", "401", "403", "404", "408", "429", "500", "501", "503"]);
		}
	});

	test("says which operations are those of the specified interface", () => {
		const core = Object.values(pathsOf(full)).filter(({ post }) => post?.["x-profile"] === "core");
		expect(core).toHaveLength(Object.keys(pathsOf(openApiDocument("core"))).length - 3);
		expect(core).toHaveLength(22);
	});

	test("shows of every request exactly what is validated", () => {
		for (const operation of Object.values<Operation>(operations)) {
			const schema = pathsOf(full)[operation.path]?.post?.requestBody.content["application/json"].schema;
			expect(written(schema ?? null)).toEqual(bodySchema(operation));
		}
	});

	test("refers only to what is there, and has nothing that is not referred to", () => {
		const { schemas, responses } = full["components"] as { readonly schemas: JsonObject; readonly responses: JsonObject };
		const there = [
			...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
			...Object.keys(responses).map((name) => `#/components/responses/${name}`),
		];
		expect([...new Set(references(full))].sort()).toEqual(there.sort());
	});

	test("has the attested stamp in profile full alone", () => {
		const securityOf = (document: JsonObject) =>
			Object.entries(pathsOf(document))
				.filter(([path, { post }]) => post && path.startsWith("/public/"))
				.map(([, { post }]) => (post as unknown as JsonObject)["security"]);
		const specified = [{ stamp: [] }, { webauthnStamp: [] }];
		expect(new Set(securityOf(full).map((each) => JSON.stringify(each)))).toEqual(
			new Set([JSON.stringify([...specified, { attestedStamp: [] }])]),
		);
		const core = openApiDocument("core");
		expect(new Set(securityOf(core).map((each) => JSON.stringify(each)))).toEqual(new Set([JSON.stringify(specified)]));
		expect(JSON.stringify(full)).toContain("X-Stamp-Attested");
		expect(JSON.stringify(core)).not.toContain("X-Stamp-Attested");
	});

	test("tells where the login proxy is, when it is known", () => {
		const { servers } = pathsOf(openApiDocument("core", "http://127.0.0.1:1234"))["/v1/otp_login_v2"] as unknown as {
			readonly servers: JsonObject[];
		};
		expect(servers).toEqual([{ url: "{authProxyUrl}", variables: { authProxyUrl: { default: "http://127.0.0.1:1234" } } }]);
	});
});
