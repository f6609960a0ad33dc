import { describe, expect, test } from "@jest/globals";
import { driftReport, NO_CIRCUMSTANCES } from "../../../src/plan/plan-document.js";
import { study } from "../../../src/plan/study.js";
import type { Situation } from "../../support/planning.js";
import { desire, identifier, live, planInput, planOf, record } from "../../support/planning.js";

const spec = (notes: string) => ({ effect: "EFFECT_ALLOW", condition: "activity.action == 'SIGN'", notes });
const policy = (notes: string) => live("Policy", identifier(1), "p", spec(notes));

function classes(situation: Situation) {
	const report = driftReport(study(planInput(situation)), NO_CIRCUMSTANCES);
	return report.resource_drift.map((each) => `${each.class} ${each.address}`);
}

describe("three-way classification", () => {
	const desired = (notes: string) => [desire("Policy", "p", spec(notes))];
	const recorded = [record(policy("a"))];

	test.each([
		["recorded, desired and live agree", { desired: desired("a"), live: [policy("a")], recorded }, []],
		["only the manifest moved", { desired: desired("b"), live: [policy("a")], recorded }, ["config_ahead Policy/p"]],
		["only live moved", { desired: desired("a"), live: [policy("b")], recorded }, ["drift Policy/p"]],
		["both moved apart", { desired: desired("b"), live: [policy("c")], recorded }, ["conflict Policy/p"]],
		["both moved to the same", { desired: desired("b"), live: [policy("b")], recorded }, ["converged Policy/p"]],
		["it was deleted by hand", { desired: desired("a"), live: [], recorded }, ["missing Policy/p"]],
		["nobody declared it", { desired: [], live: [policy("a")], recorded: [] }, ["unmanaged Policy/p"]],
		["its manifest is gone", { desired: [], live: [policy("a")], recorded }, ["unmanaged Policy/p"]],
		["it was never applied", { desired: desired("a"), live: [], recorded: [] }, ["config_ahead Policy/p"]],
		["there is no inventory and they differ", { desired: desired("a"), live: [policy("b")] }, ["differs Policy/p"]],
		["there is no inventory and they agree", { desired: desired("a"), live: [policy("a")] }, []],
		["the kind could not be read", { desired: desired("a"), recorded, unknown: { Policy: "403" } }, []],
		[
			"white space alone moved",
			{
				desired: desired("a"),
				live: [live("Policy", identifier(1), "p", { ...spec("a"), condition: "activity.action=='SIGN'" })],
				recorded,
			},
			[],
		],
	] as const)("%s", (_name, situation, expected) => {
		expect(classes(situation as Situation)).toEqual(expected);
	});

	test("shows what changed from recorded to live, not from the manifest", () => {
		const report = driftReport(study(planInput({ desired: desired("c"), live: [policy("b")], recorded })), NO_CIRCUMSTANCES);
		expect(report.resource_drift[0]?.fields).toEqual([{ path: "notes", before: "a", after: "b" }]);
		expect(report.summary).toMatchObject({ conflicts: 1, in_sync: 0 });
	});

	test("without an inventory it says what cannot be known", () => {
		const report = driftReport(study(planInput({ desired: desired("a"), live: [policy("b")] })), NO_CIRCUMSTANCES);
		expect(report.inventory).toBe(false);
		expect(report.resource_drift[0]?.unknown).toBe(
			"there is no inventory, so a change made by hand cannot be told from a manifest that was not applied yet",
		);
	});
});

describe("who moved, in a plan", () => {
	test.each([
		["config", "b", "a"],
		["drift", "a", "b"],
		["both", "b", "c"],
	])("cause %s", (cause, wanted, found) => {
		const plan = planOf({
			desired: [desire("Policy", "p", spec(wanted))],
			live: [policy(found)],
			recorded: [record(policy("a"))],
		});
		expect(plan.resource_changes[0]?.cause).toBe(cause);
	});

	test("is unknown without an inventory", () => {
		const plan = planOf({ desired: [desire("Policy", "p", spec("a"))], live: [policy("b")] });
		expect(plan.resource_changes[0]?.cause).toBe("unknown");
	});

	test("what was deleted by hand is created again because of drift", () => {
		const plan = planOf({ desired: [desire("Policy", "p", spec("a"))], live: [], recorded: [record(policy("a"))] });
		expect(plan.resource_changes[0]).toMatchObject({ cause: "drift", change: { actions: ["create"] } });
		expect(plan.resource_drift.map((each) => each.class)).toEqual(["missing"]);
	});
});
