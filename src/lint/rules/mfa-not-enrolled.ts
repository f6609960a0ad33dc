// A method that the user cannot satisfy, because nothing of the kind is enrolled.
import type { OrganizationUser } from "../../model/organization.js";
import type { Rule } from "../rule.js";

const enrolled: Readonly<Record<string, { readonly has: (user: OrganizationUser) => boolean; readonly lacks: string }>> = {
	AUTHENTICATION_TYPE_PASSKEY: {
		has: ({ credentials }) => credentials.some(({ type }) => type === "CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR"),
		lacks: "no passkey",
	},
	AUTHENTICATION_TYPE_API_KEY: {
		has: ({ credentials }) => credentials.some(({ type }) => type.startsWith("CREDENTIAL_TYPE_API_KEY")),
		lacks: "no API key",
	},
	AUTHENTICATION_TYPE_EMAIL_OTP: { has: ({ email }) => email !== undefined, lacks: "no mail address" },
	AUTHENTICATION_TYPE_SMS_OTP: { has: ({ phoneNumber }) => phoneNumber !== undefined, lacks: "no phone number" },
};

export const mfaNotEnrolled: Rule = {
	code: "Q3593",
	name: "mfa-not-enrolled",
	severity: "error",
	reason: "a step that a user has no method for locks them out of everything the policy matches",
	live: true,
	mfaPolicy(policy, report, { organization }) {
		const user = organization?.users?.find(({ id, name }) => id === policy.user || name === policy.user);
		if (user === undefined) return;
		for (const step of policy.steps) {
			const lacks = step.any.map(({ type }) => {
				const method = Object.hasOwn(enrolled, type) ? enrolled[type] : undefined;
				return method === undefined || method.has(user) ? undefined : method.lacks;
			});
			if (lacks.length === 0 || lacks.some((each) => each === undefined)) continue;
			report(
				{ in: policy },
				{
					message: `\`${user.name}\` cannot satisfy a step of \`${policy.name}\`: ${[...new Set(lacks)].join(", ")}`,
					help: "enrol a method first, or add an alternative to the step",
				},
			);
		}
	},
	cases: {
		valid: [
			{
				mfaPolicies: [
					{
						condition: "true",
						steps: [{ any: [{ type: "AUTHENTICATION_TYPE_PASSKEY" }, { type: "AUTHENTICATION_TYPE_EMAIL_OTP" }] }],
					},
				],
				organization: { users: [{ id: "alice", name: "alice", tagIds: [], email: "a@example.com", credentials: [] }] },
			},
		],
		invalid: [
			{
				mfaPolicies: [{ condition: "true", steps: [{ any: [{ type: "AUTHENTICATION_TYPE_PASSKEY" }] }] }],
				organization: { users: [{ id: "alice", name: "alice", tagIds: [], credentials: [] }] },
			},
		],
	},
};
