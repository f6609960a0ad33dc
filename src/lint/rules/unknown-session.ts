// A session profile that an MFA policy asks for and the organisation does not have.
import type { Rule } from "../rule.js";

export const unknownSession: Rule = {
	code: "Q3597",
	name: "unknown-session",
	severity: "error",
	reason: "a session of a profile that does not exist can never be had: whoever the policy binds is locked out",
	live: true,
	mfaPolicy(policy, report, { organization }) {
		const profiles = organization?.sessionProfiles;
		if (profiles === undefined) return;
		const known = new Set(profiles.map(({ id }) => id));
		const asked = policy.steps.flatMap(({ any }) =>
			any.flatMap(({ type, id }) => (isSession(type) && id !== undefined ? [id] : [])),
		);
		for (const id of new Set(asked)) {
			if (known.has(id)) continue;
			report(
				{ in: policy },
				{
					message: `\`${policy.name}\` asks for a session of the profile \`${id}\`, which the organisation does not have`,
					help:
						profiles.length === 0
							? "make the session profile first"
							: `there are ${profiles.map(({ name, id }) => `\`${id}\` (${name})`).join(", ")}`,
				},
			);
		}
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
					{ condition: "activity.action == 'SIGN'", steps: [{ any: [{ type: "AUTHENTICATION_TYPE_SESSION", id: "p" }] }] },
				],
				organization: { sessionProfiles: [{ id: "p", name: "trading" }] },
			},
			{
				mfaPolicies: [
					{ condition: "activity.action == 'SIGN'", steps: [{ any: [{ type: "AUTHENTICATION_TYPE_PASSKEY", id: "p" }] }] },
				],
				organization: { sessionProfiles: [] },
			},
		],
		invalid: [
			{
				mfaPolicies: [
					{ condition: "activity.action == 'SIGN'", steps: [{ any: [{ type: "AUTHENTICATION_TYPE_SESSION", id: "q" }] }] },
				],
				organization: { sessionProfiles: [{ id: "p", name: "trading" }] },
			},
			{
				mfaPolicies: [
					{ condition: "activity.action == 'SIGN'", steps: [{ any: [{ type: "AUTHENTICATION_TYPE_SESSION", id: "q" }] }] },
				],
				organization: { sessionProfiles: [] },
			},
		],
	},
};

const isSession = (type: string): boolean => type === "AUTHENTICATION_TYPE_SESSION";
