// Members of an EIP-712 message without its primary type.

import type { Rule } from "../rule.js";
import { mentions } from "../signing.js";

export const messageWithoutType: Rule = {
	code: "Q3508",
	name: "message-without-type",
	severity: "warning",
	reason: "a member of the same name means something else in another type of message, and is an error where the type lacks it",
	policy(policy, report) {
		for (const branch of policy.branches.possible) {
			const literal = branch.literals.find(({ reads }) => [...reads].some((path) => path.startsWith("eth.eip_712.message[")));
			if (literal === undefined || mentions(branch, "eth.eip_712.primary_type")) continue;
			report(
				{ in: policy, slot: "condition", node: literal.node },
				{
					message: "a member of the message is compared without asking for the message's type",
					help: "add `eth.eip_712.primary_type == '…'`, and the domain it is for",
				},
			);
			return;
		}
	},
	cases: {
		valid: ["eth.eip_712.primary_type == 'Permit' && eth.eip_712.message['value'] <= 5"],
		invalid: ["eth.eip_712.message['to'] == '0xaa' && eth.eip_712.domain.name == 'USD Coin'"],
	},
};
