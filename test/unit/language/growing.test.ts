// What stays true however many votes come in, and what may not.
import { describe, expect, test } from "@jest/globals";
import { growsWithVotes } from "../../../src/language/growing.js";
import { parse } from "../../../src/language/parser.js";

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
	])("may not: %s", (text) => {
		expect(grows(text)).toBe(false);
	});
});
