// Decisions about a request: root quorum, denials, alternatives, what waits for whom, what is allowed without a policy.
import { describe, expect, test } from "@jest/globals";
import type { Bindings } from "../../../src/language/bindings.js";
import { appraise, type Decision, decide } from "../../../src/language/decision.js";
import { type Decisions, defaultDecisions } from "../../../src/language/decisions.js";
import { type Approver, type Credential, Electorate, type Vote } from "../../../src/language/electorate.js";
import { compileExpression, compilePolicy, findingsOf, type PolicyText } from "../../../src/language/policy.js";

function person(id: string, ...tags: string[]): Approver {
	return { id, tags, email: `${id}@example.org`, alias: "" };
}

const people = [
	person("root1"),
	person("root2"),
	person("agent", "bots"),
	person("ann", "admins"),
	person("ben", "admins"),
	person("cleo", "ops", "admins"),
];

function passkey(user: string): Credential {
	return { id: `${user}-passkey`, user_id: user, type: "CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR", public_key: "02" };
}

function apiKey(user: string): Credential {
	return { id: `${user}-key`, user_id: user, type: "CREDENTIAL_TYPE_API_KEY_P256", public_key: "03" };
}

const electorate = new Electorate(people.map((user) => ({ user, credentials: [apiKey(user.id), passkey(user.id)] })));

function votes(...ids: string[]): Vote[] {
	return ids.map((id) => {
		const [name = "", key] = id.split(":");
		const user = people.find((each) => each.id === name) ?? person(name);
		return { user, credential: key === "passkey" ? passkey(name) : apiKey(name) };
	});
}

const transfer: Bindings = {
	activity: {
		type: "ACTIVITY_TYPE_SIGN_TRANSACTION_V2",
		kind: "SIGN_TRANSACTION",
		resource: "PRIVATE_KEY",
		action: "SIGN",
		params: {},
	},
	wallet: { id: "w1", imported: false, exported: false, label: "" },
	eth: { tx: { to: "0x1", value: 5n, data: "0x" } },
};

interface Setting {
	readonly calls?: readonly Bindings[];
	readonly now?: string;
	readonly roots?: readonly string[];
	readonly threshold?: number;
	readonly rootQuorumOnly?: boolean;
	readonly implicitlyAllowed?: boolean;
	readonly decisions?: Decisions;
}

function decided(policies: readonly Omit<PolicyText, "id">[], voters: readonly string[], setting: Setting = {}): Decision {
	const compiled = policies.map((policy, index) => compilePolicy({ ...policy, id: `p${index + 1}` }));
	const now = Date.parse(setting.now ?? "2030-01-01T12:00:00Z");
	return decide({
		appraisal: appraise(compiled, setting.calls ?? [transfer], now, setting.decisions),
		votes: votes(...voters),
		electorate,
		rootQuorum: { userIds: setting.roots ?? ["root1", "root2"], threshold: setting.threshold ?? 2 },
		...(setting.rootQuorumOnly === undefined ? {} : { rootQuorumOnly: setting.rootQuorumOnly }),
		...(setting.implicitlyAllowed === undefined ? {} : { implicitlyAllowed: setting.implicitlyAllowed }),
		...(setting.decisions === undefined ? {} : { decisions: setting.decisions }),
	});
}

/** Outcome of the whole, then of each policy; without the common prefix. */
function summary(decision: Decision): string {
	const short = (outcome: string): string => outcome.replace("OUTCOME_", "");
	return [`${short(decision.outcome)} by ${decision.decidedBy}`, ...decision.policies.map((each) => short(each.outcome))].join(
		", ",
	);
}

const allow = (condition?: string, consensus?: string, time?: string): Omit<PolicyText, "id"> => ({
	effect: "EFFECT_ALLOW",
	condition,
	consensus,
	time,
});
const deny = (condition?: string, consensus?: string, time?: string): Omit<PolicyText, "id"> => ({
	effect: "EFFECT_DENY",
	condition,
	consensus,
	time,
});
const byAgent = "approvers.any(user, user.id == 'agent')";
const signing = "activity.action == 'SIGN'";

describe("policies", () => {
	test.each<[string, readonly Omit<PolicyText, "id">[], string]>([
		["nothing allows: denied", [], "DENY_IMPLICIT by nobody"],
		["an ALLOW that asks for nothing allows", [allow()], "ALLOW by policies, ALLOW"],
		["empty texts ask for nothing", [allow("", "", " ")], "ALLOW by policies, ALLOW"],
		["condition and consensus", [allow(signing, byAgent)], "ALLOW by policies, ALLOW"],
		["the condition is false", [allow("activity.action == 'EXPORT'", byAgent)], "DENY_IMPLICIT by nobody, DENY_IMPLICIT"],
		[
			"ALLOWs are alternatives",
			[allow("activity.action == 'EXPORT'"), allow(signing, byAgent)],
			"ALLOW by policies, DENY_IMPLICIT, ALLOW",
		],
		[
			"a DENY wins, wherever it stands",
			[allow(signing), deny("eth.tx.value > 1"), allow()],
			"DENY_EXPLICIT by policies, ALLOW, DENY_EXPLICIT, ALLOW",
		],
		[
			"a DENY for somebody else does not apply",
			[allow(signing), deny(signing, "approvers.any(u, u.id == 'ann')")],
			"ALLOW by policies, ALLOW, DENY_IMPLICIT",
		],
		["a DENY that errors does not deny", [allow(signing), deny("private_key.id == 'k'")], "ALLOW by policies, ALLOW, ERROR"],
		[
			"an ALLOW that errors does not allow",
			[allow("wallet.id == 'w1' || private_key.id == 'k'", byAgent)],
			"DENY_IMPLICIT by nobody, ERROR",
		],
		["an error in the consensus", [allow(signing, "approvers[7].id == 'a'")], "DENY_IMPLICIT by nobody, ERROR"],
		["a text that is no expression", [allow("activity.foo == 1")], "DENY_IMPLICIT by nobody, ERROR"],
		["a text that cannot be read", [deny("&&"), allow()], "ALLOW by policies, ERROR, ALLOW"],
		[
			"outside its time an ALLOW is skipped",
			[allow(signing, byAgent, "CronSpan('0 22 * * *', '8h', 'UTC')")],
			"DENY_IMPLICIT by nobody, TIME_INACTIVE",
		],
		[
			"inside its time it allows",
			[allow(signing, byAgent, "time.now < Timestamp('2031-01-01T00:00:00Z')")],
			"ALLOW by policies, ALLOW",
		],
		[
			"outside its time a DENY does not exist",
			[allow(), deny("true", undefined, "time.now > Timestamp('2031-01-01T00:00:00Z')")],
			"ALLOW by policies, ALLOW, TIME_INACTIVE",
		],
		[
			"an inactive policy is not evaluated further",
			[allow("private_key.id == 'k'", byAgent, "time.now > Timestamp('2031-01-01T00:00:00Z')")],
			"DENY_IMPLICIT by nobody, TIME_INACTIVE",
		],
	])("%s", (_, policies, expected) => {
		expect(summary(decided(policies, ["agent"]))).toBe(expected);
	});

	test("says to which policies the outcome is owed, and why one errs", () => {
		const decision = decided([allow(signing), deny("private_key.id == 'k'"), deny("eth.tx.value > 1"), deny("true")], ["agent"]);
		expect(decision.policyIds).toEqual(["p3", "p4"]);
		expect(decision.policies[1]?.error).toMatchObject({ slot: "condition", error: { kind: "MissingKeyword" } });
	});

	test("tells what is wrong with a policy's texts", () => {
		const policy = compilePolicy({
			id: "p",
			effect: "EFFECT_ALLOW",
			condition: "wallet.foo == 1",
			consensus: "approvers.count == 1",
		});
		expect(findingsOf(policy).map(({ slot, code }) => `${slot} ${code}`)).toEqual(["condition Q3103", "consensus Q3401"]);
	});
});

describe("root quorum", () => {
	test("enough of it allow everything, a DENY included", () => {
		expect(summary(decided([deny("true")], ["root1", "root2"]))).toBe("ALLOW by root-quorum");
		expect(summary(decided([deny("true")], ["root1"], { threshold: 1 }))).toBe("ALLOW by root-quorum");
	});

	test("one vote twice is one vote", () => {
		expect(decided([], ["root1", "root1"]).outcome).toBe("OUTCOME_REQUIRES_CONSENSUS");
	});

	test("a part of it waits for the rest", () => {
		const decision = decided([allow("activity.action == 'EXPORT'")], ["root1"]);
		expect(summary(decision)).toBe("REQUIRES_CONSENSUS by root-quorum, DENY_IMPLICIT");
		expect(decision.ways).toEqual([[{ count: 1, userIds: ["root2"], rootQuorum: true }]]);
	});

	test("may approve what waits for others, unless it has too few members", () => {
		const policies = [allow(signing, "approvers.any(u, u.id == 'agent') && approvers.any(u, u.id == 'ann')")];
		const ann = [{ count: 1, userIds: ["ann"] }];
		expect(decided(policies, ["agent"], { threshold: 1 }).ways).toEqual([
			ann,
			[{ count: 1, userIds: ["root1", "root2"], rootQuorum: true }],
		]);
		expect(decided(policies, ["agent", "root1"], { threshold: 1 })).toMatchObject({ decidedBy: "root-quorum", ways: [] });
		expect(decided(policies, ["agent"], { threshold: 3 }).ways).toEqual([ann]);
	});

	test("a policy can let one of it act alone", () => {
		expect(summary(decided([allow(signing, "approvers.any(u, u.id == 'root1')")], ["root1"]))).toBe("ALLOW by policies, ALLOW");
	});

	test("a DENY binds a part of it", () => {
		expect(summary(decided([deny(signing)], ["root1"]))).toBe("DENY_EXPLICIT by policies, DENY_EXPLICIT");
	});

	test("what is its own, no policy grants", () => {
		expect(summary(decided([allow()], ["agent"], { rootQuorumOnly: true }))).toBe("DENY_IMPLICIT by nobody");
		expect(summary(decided([allow()], ["root1"], { rootQuorumOnly: true }))).toBe("REQUIRES_CONSENSUS by root-quorum");
		expect(summary(decided([], ["root2", "root1"], { rootQuorumOnly: true }))).toBe("ALLOW by root-quorum");
	});

	test("a threshold below one is one", () => {
		expect(decided([], ["agent"], { threshold: 0 }).outcome).toBe("OUTCOME_DENY_IMPLICIT");
	});
});

describe("consensus", () => {
	/** What the root quorum of two may do instead. */
	const roots = [{ count: 2, userIds: ["root1", "root2"], rootQuorum: true }];
	const admin = "approvers.filter(u, u.tags.contains('admins'))";

	test("waits when the one who asked belongs to it", () => {
		const decision = decided([allow(signing, `${byAgent} && ${admin}.count() >= 1`)], ["agent"]);
		expect(summary(decision)).toBe("REQUIRES_CONSENSUS by policies, REQUIRES_CONSENSUS");
		expect(decision.policyIds).toEqual(["p1"]);
		// Either tag set will do; people whom the expression cannot tell apart are one group.
		expect(decision.ways).toEqual([[{ count: 1, userIds: ["ann", "ben", "cleo"] }], roots]);
	});

	test("is denied when the one who asked does not belong to it", () => {
		expect(summary(decided([allow(signing, `${admin}.count() >= 1`)], ["agent"]))).toBe("DENY_IMPLICIT by nobody, DENY_IMPLICIT");
		expect(summary(decided([allow(signing, "approvers.any(u, u.id == 'ann')")], ["agent"]))).toBe(
			"DENY_IMPLICIT by nobody, DENY_IMPLICIT",
		);
	});

	test("is allowed when it is satisfied", () => {
		const policies = [allow(signing, `${byAgent} && ${admin}.count() >= 2`)];
		expect(decided(policies, ["agent", "ann"]).outcome).toBe("OUTCOME_REQUIRES_CONSENSUS");
		expect(decided(policies, ["agent", "ann", "ann"]).outcome).toBe("OUTCOME_REQUIRES_CONSENSUS");
		expect(decided(policies, ["agent", "ann", "ben"]).outcome).toBe("OUTCOME_ALLOW");
	});

	test("one person with both tags counts towards both", () => {
		const consensus = `approvers.any(u, u.tags.contains('ops')) && ${admin}.count() >= 1`;
		expect(decided([allow(signing, consensus)], ["cleo"]).outcome).toBe("OUTCOME_ALLOW");
		// Cleo alone would do, so that it is not Ann's to ask for.
		expect(decided([allow(signing, consensus)], ["ann"]).outcome).toBe("OUTCOME_DENY_IMPLICIT");
		const both = decided([allow(signing, consensus.replace(">= 1", ">= 2"))], ["ann"]);
		expect(both.ways).toEqual([[{ count: 1, userIds: ["cleo"] }], roots]);
	});

	test("several ways", () => {
		const consensus = `${byAgent} && (approvers.any(u, u.id == 'ann') || ${admin}.count() >= 2)`;
		const decision = decided([allow(signing, consensus)], ["agent"]);
		expect(decision.ways).toEqual([[{ count: 1, userIds: ["ann"] }], [{ count: 2, userIds: ["ben", "cleo"] }], roots]);
	});

	test("cannot be reached by too few people", () => {
		expect(decided([allow(signing, `${byAgent} && ${admin}.count() >= 4`)], ["agent"]).outcome).toBe("OUTCOME_DENY_IMPLICIT");
		expect(decided([allow(signing, `${byAgent} && approvers.any(u, u.id == 'nobody')`)], ["agent"]).outcome).toBe(
			"OUTCOME_DENY_IMPLICIT",
		);
	});

	test("a total number of approvals", () => {
		const decision = decided([allow(signing, "approvers.count() >= 3")], ["agent"]);
		expect(decision.outcome).toBe("OUTCOME_REQUIRES_CONSENSUS");
		expect(decision.ways).toEqual([[{ count: 2, userIds: ["root1", "root2", "ann", "ben", "cleo"] }], roots]);
	});

	test("what further votes only spoil is denied", () => {
		expect(decided([allow(signing, "approvers.count() == 1")], ["agent"]).outcome).toBe("OUTCOME_ALLOW");
		expect(decided([allow(signing, "approvers.count() == 1")], ["agent", "ann"]).outcome).toBe("OUTCOME_DENY_IMPLICIT");
		expect(decided([allow(signing, "approvers.all(u, u.id == 'agent' || u.id == 'ann')")], ["agent"]).outcome).toBe(
			"OUTCOME_ALLOW",
		);
		expect(decided([allow(signing, "approvers.all(u, u.id == 'ann')")], ["agent"]).outcome).toBe("OUTCOME_DENY_IMPLICIT");
	});

	test("credentials: by any approver, or tied to one", () => {
		const anyPasskey = `${byAgent} && credentials.any(c, c.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')`;
		expect(decided([allow(signing, anyPasskey)], ["agent"]).outcome).toBe("OUTCOME_REQUIRES_CONSENSUS");
		expect(decided([allow(signing, anyPasskey)], ["agent", "ann:passkey"]).outcome).toBe("OUTCOME_ALLOW");
		const own = `${byAgent} && credentials.any(c, c.user_id == 'ann' && c.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')`;
		expect(decided([allow(signing, own)], ["agent", "ben:passkey"]).outcome).toBe("OUTCOME_REQUIRES_CONSENSUS");
		expect(decided([allow(signing, own)], ["agent", "ann:passkey"]).outcome).toBe("OUTCOME_ALLOW");
	});

	test("who has several credentials is one person where only people are asked for", () => {
		const user = person("dan");
		const webauthn = { ...passkey("dan"), credential_id: "c" };
		const both = new Electorate([
			{ user: person("agent"), credentials: [] },
			{ user, credentials: [apiKey("dan"), webauthn] },
		]);
		const expression = compilePolicy({ id: "p", ...allow(signing, "approvers.count() >= 2") }).consensus;
		expect(both.reach(expression, votes("agent"))).toEqual({
			status: "pending",
			ways: [[{ count: 1, userIds: ["dan"] }]],
			complete: true,
		});
	});

	test("fields compared with fields are understood person by person", () => {
		const consensus = `${byAgent} && approvers.any(u, credentials.any(c, c.user_id == u.id && u.id != 'agent'))`;
		const decision = decided([allow(signing, consensus)], ["agent"]);
		expect(decision.outcome).toBe("OUTCOME_REQUIRES_CONSENSUS");
		expect(decision.ways.length).toBeGreaterThan(1);
	});

	test("a DENY applies as soon as its people are among the approvers", () => {
		const policies = [allow(signing, "approvers.count() >= 1"), deny(signing, "approvers.any(u, u.id == 'ann')")];
		expect(decided(policies, ["agent"]).outcome).toBe("OUTCOME_ALLOW");
		expect(decided(policies, ["agent", "ann"]).outcome).toBe("OUTCOME_DENY_EXPLICIT");
	});

	test("many people are counted, not enumerated", () => {
		const crowd = new Electorate(
			Array.from({ length: 100 }, (_, index) => ({
				user: person(`u${index}`, index % 2 === 0 ? "even" : "odd"),
				credentials: [],
			})),
		);
		const consensus = compileExpression(
			"approvers.filter(u, u.tags.contains('even')).count() >= 5 && approvers.count() >= 12",
			"consensus",
		);
		const reach = crowd.reach(consensus, [{ user: person("u0", "even") }]);
		expect(reach).toMatchObject({ status: "pending", complete: true });
		if (reach.status === "pending") expect(reach.ways.length).toBeGreaterThan(3);
	});

	test("everybody of a dozen among a hundred is waited for, and nobody else", () => {
		const crowd = new Electorate(Array.from({ length: 100 }, (_, at) => ({ user: person(`u${at}`, "all"), credentials: [] })));
		const dozen = Array.from({ length: 12 }, (_, at) => `u${at}`);
		const consensus = compileExpression(dozen.map((id) => `approvers.any(u, u.id == '${id}')`).join(" && "), "consensus");
		expect(crowd.reach(consensus, [{ user: person("u3", "all") }])).toEqual({
			status: "pending",
			ways: [dozen.filter((id) => id !== "u3").map((id) => ({ count: 1, userIds: [id] }))],
			complete: true,
		});
		expect(crowd.reach(consensus, [{ user: person("u50", "all") }])).toEqual({ status: "unreachable" });
	});

	test("a search that is cut short says so", () => {
		const crowd = new Electorate(Array.from({ length: 60 }, (_, index) => ({ user: person(`u${index}`), credentials: [] })));
		const ids = Array.from({ length: 60 }, (_, index) => `approvers.any(u, u.id == 'u${index}')`);
		const reach = crowd.reach(compileExpression(`${ids[0]} && (${ids.slice(1).join(" || ")})`, "consensus"), [
			{ user: person("u0") },
		]);
		expect(reach).toMatchObject({ status: "pending", complete: false });
	});

	test("no consensus is satisfied, an error is told", () => {
		expect(electorate.reach(undefined, [])).toEqual({ status: "satisfied" });
		expect(electorate.reach(compileExpression("approvers[3].id == 'a'", "consensus"), votes("agent"))).toMatchObject({
			status: "error",
		});
	});
});

describe("implicit permission", () => {
	const credentials: Setting = {
		implicitlyAllowed: true,
		calls: [
			{
				activity: {
					type: "ACTIVITY_TYPE_CREATE_API_KEYS_V2",
					kind: "CREATE_API_KEYS",
					resource: "CREDENTIAL",
					action: "CREATE",
					params: { user_id: "agent" },
				},
			},
		],
	};
	const about = "activity.resource == 'CREDENTIAL'";

	test("holds while no policy speaks about the activity", () => {
		expect(summary(decided([], ["agent"], credentials))).toBe("ALLOW by implicit-permission");
		expect(decided([allow("activity.action == 'EXPORT'")], ["agent"], credentials).decidedBy).toBe("implicit-permission");
		expect(decided([allow("true", "approvers.any(u, u.id == 'ann')")], ["agent"], credentials).decidedBy).toBe(
			"implicit-permission",
		);
		expect(decided([deny(about, "approvers.any(u, u.id == 'ann')")], ["agent"], credentials).decidedBy).toBe(
			"implicit-permission",
		);
	});

	test("gives way to a DENY, and to an ALLOW that names the activity", () => {
		expect(decided([deny(about, byAgent)], ["agent"], credentials).outcome).toBe("OUTCOME_DENY_EXPLICIT");
		expect(decided([allow(about, "approvers.any(u, u.id == 'ann')")], ["agent"], credentials).outcome).toBe(
			"OUTCOME_DENY_IMPLICIT",
		);
		expect(decided([allow(about, `${byAgent} && approvers.count() >= 2`)], ["agent"], credentials).outcome).toBe(
			"OUTCOME_REQUIRES_CONSENSUS",
		);
		const other = { ...credentials, decisions: { ...defaultDecisions, namedAllowReplacesImplicit: false } };
		expect(decided([allow(about, "approvers.any(u, u.id == 'ann')")], ["agent"], other).outcome).toBe("OUTCOME_ALLOW");
	});
});

describe("requests of several calls", () => {
	const calls = [1n, 2n, 3n].map((value): Bindings => ({ ...transfer, eth: { tx: { to: "0x1", value } } }));

	test("all calls must satisfy an ALLOW", () => {
		expect(decided([allow("eth.tx.value <= 3")], ["agent"], { calls }).outcome).toBe("OUTCOME_ALLOW");
		expect(decided([allow("eth.tx.value <= 2")], ["agent"], { calls }).outcome).toBe("OUTCOME_DENY_IMPLICIT");
	});

	test("one call is enough for a DENY", () => {
		expect(decided([allow(), deny("eth.tx.value == 2")], ["agent"], { calls }).outcome).toBe("OUTCOME_DENY_EXPLICIT");
		const all = { calls, decisions: { ...defaultDecisions, denyOnBatch: "all" } as const };
		expect(decided([allow(), deny("eth.tx.value == 2")], ["agent"], all).outcome).toBe("OUTCOME_ALLOW");
		expect(decided([allow(), deny("eth.tx.value >= 1")], ["agent"], all).outcome).toBe("OUTCOME_DENY_EXPLICIT");
	});

	test("a call that cannot be evaluated spoils an ALLOW, and a DENY unless another call satisfies it", () => {
		const mixed = [...calls, { ...transfer, eth: {} }];
		expect(summary(decided([allow("eth.tx.value <= 3")], ["agent"], { calls: mixed }))).toBe("DENY_IMPLICIT by nobody, ERROR");
		expect(summary(decided([allow(), deny("eth.tx.value == 2")], ["agent"], { calls: mixed }))).toBe(
			"DENY_EXPLICIT by policies, ALLOW, DENY_EXPLICIT",
		);
		expect(summary(decided([allow(), deny("eth.tx.value == 9")], ["agent"], { calls: mixed }))).toBe(
			"ALLOW by policies, ALLOW, ERROR",
		);
	});
});
