// Policy: who may do what. A set of them decides every activity: any DENY that applies wins, then any ALLOW, else no.
import type { Activity } from "../api/activity.js";
import type { JsonObject } from "../base/json.js";
import { formatAddress } from "../model/address.js";
import type { Live } from "../model/resource.js";
import type { Kind, RecipeInput, SpecFinding } from "./kind.js";
import { recordedReading } from "./recorded-reading.js";
import { checkName, normaliseText, onlyChanged, present, stringAt } from "./spec-value.js";
import { touchedIdentifiers } from "./touched.js";

const WRITES = ["name", "effect", "condition", "consensus", "time", "notes"] as const;

function normalise(attributes: JsonObject): JsonObject {
	return present({
		name: stringAt(attributes, "name"),
		effect: stringAt(attributes, "effect"),
		condition: normaliseText(stringAt(attributes, "condition")),
		consensus: normaliseText(stringAt(attributes, "consensus")),
		time: normaliseText(stringAt(attributes, "time")),
		notes: normaliseText(stringAt(attributes, "notes")),
	});
}

/** `notes` is a required string on the wire; the expressions are left out rather than sent empty. */
function createParameters({ after }: RecipeInput): JsonObject {
	return present({
		policyName: stringAt(after, "name"),
		effect: stringAt(after, "effect"),
		condition: stringAt(after, "condition"),
		consensus: stringAt(after, "consensus"),
		notes: stringAt(after, "notes") ?? "",
		time: stringAt(after, "time"),
	});
}

/** A text that is gone is sent as "": absent would mean unchanged. */
function updateParameters({ id, after, changed }: RecipeInput): JsonObject {
	return {
		policyId: id,
		...onlyChanged(changed, {
			name: ["policyName", stringAt(after, "name")],
			effect: ["policyEffect", stringAt(after, "effect")],
			condition: ["policyCondition", stringAt(after, "condition") ?? ""],
			consensus: ["policyConsensus", stringAt(after, "consensus") ?? ""],
			notes: ["policyNotes", stringAt(after, "notes") ?? ""],
			time: ["time", stringAt(after, "time") ?? ""],
		}),
	};
}

function timeNotAccepted(obstacle: "profile" | "feature"): SpecFinding {
	return {
		code: "Q2312",
		severity: "error",
		path: ["spec", "time"],
		message:
			obstacle === "profile"
				? "the profile `core` has no `time` in policies"
				: "`time` is early access, and the environment does not have it",
		help:
			obstacle === "profile"
				? "remove it, or use the profile `full`"
				: "remove it, or write `features: [policy-time]` in quorate.yaml once the organisation has it",
	};
}

export const policy: Kind = {
	name: "Policy",
	schema: "policy.schema.json",
	uniqueNames: true,
	expressions: [
		{ path: ["condition"], slot: "condition" },
		{ path: ["consensus"], slot: "consensus" },
		{ path: ["time"], slot: "time" },
	],
	itemKeys: {},

	fromSpec: (name, spec) => ({ ...spec, name }),
	toSpec: ({ name: _, ...spec }) => spec,
	normalise,

	check({ name, attributes }, limits) {
		const findings = checkName(name, limits.nameLength);
		if (
			attributes["effect"] === "EFFECT_ALLOW" &&
			attributes["condition"] === undefined &&
			attributes["consensus"] === undefined
		) {
			findings.push({
				code: "Q2310",
				severity: "error",
				path: ["spec"],
				message: `the policy \`${name}\` allows everything to everyone: it is EFFECT_ALLOW with neither \`condition\` nor \`consensus\``,
				help: "say who (`consensus`) and what (`condition`); if everything is meant, write `condition: 'true'` and it will be seen in review",
			});
		}
		if (attributes["time"] !== undefined && limits.time !== "accepted") findings.push(timeNotAccepted(limits.time));
		return findings;
	},

	checkTogether(declarations, limits) {
		if (declarations.length <= limits.policies) return [];
		return declarations.slice(limits.policies, limits.policies + 1).map(({ address }) => ({
			address,
			code: "Q2311" as const,
			severity: "error" as const,
			path: [],
			message: `${declarations.length} policies are declared, an organisation can hold ${limits.policies}`,
			help: "join policies with `||`, move some to a sub-organisation, or raise `limits.policies` in quorate.yaml if your contract allows more",
		}));
	},

	asks: ["list_policies"],
	async read(reader) {
		if (!reader.offers("list_policies")) return recordedReading(reader, "the profile offers no list_policies");
		const { policies } = await reader.ask("list_policies", {});
		const live = policies.map(
			(record): Live => ({
				address: formatAddress("Policy", record.policyName),
				kind: "Policy",
				id: record.policyId,
				name: record.policyName,
				attributes: normalise(
					present({
						name: record.policyName,
						effect: record.effect,
						condition: record.condition ?? undefined,
						consensus: record.consensus ?? undefined,
						time: record.time ?? undefined,
						notes: record.notes,
					}),
				),
			}),
		);
		return { completeness: "read", live };
	},

	create: [
		{ operation: "create_policy", writes: WRITES, parameters: createParameters, identifier: "/policyId" },
		{
			operation: "create_policies",
			writes: WRITES,
			parameters: (input) => ({ policies: [createParameters(input)] }),
			batch: { list: "policies", limit: 50, item: createParameters },
			identifier: "/policyIds/*",
		},
	],
	sways(before, after) {
		const effect = (after ?? before)?.["effect"];
		return (effect === "EFFECT_DENY") === (after !== undefined) ? "restricts" : "grants";
	},
	createDefaults: {},
	update: [{ operation: "update_policy", writes: WRITES, parameters: updateParameters }],
	remove: [
		{
			operation: "delete_policies",
			writes: [],
			parameters: ({ id }) => ({ policyIds: [id] }),
			batch: { list: "policyIds", limit: 100, item: ({ id }) => id },
		},
	],

	activityTypes: [
		"ACTIVITY_TYPE_CREATE_POLICY_V3",
		"ACTIVITY_TYPE_CREATE_POLICIES",
		"ACTIVITY_TYPE_UPDATE_POLICY_V2",
		"ACTIVITY_TYPE_DELETE_POLICY",
		"ACTIVITY_TYPE_DELETE_POLICIES",
	],
	touchedBy: (activity: Activity) => touchedIdentifiers(activity, ["policyId", "policyIds"]),
};
