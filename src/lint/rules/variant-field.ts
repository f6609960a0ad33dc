// Fields that only some variants of a struct have, without a condition on the variant.
import { payloadRoots } from "../../language/environment/roots.js";
import type { Rule } from "../rule.js";

export const variantField: Rule = {
	code: "Q3503",
	name: "variant-field",
	severity: "info",
	reason: "reading a field of another variant is an error; a comparison of the variant says which one is meant",
	policy(policy, report) {
		const { condition } = policy;
		if (condition === undefined) return;
		const { origins } = condition.checked.typing;
		const told = new Set<string>();
		for (const hazard of condition.hazards) {
			if (hazard.cause !== "variant" || hazard.node.kind !== "field") continue;
			const field = origins[hazard.node.id]?.field;
			if (field?.available?.when !== "variant") continue;
			const { field: variant, values } = field.available;
			const asked = condition.atoms.some(
				({ path }) => payloadRoots.some((root) => path.startsWith(root)) && path.endsWith(`.${variant}`),
			);
			if (asked || told.has(field.name)) continue;
			told.add(field.name);
			report(
				{ in: policy, slot: "condition", node: hazard.node },
				{
					message: `\`${field.name}\` is there in ${values.map((value) => `\`${value}\``).join(", ")} only, and nothing asks for \`${variant}\``,
					help: `add a comparison of \`${variant}\`; it says what is meant, though an error elsewhere remains one`,
					...(policy.effect === "EFFECT_DENY" ? { severity: "warning" as const } : {}),
				},
			);
		}
	},
	cases: {
		valid: [
			"tron.tx.contract[0].type == 'TransferContract' && tron.tx.contract[0].amount < 10",
			"solana.tx.version == 'V1' && solana.tx.heap_size < 10",
		],
		invalid: [
			"tron.tx.contract[0].amount < 10",
			"solana.tx.heap_size < 10",
			{ effect: "EFFECT_DENY", condition: "tron.tx.contract[0].amount > 10" },
		],
	},
};
