// Policies tried out on the people of an organisation: references resolved, every text compiled once, and the question asked
// that the service would ask.
import { appraise, type Decision, decide } from "../language/decision.js";
import { type Credential, Electorate, type Vote, type Voter } from "../language/electorate.js";
import { activityOf } from "../language/environment/activities.js";
import { type CompiledPolicy, compileExpression, compilePolicy } from "../language/policy.js";
import type { Organization, OrganizationUser } from "../model/organization.js";
import { printReferences } from "../model/reference.js";
import type { Surroundings } from "./rule.js";
import type { LintPolicy, Part } from "./subject.js";

/** A text with identifiers in the place of references; what is not known stays as its author wrote it. */
export function resolved(text: string, identifierOf: Surroundings["identifierOf"]): string {
	return printReferences(text).replace(/\$\{([^}]*)\}/g, (written, name: string) => identifierOf(name) ?? written);
}

/** A user's approval, by the first of their credentials or by each of them. */
export function votersOf(users: readonly OrganizationUser[]): readonly Voter[] {
	return users.map((user) => ({
		user: approverOf(user),
		credentials: user.credentials.map((each) => credentialOf(each, user.id)),
	}));
}

function approverOf(user: OrganizationUser): Vote["user"] {
	return { id: user.id, tags: user.tagIds, alias: user.name, ...(user.email === undefined ? {} : { email: user.email }) };
}

function credentialOf(credential: OrganizationUser["credentials"][number], userId: string): Credential {
	return {
		id: credential.id,
		user_id: userId,
		type: credential.type,
		public_key: credential.publicKey,
		...(credential.credentialId === undefined ? {} : { credential_id: credential.credentialId }),
	};
}

/** The smallest sets of the organisation's people that satisfy a consensus, as numbers of people; empty when none does. */
export function realSets(
	consensus: Part,
	users: readonly OrganizationUser[],
	identifierOf: Surroundings["identifierOf"],
): readonly number[] {
	const compiled = compileExpression(resolved(consensus.text, identifierOf), "consensus");
	const voters = votersOf(users);
	const electorate = new Electorate(voters);
	return voters.flatMap((voter) =>
		votesOf(voter).flatMap((vote) => {
			const reach = electorate.reach(compiled, [vote]);
			if (reach.status === "satisfied") return [1];
			return reach.status === "pending" ? reach.ways.map((way) => 1 + way.reduce((sum, { count }) => sum + count, 0)) : [];
		}),
	);
}

function votesOf({ user, credentials }: Voter): readonly Vote[] {
	return credentials.length === 0 ? [{ user }] : credentials.map((credential) => ({ user, credential }));
}

function compiled(policy: LintPolicy, identifierOf: Surroundings["identifierOf"]): CompiledPolicy | undefined {
	if (policy.effect === undefined) return undefined;
	const text = (part: Part | undefined): string | undefined =>
		part === undefined ? undefined : resolved(part.text, identifierOf);
	return compilePolicy({
		id: policy.address,
		effect: policy.effect,
		condition: text(policy.condition),
		consensus: text(policy.consensus),
		time: text(policy.time),
	});
}

/** What the policies decide when this user alone asks for an activity of the type, with nothing signed and no parameters. */
export function tryActivity(
	around: Surroundings,
	organization: Organization,
	userId: string,
	type: string,
): Decision | undefined {
	const user = organization.users?.find(({ id }) => id === userId);
	const row = activityOf(type);
	if (user === undefined || row === undefined || organization.users === undefined) return undefined;
	const { kind, resource, action } = row;
	const bindings = {
		activity: {
			type,
			...(kind === undefined ? {} : { kind }),
			...(resource === undefined ? {} : { resource }),
			...(action === undefined ? {} : { action }),
			params: {},
		},
	};
	const policies = around.policies.flatMap((policy) => compiled(policy, around.identifierOf) ?? []);
	const voters = votersOf([user]);
	return decide({
		appraisal: appraise(policies, [bindings], around.now),
		votes: voters.flatMap((voter) => votesOf(voter).slice(0, 1)),
		electorate: new Electorate(votersOf(organization.users)),
		rootQuorum: organization.rootQuorum ?? { threshold: 1, userIds: [] },
		rootQuorumOnly: row.governedBy === "root-quorum",
	});
}
