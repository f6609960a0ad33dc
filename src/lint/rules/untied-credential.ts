// A credential's type that is not tied to a person.

import { walk } from "../../language/tree.js";
import { readsOf } from "../branches.js";
import type { Rule } from "../rule.js";

export const untiedCredential: Rule = {
	code: "Q3554",
	name: "untied-credential",
	severity: "warning",
	reason: "approvers and credentials are separate lists: anybody's passkey satisfies a condition on the type alone",
	policy(policy, report) {
		const expression = policy.consensus?.checked.expression;
		if (expression === undefined) return;
		walk(expression, (node) => {
			if (node.kind !== "quantifier" || node.name !== "any" || node.target.kind !== "name" || node.target.name !== "credentials")
				return true;
			const reads = readsOf(node);
			const tied = ["user_id", "id", "public_key", "credential_id"].some((field) => reads.has(`credentials[].${field}`));
			if (!tied && reads.has("credentials[].type")) {
				report(
					{ in: policy, slot: "consensus", node },
					{
						message: "whoever's credential of that type is enough: it is tied to no user",
						help: "add `credential.user_id == '${User/name}'`",
					},
				);
			}
			return false;
		});
	},
	cases: {
		valid: [
			{
				effect: "EFFECT_ALLOW",
				consensus: "credentials.any(c, c.user_id == 'a' && c.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')",
			},
			{ effect: "EFFECT_ALLOW", consensus: "credentials.all(c, c.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')" },
		],
		invalid: [{ effect: "EFFECT_ALLOW", consensus: "credentials.any(c, c.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')" }],
	},
};
