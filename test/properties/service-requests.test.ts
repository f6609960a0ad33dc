// Whatever is sent to the embedded service, it answers with a status its OpenAPI document has for that operation, and what it
// refuses changes nothing: not a byte of the store is written, or, where a refused attempt is counted, nothing one can read.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { bodySchema } from "../../src/api/body-schema.js";
import { failureSchema, refusalStatuses } from "../../src/api/documented-status.js";
import { type OperationName, operations } from "../../src/api/operations.js";
import type { JsonObject, JsonValue } from "../../src/base/json.js";
import { isJsonArray, isJsonObject } from "../../src/base/json.js";
import { runService, type TestService } from "../support/running-service.js";
import type { Answer, TestClient } from "../support/service-client.js";

const NAMES = Object.keys(operations) as OperationName[];
const isFailure = new Ajv2020({ strict: false }).compile(failureSchema());

/** The reader's key has an allowlist of its own, so that no list a request sets can shut it out. */
const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users: [{ name: root, email: root@example.com, apiKeys: [{ name: default }, { name: reader }] }]
  ipAllowlist: { rules: [], apiKeys: [{ user: root, apiKey: reader, rules: [{ cidr: 127.0.0.1/32 }] }] }
`;

const RUNS = Number(process.env["QUORATE_TEST_RUNS"] ?? 10);

const folder = mkdtempSync(join(tmpdir(), "quorate-test-"));
let service: TestService;
let reader: TestClient;
const problems: unknown[] = [];
beforeAll(async () => {
	const log = (event: { readonly level: string }) => void (event.level === "error" && problems.push(event));
	service = await runService({ seed: SEED, dataDir: folder, log });
	reader = service.client("root.reader");
	const { root } = service;
	await root.activity("create_policy", { policyName: "standing", effect: "EFFECT_DENY", notes: "" });
	await root.activity("create_webhook_endpoint", { name: "standing", url: "https://hooks.example.com/" });
	await root.activity("create_private_key_tag", { privateKeyTagName: "standing", privateKeyIds: [] });
});
afterAll(async () => {
	await service.close();
	rmSync(folder, { recursive: true, force: true });
});

/** Identifiers of things that exist. */
let known: readonly string[] = [];

/** Everything that can be read of the organisation, the log included. */
async function everything(): Promise<Answer> {
	const names = [
		"get_organization",
		"list_webhook_endpoints",
		"get_ip_allowlist",
		"get_organization_configs",
		"list_suborgs",
		"get_session_profiles",
		"list_oauth2_credentials",
		"list_tvc_apps",
	] as const;
	const state = await Promise.all(names.map((name) => reader.query(name)));
	const { activities } = await reader.query("list_activities", { paginationOptions: { limit: "100" } });
	const ids = JSON.stringify(state).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
	known = [...new Set(ids)].slice(0, 12);
	return { state, activities };
}

/** What the file system knows of the store's files: it changes with whatever is written to them. */
function written(): string {
	return ["service.db", "service.db-wal"]
		.map((name) => statSync(join(folder, name), { bigint: true }))
		.map(({ size, mtimeNs }) => `${size} ${mtimeNs}`)
		.join();
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

/** A value in which one thing, anywhere, is gone, doubled, wrapped, or something else. */
function mutated(value: JsonValue, choices: readonly number[]): JsonValue {
	const [choice = 0, ...rest] = choices;
	const inner = isJsonArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
	if (inner.length > 0 && rest.length > 3 && choice % 3 > 0) {
		const at = choice % inner.length;
		if (isJsonArray(value)) return value.map((each, index) => (index === at ? mutated(each, rest) : each));
		return Object.fromEntries(
			Object.entries(value as JsonObject).map(([name, each], index) => [name, index === at ? mutated(each, rest) : each]),
		);
	}
	const others: readonly JsonValue[] = [[value], { value }, null, "", 0, -1, 1e21, true, [], {}, "constructor", "\ud800"];
	if (isJsonObject(value)) return choice % 2 === 0 ? { ...value, unexpected: 1 } : withoutOne(value, choice);
	if (isJsonArray(value) && choice % 2 === 0) return [...value, ...value];
	return others[choice % others.length] ?? null;
}

function withoutOne(value: JsonObject, choice: number): JsonObject {
	const entries = Object.entries(value);
	return Object.fromEntries(entries.filter((_, index) => index !== choice % Math.max(entries.length, 1)));
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
		{
			weight: 4,
			arbitrary: fc
				.tuple(good, fc.array(fc.nat(), { minLength: 4, maxLength: 10 }))
				.map(([value, choices]) => JSON.stringify(mutated(value as JsonValue, choices))),
		},
		{ weight: 1, arbitrary: fc.tuple(good, fc.nat()).map(([value, at]) => cut(JSON.stringify(value), at)) },
		{ weight: 1, arbitrary: fc.string({ unit: "binary" }) },
	);
}

function cut(text: string, at: number): string {
	return text.slice(0, at % text.length);
}

/** Asks the public API as root, the login proxy as whoever knows its configuration. */
async function send(name: OperationName, body: string): Promise<{ status: number; type: unknown; answer: Answer }> {
	const { form, path } = operations[name];
	if (form !== "proxy") {
		const { status, headers, body: answer } = await service.root.post(path, body);
		return { status, type: headers["content-type"], answer };
	}
	const headers = { "content-type": "application/json", "x-auth-proxy-config-id": service.authProxyConfigId ?? "" };
	const answer = await fetch(`${service.authProxyUrl}${path}`, { method: "POST", headers, body });
	return { status: answer.status, type: answer.headers.get("content-type"), answer: await answer.json() };
}

describe("any request", () => {
	test.each(NAMES)(
		"%s answers with a documented status, and refuses without a trace",
		async (name) => {
			const documented = [200, ...refusalStatuses(operations[name])].filter((status) => status !== 500);
			let state = await everything();
			let before = written();
			await fc.assert(
				fc.asyncProperty(bodyFor(name), async (body) => {
					const { status, type, answer } = await send(name, body);
					if (!documented.includes(status)) throw new Error(`${status}: ${JSON.stringify(answer)}`);
					expect(type).toBe("application/json");
					const after = written();
					if (status === 200) {
						state = await everything();
					} else {
						expect([isFailure(answer), isFailure.errors]).toEqual([true, null]);
						if (after !== before) expect(await everything()).toEqual(state);
					}
					before = written();
				}),
				{ numRuns: RUNS },
			);
			expect(problems).toEqual([]);
		},
		120_000,
	);

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
