// A DENY whose condition can end in an error: then it does not deny.
import { failingPlaces } from "../failing.js";
import type { Rule } from "../rule.js";

export const denyMayFail: Rule = {
	code: "Q3501",
	name: "deny-may-fail",
	severity: "warning",
	reason: "a DENY whose condition ends in an error does not deny: what it forbids is open wherever that happens",
	policy(policy, report) {
		const { condition } = policy;
		if (policy.effect !== "EFFECT_DENY" || condition === undefined) return;
		for (const { hazard, why, otherPayload } of failingPlaces(condition)) {
			const name = hazard.name ?? condition.text.slice(hazard.node.start, hazard.node.end).replace(/\s+/g, " ");
			report(
				{ in: policy, slot: "condition", node: hazard.node },
				{
					message: `\`${name}\` ${why}: there this DENY does not deny`,
					help: otherPayload
						? "add a DENY for what it leaves open, or allow less"
						: "write a DENY of its own that does not read it, or a narrower ALLOW in place of the DENY",
					...(otherPayload ? { severity: "info" as const } : {}),
				},
			);
		}
	},
	cases: {
		valid: [
			"eth.tx.contract_call_args['value'] > 5",
			{ effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'" },
			{ effect: "EFFECT_DENY", condition: "activity.kind == 'EXECUTE_SWAP' && activity.params.sponsor == true" },
			{ effect: "EFFECT_DENY", condition: "activity.kind == 'SIGN_TRANSACTION' && eth.tx.to == ''" },
			{
				effect: "EFFECT_DENY",
				condition: "tron.tx.contract[0].type == 'TransferContract' && activity.kind == 'SIGN_TRANSACTION'",
			},
		],
		invalid: [
			{ effect: "EFFECT_DENY", condition: "activity.action == 'SIGN' && activity.params.type == 'TRANSACTION_TYPE_TEMPO'" },
			{ effect: "EFFECT_DENY", condition: "eth.tx.value > 1000000000000000000" },
			{ effect: "EFFECT_DENY", condition: "eth.tx.contract_call_args['value'] > 5" },
			{ effect: "EFFECT_DENY", condition: "activity.kind == 'CREATE_SWAP_QUOTE' && activity.params.slippage_bps > 100" },
			{ effect: "EFFECT_DENY", condition: "eth.tx.data != '0x' && eth.tx.data[0..10] != '0xa9059cbb'" },
			{ effect: "EFFECT_DENY", condition: "solana.tx.compute_unit_limit > 5" },
		],
	},
};
