// Second factors: the first policy that matches, and none that cannot be evaluated. Session scopes: all or nothing.
import { describe, expect, test } from "@jest/globals";
import type { Bindings } from "../../../src/language/bindings.js";
import { chooseMfaPolicy, type MfaPolicy, permitsScope } from "../../../src/language/mfa.js";
import { type CompiledExpression, compileExpression } from "../../../src/language/policy.js";

function condition(text: string): CompiledExpression {
	const compiled = compileExpression(text, "condition");
	if (compiled === undefined) throw new Error("empty");
	return compiled;
}

function policy(id: string, order: number, text: string): MfaPolicy {
	return { id, order, condition: condition(text) };
}

const login: Bindings = {
	activity: { type: "ACTIVITY_TYPE_OTP_AUTH", kind: "OTP_AUTH", resource: "AUTH", action: "CREATE", params: {} },
};
const call = (value: bigint): Bindings => ({ activity: { action: "SIGN" }, eth: { tx: { value } } });

describe("MFA policies", () => {
	const policies = [
		policy("rest", 9, "true"),
		policy("profile", 1, "activity.resource == 'AUTH' && activity.params.wallet_id == 'w'"),
		policy("logins", 2, "activity.resource == 'AUTH'"),
		policy("exports", 0, "activity.action == 'EXPORT'"),
	];

	test("the first match by order binds; one that errs is skipped and named", () => {
		const choice = chooseMfaPolicy(policies, [login]);
		expect(choice.policyId).toBe("logins");
		expect(choice.skipped).toMatchObject([{ policyId: "profile", error: { kind: "MissingField" } }]);
	});

	test("no match, no second factor", () => {
		expect(chooseMfaPolicy(policies.slice(3), [login])).toEqual({ skipped: [] });
		expect(chooseMfaPolicy([], [login])).toEqual({ skipped: [] });
	});

	test("of one order, the one that is given first", () => {
		expect(chooseMfaPolicy([policy("a", 1, "true"), policy("b", 1, "true")], [login]).policyId).toBe("a");
	});

	test("one call of several is enough", () => {
		expect(chooseMfaPolicy([policy("large", 0, "eth.tx.value > 5")], [call(1n), call(9n)]).policyId).toBe("large");
	});

	test("where activities cannot be read, only what does not read them matches", () => {
		const choice = chooseMfaPolicy([policy("a", 0, "activity.action == 'SIGN'"), policy("b", 1, "true")], [{}]);
		expect(choice.policyId).toBe("b");
		expect(choice.skipped.map((each) => each.policyId)).toEqual(["a"]);
	});
});

describe("session scopes", () => {
	test.each([
		["activity.action == 'SIGN'", true],
		["eth.tx.value < 5", false],
		["eth.tx.value < 10", true],
		["wallet.id == 'w'", false],
	])("%s: %s", (text, permitted) => {
		expect(permitsScope(condition(text), [call(1n), call(9n)])).toBe(permitted);
	});
});
