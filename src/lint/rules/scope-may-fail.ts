// A session scope that can end in an error: such requests are denied.
import { failingPlaces } from "../failing.js";
import type { Rule } from "../rule.js";

export const scopeMayFail: Rule = {
	code: "Q3595",
	name: "scope-may-fail",
	severity: "warning",
	reason: "a request on which a session's scope cannot be evaluated is denied",
	scope(scope, report) {
		const [first] = failingPlaces(scope.scope);
		if (first === undefined) return;
		const name = first.hazard.name ?? scope.scope.text.slice(first.hazard.node.start, first.hazard.node.end);
		report(
			{ in: scope, slot: "condition", node: first.hazard.node },
			{
				message: `\`${name}\` ${first.why}: there the session is refused`,
				help: "ask only for what is there in every request that the session is for",
			},
		);
	},
	cases: {
		valid: [{ scopes: ["activity.action == 'SIGN'", "activity.action == 'SIGN' && wallet.id == 'a'"] }],
		invalid: [{ scopes: ["activity.kind == 'ETH_SEND_TRANSACTION' && eth.tx.contract_call_args['spender'] == 'a'"] }],
	},
};
