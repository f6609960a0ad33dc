// What stays true however many votes come in, and what may not.
import { describe, expect, test } from "@jest/globals";
import { Electorate, type Voter } from "../../../src/language/electorate.js";
import { growsWithVotes } from "../../../src/language/growing.js";
import { parse } from "../../../src/language/parser.js";
import { compileExpression } from "../../../src/language/policy.js";

const grows = (text: string): boolean => growsWithVotes(parse(text).expression);

describe("a consensus that grows with the votes", () => {
	test.each([
		"true",
		"approvers.any(u, u.id == 'a')",
		"approvers.any(u, !(u.tags.contains('a') || u.tags.all(t, t != 'b')))",
		"approvers.count() >= 2 && credentials.count() > 1",
		"2 <= approvers.count() || 1 < credentials.count()",
		"approvers.filter(u, u.id != 'a').filter(v, v.tags.count() == 1).count() >= 2",
		"approvers.filter(u, u.id == 'a').any(u, true)",
	])("%s", (text) => {
		expect(grows(text)).toBe(true);
	});

	test.each([
		"!approvers.any(u, u.id == 'a')",
		"approvers.all(u, u.id == 'a')",
		"approvers.count() == 1",
		"approvers.count() <= 2",
		"2 >= approvers.count()",
		"approvers.count() != 2",
		"approvers.count() >= credentials.count()",
		"approvers[0].id == 'a'",
		"approvers[0..1].any(u, u.id == 'a')",
		"approvers.any(u, approvers.count() < 2)",
		"approvers.filter(u, approvers.all(v, v.id == u.id)).count() >= 1",
		"true && approvers.count() < 2",
		// Somebody without it makes the whole an error.
		"approvers.any(u, u.email == 'a@x.io')",
		"approvers.any(u, u.alias == 'a')",
		"credentials.any(c, c.credential_id == 'a')",
		"approvers.filter(u, u.email != 'a@x.io').count() >= 1",
		"approvers.any(u, u.tags[0] == 'a')",
		"approvers.any(u, u.id[0..2] == 'ab')",
	])("may not: %s", (text) => {
		expect(grows(text)).toBe(false);
	});
});

describe("a consensus that fails for some voters", () => {
	const user = (id: string, email?: string, credential_id?: string): Voter => ({
		user: { id, tags: [], ...(email === undefined ? {} : { email }) },
		credentials: [
			{ id: `${id} key`, user_id: id, type: "a", public_key: id, ...(credential_id === undefined ? {} : { credential_id }) },
		],
	});
	const people = [user("alice", "a@x.io", "passkey"), user("bob", "b@x.io", "other"), user("carol")];
	const [alice, bob] = people.map(({ user, credentials: [credential] }) => ({
		user,
		...(credential === undefined ? {} : { credential }),
	}));

	test.each([
		"approvers.any(u, u.email == 'a@x.io') && approvers.any(u, u.id == 'bob')",
		"credentials.any(c, c.credential_id == 'passkey') && credentials.any(c, c.user_id == 'bob')",
		"approvers.any(u, u.email[0..1] == 'a') && approvers.any(u, u.id == 'bob')",
	])("waits for those for whom it does not: %s", (text) => {
		const consensus = compileExpression(text, "consensus");
		if (consensus === undefined || alice === undefined || bob === undefined) throw new Error("there is a consensus");
		const electorate = new Electorate(people);
		for (const [asker, other] of [
			[alice, "bob"],
			[bob, "alice"],
		] as const) {
			expect(electorate.reach(consensus, [asker])).toEqual({
				status: "pending",
				ways: [[{ count: 1, userIds: [other] }]],
				complete: true,
			});
		}
		expect(electorate.reach(consensus, [alice, bob])).toEqual({ status: "satisfied" });
		const { sets } = electorate.smallestSets(consensus, { most: 10, budget: 1000 });
		expect(sets.map((set) => set.map((vote) => vote.user.id).sort())).toEqual([["alice", "bob"]]);
	});
});
