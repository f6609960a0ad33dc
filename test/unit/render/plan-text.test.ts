import { describe, expect, test } from "@jest/globals";
import type { Plan } from "../../../src/model/plan.js";
import { COLOURED, PLAIN } from "../../../src/render/palette.js";
import { MARKDOWN_LIMIT, planMarkdown } from "../../../src/render/plan-markdown.js";
import { planText } from "../../../src/render/plan-text.js";
import { expectGolden } from "../../support/golden.js";
import type { Situation } from "../../support/planning.js";
import { desire, identifier, live, planOf, record } from "../../support/planning.js";

const signers = "approvers.filter(u, u.tags.contains('${UserTag/signers}')).count() >= 2";
const lookups = {
	"UserTag/signers": identifier(1),
	"UserTag/auditors": identifier(2),
	"PrivateKey/hot-1": identifier(3),
	"PrivateKey/hot-2": identifier(4),
	"User/alice": identifier(8),
};
const condition = (limit: string) =>
	`activity.kind == 'SIGN_TRANSACTION' && private_key.tags.contains('\${PrivateKeyTag/hot}') && eth.tx.chain_id == 1 && eth.tx.value <= ${limit} && eth.tx.to in ['0x1111111111111111111111111111111111111111', '0x2222222222222222222222222222222222222222']`;
const resolved = (text: string) =>
	text.replace("${UserTag/signers}", identifier(1)).replace("${PrivateKeyTag/hot}", identifier(10));

const everything: Situation = {
	desired: [
		desire("Policy", "Treasury signers", {
			effect: "EFFECT_ALLOW",
			consensus: signers.replace(">= 2", ">= 3"),
			condition: condition("5000"),
			notes: "three of them",
		}),
		desire("Policy", "New", { effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'", notes: "no" }),
		desire("Policy", "Renamed", { effect: "EFFECT_DENY", condition: "activity.action == 'DELETE'" }, { renamedFrom: "Old name" }),
		desire("PrivateKeyTag", "hot", { privateKeys: ["hot-1", "hot-2"] }),
		desire("PrivateKeyTag", "fresh", { privateKeys: [] }),
		desire("Policy", "Uses fresh", { effect: "EFFECT_ALLOW", condition: "private_key.tags.contains('${PrivateKeyTag/fresh}')" }),
		desire("WebhookEndpoint", "audit", {
			url: "https://hooks.example.com/a",
			subscriptions: [{ eventType: "ACTIVITY_UPDATES", filters: { kinds: ["SIGN"] } }],
		}),
		desire("IpAllowlist", "organization", { rules: [{ cidr: "203.0.113.0/24", label: "office" }] }),
		desire(
			"MfaPolicy",
			"Passkey",
			{ user: "alice", condition: "true", order: 0, steps: [{ any: [{ type: "AUTHENTICATION_TYPE_PASSKEY" }] }] },
			{ state: "absent", attributes: {}, protect: true },
		),
	],
	live: [
		live("Policy", identifier(20), "Treasury signers", {
			effect: "EFFECT_ALLOW",
			consensus: resolved(signers),
			condition: resolved(condition("9000")),
			notes: "two",
		}),
		live("Policy", identifier(21), "Old name", { effect: "EFFECT_DENY", condition: "activity.action == 'DELETE'" }),
		live("Policy", identifier(22), "Somebody's \u001b[31mown\u202e", { effect: "EFFECT_ALLOW", condition: "true" }),
		live("PrivateKeyTag", identifier(10), "hot", { privateKeys: [identifier(3)] }),
		live("WebhookEndpoint", identifier(30), "audit", { url: "https://hooks.example.com/a", subscriptions: [] }),
		live("WebhookEndpoint", identifier(31), "theirs", { url: "https://hooks.example.com/b", subscriptions: [] }),
		live("MfaPolicy", identifier(40), "Passkey", { user: "alice", condition: "true", order: 0, steps: [] }, "alice"),
	],
	recorded: [
		record(
			live("Policy", identifier(20), "Treasury signers", {
				effect: "EFFECT_ALLOW",
				consensus: resolved(signers),
				condition: resolved(condition("5000")),
				notes: "two",
			}),
		),
	],
	exclusive: ["Policy"],
	lookups,
};

const attributed = (plan: Plan): Plan => ({
	...plan,
	resource_drift: plan.resource_drift.map((drift) => ({
		...drift,
		attribution: {
			activity_id: identifier(77),
			activity_type: "ACTIVITY_TYPE_UPDATE_POLICY_V2",
			fingerprint: "sha256:aa",
			at: "2026-03-04T05:06:07.000Z",
			users: [{ id: identifier(9), name: "bob" }],
		},
	})),
});

describe("a plan as text", () => {
	test("shows every sort of change", () => {
		expectGolden("plan/everything.txt", planText(attributed(planOf(everything)), PLAIN));
	});

	test("says in colour what it says without", () => {
		const plan = attributed(planOf(everything));
		// biome-ignore lint/suspicious/noControlCharactersInRegex: colour is written in control characters
		const stripped = planText(plan, COLOURED).replaceAll(/\u001b\[[0-9;]*m/g, "");
		expect(stripped).toBe(planText(plan, PLAIN));
	});

	test("an empty plan, one that only records, one that could not be made", () => {
		const policy = live("Policy", identifier(1), "p", { effect: "EFFECT_ALLOW", condition: "true" });
		const desired = [desire("Policy", "p", { effect: "EFFECT_ALLOW", condition: "true" })];
		expectGolden("plan/no-changes.txt", planText(planOf({ desired, live: [policy], recorded: [record(policy)] }), PLAIN));
		expectGolden("plan/records-only.txt", planText(planOf({ desired, live: [policy], recorded: [] }), PLAIN));
		expectGolden(
			"plan/unknown-kind.txt",
			planText(planOf({ desired, unknown: { Policy: "list_policies: permission denied" } }), PLAIN),
		);
	});

	test("profile core: replacements, what cannot be done, what was not read", () => {
		const { desired = [], live: present = [] } = everything;
		expectGolden(
			"plan/core.txt",
			planText(
				planOf({
					desired,
					live: present,
					recorded: present.map((each) => record(each)),
					profile: "core",
					completeness: "recorded",
					lookups,
				}),
				PLAIN,
			),
		);
	});

	test("nothing from the organisation reaches the terminal unescaped", () => {
		const text = planText(planOf(everything), PLAIN);
		expect(text).toContain("Somebody's \\u{1b}[31mown\\u{202e}");
		expect(text).not.toContain("\u001b");
		expect(text).not.toContain("\u202e");
	});

	test("is ASCII where the input is", () => {
		// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is what ASCII is
		expect(planText(planOf(everything), PLAIN)).toMatch(/^[\x00-\x7f]*$/);
	});
});

describe("a plan as Markdown", () => {
	test("summary first, a table, details folded away", () => {
		expectGolden("plan/everything.md", planMarkdown(attributed(planOf(everything))));
	});

	test("nothing in it can close the block or mention a person", () => {
		const desired = [desire("Policy", "p", { effect: "EFFECT_ALLOW", condition: "true", notes: "```\n@everyone <script>" })];
		const text = planMarkdown(
			planOf({ desired, live: [live("Policy", identifier(1), "@team | `x`", { effect: "EFFECT_DENY" })], exclusive: ["Policy"] }),
		);
		expect(text).toContain("````diff");
		expect(text).toContain("| `-` | `Policy/@team \\| 'x'` | will be deleted");
	});

	test("stays below the size a forge accepts, and says that it was cut", () => {
		const desired = Array.from({ length: 90 }, (_, index) =>
			desire("Policy", `policy number ${index}`, {
				effect: "EFFECT_ALLOW",
				condition: `eth.tx.to in [${"'0x1111111111111111111111111111111111111111', ".repeat(30)}'x']`,
			}),
		);
		const text = planMarkdown(planOf({ desired }));
		expect(text.length).toBeLessThan(MARKDOWN_LIMIT);
		expect(text).toContain("The plan is too long to show here: 90 resources, 2 activities.");
	});
});
