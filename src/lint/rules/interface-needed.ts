// Fields that are there only once an interface of the contract has been uploaded.
import type { Rule } from "../rule.js";

export const interfaceNeeded: Rule = {
	code: "Q3502",
	name: "interface-needed",
	severity: "info",
	reason:
		"function names and arguments are read with the contract's interface; without an upload nothing matches, or everything fails",
	policy(policy, report) {
		const { condition } = policy;
		if (condition === undefined) return;
		const { typing } = condition.checked;
		const readers = condition.atoms.filter(({ path }) =>
			/^eth\.tx\.(function_name|function_signature|contract_call_args)|\.parsed_instruction_data\b/.test(path),
		);
		const [first] = readers;
		if (first === undefined) return;
		const branches = policy.branches.possible;
		const foreign = readers.find(({ path, node }) => {
			const argument = /contract_call_args\['([^']*)'\]/.exec(path)?.[1];
			if (argument === undefined || branches.length < 2) return false;
			return branches.some(
				(branch) => !branch.literals.some((literal) => literal.node.id === node.id || literal.reads.has(path)),
			);
		});
		if (foreign !== undefined) {
			report(
				{ in: policy, slot: "condition", node: foreign.node },
				{
					message: `\`${foreign.path}\` is read for the calls of every branch: one without that argument makes the whole condition an error`,
					help: "write one policy for each function",
					severity: "warning",
				},
			);
			return;
		}
		const field = typing.origins[first.node.id]?.field;
		report(
			{ in: policy, slot: "condition", node: first.node },
			{
				message: `\`${first.path}\` needs an uploaded interface of the contract or program`,
				help: "upload it before relying on this policy; a selector such as `eth.tx.data[0..10]` needs none",
				...(policy.effect === "EFFECT_DENY" && field?.absent !== undefined ? { severity: "warning" as const } : {}),
			},
		);
	},
	cases: {
		valid: ["eth.tx.data[0..10] == '0xa9059cbb'", "tempo.tx.calls.all(c, c.function_signature == '0xa9059cbb')"],
		invalid: [
			"eth.tx.function_name == 'transfer'",
			"(eth.tx.function_name == 'approve' && eth.tx.to == '0x00000000000000000000000000000000000000aa') || (eth.tx.function_name == 'supply' && eth.tx.contract_call_args['amount'] <= 5)",
		],
	},
};
