// Which branches count, and for what: only what could have mattered to the decision.
import { describe, expect, test } from "@jest/globals";
import type { Organization } from "../../../src/model/organization.js";
import { type PolicyResource, policySetOf } from "../../../src/request/policy-set.js";
import type { Request } from "../../../src/request/request.js";
import { decideRequest, prepareRequest } from "../../../src/request/request-decision.js";
import { BranchCoverage } from "../../../src/suites/branch-coverage.js";

const organization: Organization = {
	users: [{ id: "u", name: "bob", tagIds: ["t"], credentials: [] }],
	privateKeys: [],
	wallets: [],
	rootQuorum: { threshold: 1, userIds: [] },
};
const policy = (attributes: PolicyResource["attributes"]): PolicyResource => ({
	address: "Policy/p",
	kind: "Policy",
	name: "p",
	attributes: { effect: "EFFECT_ALLOW", ...attributes },
});
const request = (type: string, at = 0): Request => ({ type, parameters: {}, votes: [{ userId: "u" }], at, given: {} });

function seen(resource: PolicyResource, ...requests: readonly Request[]): string[] {
	return seenIn(organization, resource, ...requests);
}

function seenIn(around: Organization, resource: PolicyResource, ...requests: readonly Request[]): string[] {
	const coverage = new BranchCoverage();
	const set = policySetOf([resource], new Map());
	const tell = coverage.watch(set);
	for (const each of requests) {
		const prepared = prepareRequest(each, around);
		tell(prepared, decideRequest(prepared, set));
	}
	return coverage.branches.map(({ text, seenTrue, seenFalse }) => `${text}: ${seenTrue ? "t" : "-"}${seenFalse ? "f" : "-"}`);
}

const CREATE = request("ACTIVITY_TYPE_CREATE_WALLET");
const DELETE = request("ACTIVITY_TYPE_DELETE_WALLETS");

describe("branches", () => {
	test("of nothing none was taken", () => {
		const branches = seen(policy({ condition: "activity.action == 'CREATE' && activity.resource == 'WALLET'" }));
		expect(branches).toHaveLength(3);
		expect(branches.every((each) => each.endsWith(": --"))).toBe(true);
	});

	test("each operand is told, a chain by its operands, the whole by itself", () => {
		const condition = "activity.action == 'CREATE' && (activity.resource == 'WALLET' || activity.resource == 'USER')";
		expect(seen(policy({ condition }), CREATE, DELETE)).toEqual([
			`${condition}: tf`,
			"activity.action == 'CREATE': tf",
			"activity.resource == 'WALLET': t-",
			"activity.resource == 'USER': -f",
		]);
	});

	test("an operand that could not be evaluated was neither", () => {
		expect(seen(policy({ condition: "activity.action == 'CREATE' && eth.tx.value == 1" }), CREATE)).toEqual([
			"activity.action == 'CREATE' && eth.tx.value == 1: --",
			"activity.action == 'CREATE': t-",
			"eth.tx.value == 1: --",
		]);
	});

	test("a consensus counts only where the condition holds, a condition only while the time is open", () => {
		const both = policy({ condition: "activity.action == 'CREATE'", consensus: "approvers.count() == 1" });
		expect(seen(both, DELETE)).toEqual(["activity.action == 'CREATE': -f", "approvers.count() == 1: --"]);
		expect(seen(both, CREATE)).toEqual(["activity.action == 'CREATE': t-", "approvers.count() == 1: t-"]);
		const timed = policy({ condition: "activity.action == 'CREATE'", time: "time.now < Timestamp('2000-01-01T00:00:00Z')" });
		const late = request("ACTIVITY_TYPE_CREATE_WALLET", Date.UTC(2026, 0, 1));
		expect(seen(timed, late)).toEqual(["activity.action == 'CREATE': --", "time.now < Timestamp('2000-01-01T00:00:00Z'): -f"]);
	});

	test("where the root quorum decides no policy is asked, and none was taken; its second factor is", () => {
		const rooted: Organization = { ...organization, rootQuorum: { threshold: 1, userIds: ["u"] } };
		const created = policy({ condition: "activity.action == 'CREATE'" });
		expect(seenIn(rooted, created, CREATE, DELETE)).toEqual(["activity.action == 'CREATE': --"]);
		const shared: Organization = { ...organization, rootQuorum: { threshold: 2, userIds: ["u", "v"] } };
		expect(seenIn(shared, created, CREATE, DELETE)).toEqual(["activity.action == 'CREATE': tf"]);
		const roots = request("ACTIVITY_TYPE_UPDATE_ROOT_QUORUM");
		expect(seenIn(organization, created, roots)).toEqual(["activity.action == 'CREATE': --"]);
		const factor: PolicyResource = {
			...policy({ userId: "u", order: 0, condition: "activity.action == 'CREATE'" }),
			address: "MfaPolicy/bob/p",
			kind: "MfaPolicy",
		};
		expect(seenIn(rooted, factor, CREATE, DELETE)).toEqual(["activity.action == 'CREATE': tf"]);
	});

	test("under a quantifier every element counts", () => {
		const consensus = "approvers.any(u, u.tags.contains('t') && u.tags.contains('x'))";
		expect(seen(policy({ consensus }), CREATE)).toEqual([
			`${consensus}: -f`,
			"u.tags.contains('t'): t-",
			"u.tags.contains('x'): -f",
		]);
	});
});
