// A consensus that the people of the organisation cannot reach.
import { referencesIn, referenceText } from "../../model/reference.js";
import type { Rule } from "../rule.js";
import { realSets } from "../trial.js";

export const unreachableConsensus: Rule = {
	code: "Q3550",
	name: "unreachable-consensus",
	severity: "error",
	reason: "a consensus that nobody can complete makes an ALLOW allow nothing, and a DENY deny nothing",
	live: true,
	policy(policy, report, { organization, identifierOf }) {
		const { consensus } = policy;
		if (consensus === undefined) return;
		const place = { in: policy, slot: "consensus" as const, node: consensus.checked.expression };
		const users = organization?.users;
		if (users === undefined) {
			// An organisation has at most a hundred users.
			if (policy.needs.monotone && thresholdOf(policy.needs.fewest, consensus.text) > 100) {
				report(place, {
					message: "the consensus asks for more people than an organisation can have",
					help: "lower the threshold",
				});
			}
			return;
		}
		const unknown = referencesIn(consensus.text)
			.map(referenceText)
			.filter((each) => identifierOf(each) === undefined);
		if (unknown.length > 0) return;
		if (realSets(consensus, users, identifierOf).length > 0) return;
		report(place, {
			message: `no set of the organisation's ${users.length} users satisfies the consensus of \`${policy.name}\``,
			help: "compare identifiers and tags with those of the organisation, and the threshold with how many have them",
		});
	},
	cases: {
		valid: [
			{ effect: "EFFECT_ALLOW", consensus: "approvers.count() >= 2" },
			{
				policies: [{ effect: "EFFECT_ALLOW", consensus: "approvers.filter(u, u.tags.contains('t')).count() >= 2" }],
				organization: {
					users: [
						{ id: "a", name: "a", tagIds: ["t"], credentials: [] },
						{ id: "b", name: "b", tagIds: ["t"], credentials: [] },
					],
				},
			},
		],
		invalid: [
			{ effect: "EFFECT_ALLOW", consensus: "approvers.count() >= 101" },
			{
				policies: [{ effect: "EFFECT_ALLOW", consensus: "approvers.filter(u, u.tags.contains('t')).count() >= 2" }],
				organization: {
					users: [
						{ id: "a", name: "a", tagIds: ["t"], credentials: [] },
						{ id: "b", name: "b", tagIds: [], credentials: [] },
					],
				},
			},
		],
	},
};

/** A threshold above what was tried out, read from the text. */
function thresholdOf(fewest: number | undefined, text: string): number {
	if (fewest !== undefined) return fewest;
	const found = /count\(\)\s*(>=|>|==)\s*(\d+)/.exec(text);
	return found === null ? 0 : Number(found[2]) + (found[1] === ">" ? 1 : 0);
}
