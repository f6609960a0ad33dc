import { describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { bodySchema } from "../../../src/api/body-schema.js";
import { type OperationName, operations } from "../../../src/api/operations.js";
import type { JsonObject } from "../../../src/base/json.js";
import { BodyValidation } from "../../../src/service/body-validation.js";
import { Refusal } from "../../../src/service/refusal.js";

const validation = new BodyValidation();

async function problem(name: OperationName, body: JsonObject): Promise<string | undefined> {
	const validate = await validation.validatorFor(operations[name]);
	try {
		validate(body);
		return undefined;
	} catch (error) {
		if (error instanceof Refusal && error.httpStatus === 400) return error.message;
		throw error;
	}
}

const activity = (type: string, parameters: JsonObject, more: JsonObject = {}): JsonObject => ({
	type,
	timestampMs: "1",
	organizationId: "o",
	parameters,
	...more,
});
const policy = (parameters: JsonObject, more?: JsonObject) =>
	activity("ACTIVITY_TYPE_CREATE_POLICY_V3", { policyName: "p", effect: "EFFECT_ALLOW", notes: "", ...parameters }, more);

describe("the schemas of the catalogue", () => {
	test.each(Object.keys(operations))("%s is a valid JSON Schema", (name) => {
		const schema = bodySchema(operations[name as OperationName]);
		expect(new Ajv2020({ allowUnionTypes: true }).validateSchema(schema)).toBe(true);
	});
});

describe("BodyValidation", () => {
	test("accepts what the catalogue describes, null standing for absent", async () => {
		expect(await problem("create_policy", policy({ condition: null, time: null }, { generateAppProofs: null }))).toBeUndefined();
		expect(await problem("whoami", { organizationId: "o" })).toBeUndefined();
	});

	test.each<[string, OperationName, JsonObject, string]>([
		[
			"a missing parameter",
			"create_policy",
			activity("ACTIVITY_TYPE_CREATE_POLICY_V3", { effect: "EFFECT_ALLOW", notes: "" }),
			"invalid request body: missing field `policyName`",
		],
		["a missing envelope field", "whoami", {}, "invalid request body: missing field `organizationId`"],
		["an unknown parameter", "create_policy", policy({ note: "x" }), "invalid request body: unknown field `note`"],
		["an unknown envelope field", "whoami", { organizationId: "o", userId: "u" }, "invalid request body: unknown field `userId`"],
		[
			"a type of another operation",
			"create_policy",
			{ ...policy({}), type: "ACTIVITY_TYPE_CREATE_POLICY_V2" },
			"invalid request body: `type` must be `ACTIVITY_TYPE_CREATE_POLICY_V3`",
		],
		[
			"a word that is none of the allowed",
			"create_policy",
			policy({ effect: "ALLOW" }),
			"invalid request body: `parameters.effect` must be one of `EFFECT_ALLOW`, `EFFECT_DENY`",
		],
		[
			"a number for a text",
			"create_policy",
			policy({ policyName: 5 }),
			"bad request body: `parameters.policyName` must be of type string",
		],
		[
			"null for a required text",
			"create_policy",
			policy({ policyName: null }),
			"bad request body: `parameters.policyName` must be of type string",
		],
		[
			"a text for a list",
			"delete_policies",
			activity("ACTIVITY_TYPE_DELETE_POLICIES", { policyIds: "x" }),
			"bad request body: `parameters.policyIds` must be of type array",
		],
		[
			"a missing field deep inside",
			"set_ip_allowlist",
			activity("ACTIVITY_TYPE_SET_IP_ALLOWLIST", { rules: [{ cidr: "x" }, {}] }),
			"invalid request body: missing field `cidr` in `parameters.rules[1]`",
		],
	])("refuses %s", async (_what, name, body, message) => {
		expect(await problem(name, body)).toBe(message);
	});

	test.each([-1, 0.5, 4294967296, 1e300, "0", true])("an order of %j is refused", async (order) => {
		const parameters = { userId: "u", mfaPolicyName: "p", condition: "true", requiredAuthenticationMethods: [], order };
		expect(await problem("create_mfa_policy", activity("ACTIVITY_TYPE_CREATE_MFA_POLICY", parameters))).toMatch(
			/`parameters.order`/,
		);
	});

	test("has words of its own for hash functions and encodings", async () => {
		const parameters = { signWith: "x", payload: "00", encoding: "PAYLOAD_ENCODING_HEXADECIMAL", hashFunction: "MD5" };
		const sign = (more: JsonObject) =>
			problem("sign_raw_payload", activity("ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2", { ...parameters, ...more }));
		expect(await sign({})).toBe("invalid hash function");
		expect(await sign({ hashFunction: "HASH_FUNCTION_NO_OP", encoding: "x" })).toBe("invalid payload encoding");
	});

	test("app proofs may be asked for where the operation knows them", async () => {
		expect(await problem("create_policy", policy({}, { generateAppProofs: true }))).toBeUndefined();
		const body = activity("ACTIVITY_TYPE_DELETE_MFA_POLICY", { userId: "u", mfaPolicyId: "m" }, { generateAppProofs: true });
		expect(await problem("delete_mfa_policy", body)).toBe("invalid request body: unknown field `generateAppProofs`");
	});
});
