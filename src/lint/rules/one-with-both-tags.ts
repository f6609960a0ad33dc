// One person who carries two tags and counts for both.

import { consensusBindings } from "../../language/electorate.js";
import { compileExpression } from "../../language/policy.js";
import { namesIn } from "../consensus-facts.js";
import type { Rule } from "../rule.js";
import { resolved } from "../trial.js";

export const oneWithBothTags: Rule = {
	code: "Q3555",
	name: "one-with-both-tags",
	severity: "info",
	reason: "a person with two tags counts towards the minimum of each",
	live: true,
	policy(policy, report, { organization, identifierOf }) {
		const { consensus } = policy;
		if (policy.effect !== "EFFECT_ALLOW" || consensus === undefined) return;
		const { tags } = namesIn(consensus.checked.expression);
		const clauses = consensus.checked.expression.kind === "and" ? consensus.checked.expression.operands : [];
		const tagged = clauses.filter((clause) => clause.kind === "comparison" && namesIn(clause).tags.length === 1);
		if (tags.length < 2 || tagged.length < 2) return;
		const place = { in: policy, slot: "consensus" as const, node: consensus.checked.expression };
		const users = organization?.users;
		if (users === undefined) {
			report(place, {
				message: `whoever carries both of ${tags.length} tags counts towards each minimum`,
				help: "if different people are meant, count them together as well: `approvers.count() >= …`",
			});
			return;
		}
		const compiled = clauses.flatMap((clause) =>
			tagged.includes(clause)
				? (compileExpression(resolved(consensus.text.slice(clause.start, clause.end), identifierOf), "consensus") ?? [])
				: [],
		);
		const both = users.find((user) => {
			const bindings = consensusBindings([{ user: { id: user.id, tags: user.tagIds } }]);
			return compiled.filter(({ program }) => program.evaluate(bindings) === true).length > 1;
		});
		if (both === undefined) return;
		report(place, {
			message: `\`${both.name}\` carries several of the tags and counts towards each minimum`,
			help: "if different people are meant, count them together as well: `approvers.count() >= …`",
			severity: "warning",
		});
	},
	cases: {
		valid: [
			{ effect: "EFFECT_ALLOW", consensus: "approvers.filter(u, u.tags.contains('a')).count() >= 2" },
			{
				policies: [
					{
						effect: "EFFECT_ALLOW",
						consensus:
							"approvers.filter(u, u.tags.contains('a')).count() >= 1 && approvers.filter(u, u.tags.contains('b')).count() >= 1",
					},
				],
				organization: { users: [{ id: "u", name: "u", tagIds: ["a"], credentials: [] }] },
			},
		],
		invalid: [
			{
				effect: "EFFECT_ALLOW",
				consensus:
					"approvers.filter(u, u.tags.contains('a')).count() >= 1 && approvers.filter(u, u.tags.contains('b')).count() >= 1",
			},
			{
				policies: [
					{
						effect: "EFFECT_ALLOW",
						consensus:
							"approvers.filter(u, u.tags.contains('a')).count() >= 1 && approvers.filter(u, u.tags.contains('b')).count() >= 1",
					},
				],
				organization: { users: [{ id: "u", name: "alice", tagIds: ["a", "b"], credentials: [] }] },
			},
		],
	},
};
