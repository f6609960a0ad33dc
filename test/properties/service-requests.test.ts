// Whatever is sent to the embedded service, it answers with a documented status, and what it refuses changes nothing.
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { bodySchema } from "../../src/api/body-schema.js";
import { type OperationName, operations } from "../../src/api/operations.js";
import type { JsonObject, JsonValue } from "../../src/base/json.js";
import { runService, type TestService } from "../support/running-service.js";
import type { Answer, TestClient } from "../support/service-client.js";

const DOCUMENTED = [200, 400, 401, 403, 404, 409, 429, 501, 503];
const NAMES = (Object.keys(operations) as OperationName[]).filter((name) => operations[name].form !== "proxy");

/** The reader's key has an allowlist of its own, so that no list a request sets can shut it out. */
const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users: [{ name: root, apiKeys: [{ name: default }, { name: reader }] }]
  ipAllowlist: { rules: [], apiKeys: [{ user: root, apiKey: reader, rules: [{ cidr: 127.0.0.1/32 }] }] }
`;

const RUNS = Number(process.env["QUORATE_TEST_RUNS"] ?? 10);

let service: TestService;
let reader: TestClient;
beforeAll(async () => {
	service = await runService({ seed: SEED });
	reader = service.client("root.reader");
	const { root } = service;
	await root.activity("create_policy", { policyName: "standing", effect: "EFFECT_DENY", notes: "" });
	await root.activity("create_webhook_endpoint", { name: "standing", url: "https://hooks.example.com/" });
	await root.activity("create_private_key_tag", { privateKeyTagName: "standing", privateKeyIds: [] });
});
afterAll(() => service.close());

/** Identifiers of things that exist. */
let known: readonly string[] = [];

/** Everything that can be read of the organisation, the log included. */
async function everything(): Promise<Answer> {
	const names = [
		"list_policies",
		"list_webhook_endpoints",
		"list_private_key_tags",
		"list_users",
		"get_ip_allowlist",
		"get_organization_configs",
	] as const;
	const state = await Promise.all(names.map((name) => reader.query(name)));
	const { activities } = await reader.query("list_activities", { paginationOptions: { limit: "100" } });
	const ids = JSON.stringify(state).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
	known = [...new Set(ids)].slice(0, 12);
	return { state, activities };
}

/** A value that often fits a schema and often does not. */
function valueFor(schema: JsonObject, depth = 0): fc.Arbitrary<JsonValue> {
	const wrong = fc.oneof(
		fc.constantFrom<JsonValue>(null, true, -1, 1e300, "", "\u0000", "x".repeat(300), [], {}),
		fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<JsonValue>,
	);
	return fc.oneof({ weight: 24, arbitrary: fitting(schema, depth) }, { weight: 1, arbitrary: wrong });
}

function fitting(schema: JsonObject, depth: number): fc.Arbitrary<JsonValue> {
	if (schema["const"] !== undefined) return fc.constant(schema["const"]);
	if (Array.isArray(schema["enum"])) return fc.constantFrom(...(schema["enum"] as JsonValue[]));
	const type = Array.isArray(schema["type"]) ? String(schema["type"][0]) : String(schema["type"]);
	switch (type) {
		case "string":
			return fc.oneof(
				fc.constantFrom("standing", "https://hooks.example.com/", "true", "10.0.0.0/24", "DENY", "sha256:00", "", ...known),
				fc.uuid(),
				fc.string(),
			);
		case "boolean":
			return fc.boolean();
		case "integer":
			return fc.nat();
		case "array":
			return fc.array(valueFor(schema["items"] as JsonObject, depth + 1), { maxLength: 3 });
		case "object": {
			const properties = (schema["properties"] ?? {}) as Record<string, JsonObject>;
			const required = (schema["required"] ?? []) as string[];
			const members = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, valueFor(each, depth + 1)]));
			return fc.record(members, { requiredKeys: required }) as fc.Arbitrary<JsonValue>;
		}
		default:
			return fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>;
	}
}

/** A body for an operation: right in its envelope most of the time, so that what lies behind it is reached. */
function bodyFor(name: OperationName): fc.Arbitrary<string> {
	const schema = bodySchema(operations[name]) as { readonly properties: Record<string, JsonObject> };
	const members = Object.fromEntries(
		Object.entries(schema.properties).map(([member, each]) => {
			if (member === "organizationId") return [member, fc.constant(service.organizationId)];
			if (member === "timestampMs") return [member, fc.integer({ min: -1000, max: 1000 }).map((age) => String(Date.now() + age))];
			return [member, member === "type" ? fc.constant(each["const"]) : valueFor(each)];
		}),
	);
	const good = fc.record(members as Record<string, fc.Arbitrary<unknown>>, {
		requiredKeys: ["organizationId", "type", "timestampMs", "parameters"].filter((each) => each in members),
	});
	return fc.oneof(
		{ weight: 8, arbitrary: good.map((value) => JSON.stringify(value)) },
		{ weight: 1, arbitrary: fc.tuple(good, fc.nat()).map(([value, at]) => cut(JSON.stringify(value), at)) },
		{ weight: 1, arbitrary: fc.string({ unit: "binary" }) },
	);
}

function cut(text: string, at: number): string {
	return text.slice(0, at % text.length);
}

describe("any request", () => {
	test.each(NAMES)("%s answers with a documented status, and refuses without a trace", async (name) => {
		let before = await everything();
		await fc.assert(
			fc.asyncProperty(bodyFor(name), async (body) => {
				const { status, body: answer, headers } = await service.root.post(operations[name].path, body);
				expect(DOCUMENTED).toContain(status);
				expect(headers["content-type"]).toBe("application/json");
				if (status !== 200) {
					expect(answer).toMatchObject({ code: expect.any(Number), message: expect.any(String), details: expect.any(Array) });
				}
				const after = await everything();
				if (status !== 200) expect(after).toEqual(before);
				before = after;
			}),
			{ numRuns: RUNS },
		);
	});

	test("any stamp and any body bytes are answered", async () => {
		await fc.assert(
			fc.asyncProperty(fc.string({ unit: "grapheme-ascii" }), fc.uint8Array({ maxLength: 200 }), async (stamp, bytes) => {
				const header = Buffer.from(stamp).toString("base64url");
				const { status } = await service.root.post("/public/v1/query/whoami", bytes, { "x-stamp": header });
				expect([400, 401]).toContain(status);
			}),
			{ numRuns: 200 },
		);
	});
});
