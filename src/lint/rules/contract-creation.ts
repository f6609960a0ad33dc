// Contract creation allowed without a bound on what is sent along.
import type { Rule } from "../rule.js";
import { placeOf, signingBranches } from "../signing.js";

export const contractCreation: Rule = {
	code: "Q3522",
	name: "contract-creation",
	severity: "warning",
	reason: "a contract that is created can be given any amount, and code that sends it on",
	policy(policy, report) {
		const branches = signingBranches(policy).filter(({ constraints }) => {
			const to = constraints.get("eth.tx.to");
			const value = constraints.get("eth.tx.value");
			const bounded = value?.kind === "integer" && value.high === 0n;
			return to?.kind === "text" && to.allowed?.has("") === true && !bounded;
		});
		if (branches.length === 0) return;
		const node = placeOf(policy, branches);
		report(
			{ in: policy, ...(node === undefined ? {} : { slot: "condition" as const, node }) },
			{ message: `\`${policy.name}\` allows creating contracts, with any amount sent along`, help: "add `eth.tx.value == 0`" },
		);
	},
	cases: {
		valid: ["eth.tx.to == '' && eth.tx.value == 0", "eth.tx.to != ''"],
		invalid: ["eth.tx.to == ''", "eth.tx.to in ['', '0x00000000000000000000000000000000000000aa']"],
	},
};
