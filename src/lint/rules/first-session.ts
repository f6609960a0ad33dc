// A session asked for by the activity that creates the first one.
import type { Rule } from "../rule.js";
import { anyOf } from "../signing.js";

const logins: ReadonlySet<string> = new Set([
	"STAMP_LOGIN",
	"OTP_LOGIN",
	"OAUTH_LOGIN",
	"CREATE_READ_WRITE_SESSION",
	"OTP_AUTH",
	"OAUTH",
]);

export const firstSession: Rule = {
	code: "Q3594",
	name: "first-session",
	severity: "warning",
	reason: "a login that needs a session cannot be the first one: nobody could ever begin",
	mfaPolicy(policy, report) {
		const onlySession = policy.steps.some(
			({ any }) => any.length > 0 && any.every(({ type }) => type === "AUTHENTICATION_TYPE_SESSION"),
		);
		if (!onlySession) return;
		if (!anyOf(policy.condition.canBeTrue(), ({ activity }) => logins.has(activity.kind ?? ""))) return;
		report(
			{ in: policy, slot: "condition", node: policy.condition.checked.expression },
			{
				message: `\`${policy.name}\` asks for a session where sessions are made`,
				help: "leave the logins out: `activity.resource != 'AUTH'`, or add another method to the step",
			},
		);
	},
	cases: {
		valid: [
			{
				mfaPolicies: [
					{ condition: "activity.action == 'SIGN'", steps: [{ any: [{ type: "AUTHENTICATION_TYPE_SESSION", id: "p" }] }] },
				],
			},
			{
				mfaPolicies: [
					{
						condition: "true",
						steps: [{ any: [{ type: "AUTHENTICATION_TYPE_PASSKEY" }, { type: "AUTHENTICATION_TYPE_SESSION" }] }],
					},
				],
			},
		],
		invalid: [
			{
				mfaPolicies: [{ condition: "activity.resource == 'AUTH'", steps: [{ any: [{ type: "AUTHENTICATION_TYPE_SESSION" }] }] }],
			},
		],
	},
};
