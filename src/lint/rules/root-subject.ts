// A policy about somebody in the root quorum.
import { referencesIn, referenceText } from "../../model/reference.js";
import type { Rule } from "../rule.js";

export const rootSubject: Rule = {
	code: "Q3559",
	name: "root-subject",
	severity: "info",
	reason: "the root quorum is asked before any policy: a policy does not bind whoever satisfies it alone",
	live: true,
	policy(policy, report, { organization, identifierOf }) {
		const { consensus } = policy;
		const quorum = organization?.rootQuorum;
		if (consensus === undefined || quorum === undefined) return;
		const named = new Set([
			...policy.needs.names.users,
			...referencesIn(consensus.text).flatMap((each) => identifierOf(referenceText(each)) ?? []),
		]);
		const members = quorum.userIds.filter((id) => named.has(id));
		if (members.length === 0) return;
		const names = members.map((id) => organization?.users?.find((user) => user.id === id)?.name ?? id);
		const alone = quorum.threshold <= 1;
		report(
			{ in: policy, slot: "consensus", node: consensus.checked.expression },
			{
				message: alone
					? `${names.map((name) => `\`${name}\``).join(", ")} satisfies the root quorum alone: \`${policy.name}\` never binds them`
					: `${names.map((name) => `\`${name}\``).join(", ")} is in the root quorum: \`${policy.name}\` takes effect for them as for anybody, and the quorum besides`,
				help: "people and programs that policies should bind do not belong into the root quorum",
			},
		);
	},
	cases: {
		valid: [
			{
				policies: [{ effect: "EFFECT_ALLOW", consensus: "approvers.any(u, u.id == 'a')" }],
				organization: { users: [], rootQuorum: { threshold: 1, userIds: ["b"] } },
			},
		],
		invalid: [
			{
				policies: [{ effect: "EFFECT_ALLOW", consensus: "approvers.any(u, u.id == 'a')" }],
				organization: {
					users: [{ id: "a", name: "alice", tagIds: [], credentials: [] }],
					rootQuorum: { threshold: 1, userIds: ["a"] },
				},
			},
			{
				policies: [{ effect: "EFFECT_ALLOW", consensus: "approvers.any(u, u.id == 'a')" }],
				organization: {
					users: [{ id: "a", name: "alice", tagIds: [], credentials: [] }],
					rootQuorum: { threshold: 2, userIds: ["a", "b"] },
				},
			},
		],
	},
};
