// An organisation that can hardly take another policy.
import type { Rule } from "../rule.js";

export const manyPolicies: Rule = {
	code: "Q3604",
	name: "many-policies",
	severity: "info",
	reason: "an organisation holds a limited number of policies, and a change needs room for the new one before the old one goes",
	all({ policies, mostPolicies }, report) {
		const last = policies[policies.length - 1];
		const count = policies.filter(({ effect }) => effect !== undefined).length;
		if (last === undefined || count < mostPolicies * 0.9) return;
		report(
			{ in: last },
			{ message: `${count} of ${mostPolicies} policies are declared`, help: "join policies that differ in one value by `in`" },
		);
	},
	cases: {
		valid: [{ policies: ["true"], mostPolicies: 10 }],
		invalid: [{ policies: [{ name: "A" }, { name: "B" }, { name: "C" }], mostPolicies: 3 }],
	},
};
