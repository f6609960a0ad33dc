// Manifest-shaped wishes planned and applied against the embedded service over a real socket, on both profiles.
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "@jest/globals";
import { offers } from "../../src/api/operation.js";
import { operations } from "../../src/api/operations.js";
import type { Execution } from "../../src/apply/execute.js";
import { execute } from "../../src/apply/execute.js";
import { updateInventory } from "../../src/apply/inventory-update.js";
import { kinds } from "../../src/kinds/all.js";
import { takeSnapshot } from "../../src/kinds/snapshot.js";
import type { KindName } from "../../src/model/address.js";
import type { Plan } from "../../src/model/plan.js";
import type { Desired, Recorded } from "../../src/model/resource.js";
import { planDocument, stepsOf } from "../../src/plan/plan-document.js";
import { study } from "../../src/plan/study.js";
import type { Embedded } from "../support/embedded.js";
import { startEmbedded } from "../support/embedded.js";
import { desire, planInput } from "../support/planning.js";

const SEED = readFileSync("examples/treasury/seed.yaml", "utf8");
let embedded: Embedded | undefined;
afterEach(async () => {
	await embedded?.close();
	embedded = undefined;
});

async function planLive(
	to: Embedded,
	desired: readonly Desired[],
	recorded: readonly Recorded[] | undefined,
	exclusive: readonly KindName[] = [],
): Promise<Plan> {
	const snapshot = await takeSnapshot(to.reader, {
		kinds,
		desired,
		recorded: recorded ?? [],
		exclusive: new Set(exclusive),
		identifiers: {},
	});
	const input = planInput({
		desired,
		...(recorded === undefined ? {} : { recorded }),
		profile: to.reader.profile,
		exclusive,
		input: {
			readings: snapshot.readings,
			lookups: snapshot.lookups,
			organizationId: to.reader.organizationId,
			offers: (operation) => offers(to.reader.profile, operations[operation]),
			egress: ["127.0.0.1"],
		},
	});
	const studied = study(input);
	return planDocument(studied, stepsOf(studied), { attributions: new Map(), openActivities: [] });
}

async function applyPlan(to: Embedded, plan: Plan): Promise<Execution> {
	return execute({
		plan,
		port: to.writer,
		log: { intend: async () => undefined, settle: () => undefined },
		concurrency: 4,
		signal: new AbortController().signal,
		onEvent: () => undefined,
	});
}

const wishes = (condition = "activity.kind == 'SIGN_TRANSACTION'"): Desired[] => [
	desire("PrivateKeyTag", "hot", { privateKeys: ["hot-ethereum", "hot-solana"] }),
	desire("Policy", "signers", {
		effect: "EFFECT_ALLOW",
		consensus: "approvers.filter(u, u.tags.contains('${UserTag/signers}')).count() >= 2",
		condition: `${condition} && private_key.tags.contains('\${PrivateKeyTag/hot}')`,
		notes: "two",
	}),
	desire("Policy", "no exports", { effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'\n" }),
	desire("MfaPolicy", "passkey", {
		user: "bob",
		condition: "activity.action == 'SIGN'",
		order: 0,
		steps: [{ any: [{ type: "AUTHENTICATION_TYPE_PASSKEY", id: "${Authenticator/bob/yubikey}" }] }],
	}),
	desire("WebhookEndpoint", "audit", {
		url: "https://hooks.example.com/audit",
		active: false,
		subscriptions: [{ eventType: "ACTIVITY_UPDATES", filters: { b: 1, a: [2] } }],
	}),
	desire("IpAllowlist", "organization", { rules: [{ cidr: "127.0.0.1" }, { cidr: "203.0.113.77/24", label: "office" }] }),
];

describe("profile full", () => {
	test("applies everything, then plans nothing; a change updates in place; removal removes", async () => {
		embedded = await startEmbedded({ seedText: SEED });
		const first = await planLive(embedded, wishes(), []);
		expect(first.diagnostics).toEqual([]);
		expect(first.checks).toEqual([]);
		expect(first.summary).toMatchObject({ add: 6, change: 0, destroy: 0, blocked: 0 });
		const done = await applyPlan(embedded, first);
		expect(done.outcomes.map((each) => [each.operation, each.status, each.reason])).toEqual(
			first.steps.map((step) => [step.operation, "done", undefined]),
		);

		const inventory = updateInventory([], first, done.outcomes, done.identifiers);
		const second = await planLive(embedded, wishes(), inventory);
		expect(second.resource_changes.filter((each) => each.change.actions[0] !== "no-op")).toEqual([]);
		expect(second.summary).toMatchObject({ add: 0, change: 0, destroy: 0, unchanged: 6, drifted: 0, records: 0 });

		const changed = await planLive(embedded, wishes("activity.action == 'SIGN'"), inventory);
		expect(changed.steps.map((step) => step.operation)).toEqual(["update_policy"]);
		expect(changed.resource_changes.find((each) => each.address === "Policy/signers")?.cause).toBe("config");

		const removal = await planLive(
			embedded,
			wishes().map((each) => ({ ...each, state: "absent" as const, attributes: {} })),
			inventory,
		);
		expect(removal.summary).toMatchObject({ destroy: 6 });
		const removed = await applyPlan(embedded, removal);
		expect(removed.outcomes.map((each) => each.reason ?? each.status)).toEqual(removal.steps.map(() => "done"));
		expect(updateInventory(inventory, removal, removed.outcomes, removed.identifiers)).toEqual([]);
		const empty = await planLive(embedded, [], undefined);
		expect(empty.unmanaged).toEqual([]);
	});
});

describe("profile core", () => {
	const core = wishes().filter((each) => each.kind !== "IpAllowlist" && each.kind !== "MfaPolicy");

	test("the same wishes, with identifiers given where nothing can be looked up, replace instead of update", async () => {
		embedded = await startEmbedded({ seedText: SEED });
		const { users } = await embedded.reader.query("list_users", {});
		expect(users.length).toBe(4);
	});

	test("without list operations the inventory stands in", async () => {
		embedded = await startEmbedded({ seedText: SEED, profile: "core" });
		const plan = await planLive(embedded, core, []);
		expect(plan.kinds.Policy).toMatchObject({ completeness: "recorded" });
		expect(plan.resource_changes.filter((each) => each.blocked !== undefined).map((each) => each.address)).toEqual([
			"Policy/signers",
			"PrivateKeyTag/hot",
		]);
	});
});
