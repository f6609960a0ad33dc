// A DENY that stops whoever applies these policies from applying the next change.
import type { Rule } from "../rule.js";
import { tryActivity } from "../trial.js";

const needed = ["ACTIVITY_TYPE_CREATE_POLICY_V3", "ACTIVITY_TYPE_UPDATE_POLICY_V2", "ACTIVITY_TYPE_DELETE_POLICIES"];

export const actorLockedOut: Rule = {
	code: "Q3548",
	name: "actor-locked-out",
	severity: "error",
	reason: "whoever applies policies and is then denied changing them needs the root quorum to go on",
	live: true,
	all(around, report) {
		const { organization, actorId } = around;
		if (organization === undefined || actorId === undefined) return;
		const told = new Set<string>();
		for (const type of needed) {
			const decision = tryActivity(around, organization, actorId, type);
			if (decision?.outcome !== "OUTCOME_DENY_EXPLICIT") continue;
			for (const address of decision.policyIds) {
				const policy = around.policies.find((each) => each.address === address);
				if (policy === undefined || told.has(address)) continue;
				told.add(address);
				const name = organization.users?.find(({ id }) => id === actorId)?.name ?? actorId;
				report(
					{ in: policy },
					{
						message: `\`${policy.name}\` denies \`${type}\` to \`${name}\`, who applies these policies`,
						help: "leave that user out of its consensus, or out of its condition",
					},
				);
			}
		}
	},
	cases: {
		valid: [
			{
				policies: [
					{ effect: "EFFECT_DENY", condition: "activity.resource == 'POLICY'", consensus: "approvers.any(u, u.id == 'other')" },
				],
				organization: { users: [{ id: "ci", name: "deployer", tagIds: [], credentials: [] }] },
				actorId: "ci",
			},
			{
				policies: [{ effect: "EFFECT_DENY", condition: "true" }],
				organization: {
					users: [{ id: "ci", name: "deployer", tagIds: [], credentials: [] }],
					rootQuorum: { threshold: 1, userIds: ["ci"] },
				},
				actorId: "ci",
			},
		],
		invalid: [
			{
				policies: [{ effect: "EFFECT_DENY", condition: "activity.resource == 'POLICY'" }],
				organization: { users: [{ id: "ci", name: "deployer", tagIds: [], credentials: [] }] },
				actorId: "ci",
			},
		],
	},
};
