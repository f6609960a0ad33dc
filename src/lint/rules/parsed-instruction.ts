// Parsed instruction data of every instruction, although only some programs have an interface.
import type { Rule } from "../rule.js";

export const parsedInstruction: Rule = {
	code: "Q3507",
	name: "parsed-instruction",
	severity: "warning",
	reason: "an instruction of a program without an interface has no parsed data, and an error for one element is one of the whole",
	policy(policy, report) {
		const atom = policy.condition?.atoms.find(
			({ path, under }) => path.startsWith("solana.tx.instructions[].parsed_instruction_data") && under.length > 0,
		);
		if (atom === undefined) return;
		report(
			{ in: policy, slot: "condition", node: atom.node },
			{
				message:
					"the parsed data of every instruction is read: one of a program without an uploaded interface may make it an error",
				help: "upload the interface of every program that may be called, or compare `instruction_data_hex`",
			},
		);
	},
	cases: {
		valid: ["solana.tx.instructions.all(i, i.program_key == 'a')"],
		invalid: ["solana.tx.instructions.any(i, i.program_key == 'a' && i.parsed_instruction_data.instruction_name == 'route')"],
	},
};
