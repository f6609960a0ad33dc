// A bound on the native amount, and nothing else about the call.
import type { Rule } from "../rule.js";
import { placeOf, readsPayload, signingBranches } from "../signing.js";

export const nativeCapOnly: Rule = {
	code: "Q3528",
	name: "native-cap-only",
	severity: "warning",
	reason: "a bound on `eth.tx.value` bounds the native coin only: a call that sends none can move any token",
	policy(policy, report) {
		for (const branch of signingBranches(policy)) {
			const value = branch.constraints.get("eth.tx.value");
			if (value?.kind !== "integer" || value.high === undefined) continue;
			const others = branch.literals.filter(
				(literal) =>
					readsPayload(literal) &&
					[...literal.reads].some((path) => /^eth\.tx\.(to|data|function|contract_call|gas$)/.test(path)),
			);
			if (others.length > 0) continue;
			const node = branch.literals.find(({ path }) => path === "eth.tx.value")?.node ?? placeOf(policy, [branch]);
			report(
				{ in: policy, ...(node === undefined ? {} : { slot: "condition" as const, node }) },
				{
					message: `\`${policy.name}\` bounds the native amount only: tokens and approvals are free`,
					help: "bound `eth.tx.to` too, or rule out calls by `eth.tx.data == '0x'`",
				},
			);
			return;
		}
	},
	cases: {
		valid: [
			"eth.tx.value <= 5 && eth.tx.to == '0x00000000000000000000000000000000000000aa'",
			"eth.tx.value > 5",
			"eth.tx.value <= 5 && eth.tx.data == '0x'",
		],
		invalid: ["eth.tx.value <= 5", "wallet.id == 'a' && eth.tx.chain_id == 1 && eth.tx.value < 5"],
	},
};
