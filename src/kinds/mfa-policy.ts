// MfaPolicy: what one user must prove in addition, and for which activities. A user's policies are an ordered list: the
// first whose condition holds is enforced, and it binds root users too.
import type { Activity } from "../api/activity.js";
import type { QueryResult } from "../api/port.js";
import { AUTHENTICATION_TYPES } from "../api/records.js";
import { compareText } from "../base/canonical-json.js";
import type { JsonObject } from "../base/json.js";
import { formatAddress } from "../model/address.js";
import { referenceToken } from "../model/reference.js";
import type { Live } from "../model/resource.js";
import type { Declared, Kind, RecipeInput, SpecFinding } from "./kind.js";
import { liveFromRecorded } from "./recorded-reading.js";
import { checkName, normaliseText, numberAt, objectsAt, onlyChanged, present, stringAt } from "./spec-value.js";
import { touchedIdentifiers } from "./touched.js";

const WRITES = ["name", "userId", "condition", "order", "steps", "notes"] as const;

type MfaRecord = QueryResult<"get_mfa_policy">["mfaPolicy"];

/** Steps are a sequence; the methods inside one step are alternatives, so their order means nothing. */
function normaliseSteps(attributes: JsonObject): JsonObject[] {
	return objectsAt(attributes, "steps").map((step) => {
		const methods = objectsAt(step, "any").map((method) =>
			present({ type: stringAt(method, "type"), id: stringAt(method, "id") || undefined }),
		);
		const unique = new Map(methods.map((method) => [`${method["type"]} ${method["id"] ?? ""}`, method]));
		return { any: [...unique].sort(([a], [b]) => compareText(a, b)).map(([, method]) => method) };
	});
}

function normalise(attributes: JsonObject): JsonObject {
	return present({
		name: stringAt(attributes, "name"),
		userId: stringAt(attributes, "userId"),
		condition: normaliseText(stringAt(attributes, "condition")),
		order: numberAt(attributes, "order"),
		steps: normaliseSteps(attributes),
		notes: normaliseText(stringAt(attributes, "notes")),
	});
}

function toLive(record: MfaRecord, userId: string, userName: string): Live {
	return {
		address: formatAddress("MfaPolicy", record.mfaPolicyName, userName),
		kind: "MfaPolicy",
		id: record.mfaPolicyId,
		name: record.mfaPolicyName,
		parent: userName,
		attributes: normalise(
			present({
				name: record.mfaPolicyName,
				userId,
				condition: record.condition,
				order: record.order,
				steps: record.requiredAuthenticationMethods.map((step) => ({
					any: step.any.map((method) => present({ type: method.type, id: method.id ?? undefined })),
				})),
				notes: record.notes ?? undefined,
			}),
		),
	};
}

function createParameters({ after }: RecipeInput): JsonObject {
	return present({
		userId: stringAt(after, "userId"),
		mfaPolicyName: stringAt(after, "name"),
		condition: stringAt(after, "condition"),
		requiredAuthenticationMethods: after["steps"],
		order: after["order"],
		notes: stringAt(after, "notes"),
	});
}

function updateParameters({ id, after, changed }: RecipeInput): JsonObject {
	return {
		...present({ userId: stringAt(after, "userId") }),
		mfaPolicyId: id,
		...onlyChanged(changed, {
			name: ["mfaPolicyName", stringAt(after, "name")],
			condition: ["condition", stringAt(after, "condition")],
			steps: ["requiredAuthenticationMethods", after["steps"]],
			order: ["order", after["order"]],
			notes: ["notes", stringAt(after, "notes") ?? ""],
		}),
	};
}

/** An identifier makes sense only for methods that have one: one-time codes do not. */
function checkMethods(spec: JsonObject): SpecFinding[] {
	const findings: SpecFinding[] = [];
	for (const [stepIndex, step] of objectsAt(spec, "steps").entries()) {
		for (const [methodIndex, method] of objectsAt(step, "any").entries()) {
			const type = stringAt(method, "type");
			if (method["id"] !== undefined && (type === AUTHENTICATION_TYPES[0] || type === AUTHENTICATION_TYPES[1])) {
				findings.push({
					code: "Q2321",
					severity: "error",
					path: ["spec", "steps", stepIndex, "any", methodIndex, "id"],
					message: `\`${type}\` takes no \`id\``,
					help: "remove the `id`: the code goes to the address or number the user has",
				});
			}
		}
	}
	return findings;
}

function duplicateOrders(declarations: readonly Declared[]): (SpecFinding & { address: string })[] {
	const first = new Map<string, Declared>();
	const findings: (SpecFinding & { address: string })[] = [];
	for (const declaration of declarations) {
		const key = `${declaration.parent} ${declaration.attributes["order"]}`;
		const other = first.get(key);
		if (other === undefined) {
			first.set(key, declaration);
			continue;
		}
		findings.push({
			address: declaration.address,
			code: "Q2322",
			severity: "error",
			path: ["spec", "order"],
			message: `\`${declaration.name}\` and \`${other.name}\` of user \`${declaration.parent}\` both have order ${declaration.attributes["order"]}, so which is enforced is undefined`,
			help: "give each MFA policy of a user an order of its own; the lowest that applies is enforced",
		});
	}
	return findings;
}

export const mfaPolicy: Kind = {
	name: "MfaPolicy",
	schema: "mfa-policy.schema.json",
	parent: "User",
	uniqueNames: true,
	expressions: [{ path: ["condition"], slot: "condition" }],
	itemKeys: {},

	parentOf: (spec) => stringAt(spec, "user"),
	fromSpec: (name, { user, ...spec }) => ({
		...spec,
		name,
		userId: referenceToken({ address: formatAddress("User", String(user)) }),
	}),
	toSpec: ({ name: _, userId: __, ...spec }, { parent }) => ({ user: parent ?? "", ...spec }),
	normalise,

	check: ({ name, spec }, limits) => [...checkName(name, limits.nameLength), ...checkMethods(spec)],
	checkTogether: (declarations) => duplicateOrders(declarations),

	asks: ["list_users"],
	async read(reader) {
		if (reader.offers("list_users")) {
			const { users } = await reader.ask("list_users", {});
			const live = users.flatMap((user) => user.mfaPolicies.map((record) => toLive(record, user.userId, user.userName)));
			return { completeness: "read", live };
		}
		const live = await Promise.all(
			reader.recorded.map(async (recorded): Promise<Live | undefined> => {
				const userId = stringAt(recorded.attributes, "userId");
				if (userId === undefined || !reader.offers("get_mfa_policy")) return liveFromRecorded(recorded);
				const record = await reader.find("get_mfa_policy", { userId, mfaPolicyId: recorded.id });
				return record === undefined ? undefined : toLive(record.mfaPolicy, userId, recorded.parent ?? userId);
			}),
		);
		return {
			completeness: "recorded",
			reason: "the profile cannot list MFA policies, so only those in the inventory were read",
			live: live.filter((each) => each !== undefined),
		};
	},

	lockOuts(_name, after, { actor }) {
		if (actor === undefined || after["userId"] !== actor.userId) return [];
		const byKey = (step: JsonObject) => objectsAt(step, "any").some((method) => method["type"] === "AUTHENTICATION_TYPE_API_KEY");
		if (objectsAt(after, "steps").every(byKey)) return [];
		return [
			{
				code: "Q5405",
				message: `would bind \`${actor.userName}\`, who applies this plan and cannot satisfy it with an API key alone`,
				help: "apply as another user",
			},
		];
	},

	create: [{ operation: "create_mfa_policy", writes: WRITES, parameters: createParameters, identifier: "/mfaPolicyId" }],
	createDefaults: {},
	update: [
		{ operation: "update_mfa_policy", writes: ["name", "condition", "order", "steps", "notes"], parameters: updateParameters },
	],
	remove: [
		{
			operation: "delete_mfa_policy",
			writes: [],
			parameters: ({ id, before }) => ({ ...present({ userId: stringAt(before, "userId") }), mfaPolicyId: id }),
		},
	],

	activityTypes: ["ACTIVITY_TYPE_CREATE_MFA_POLICY", "ACTIVITY_TYPE_UPDATE_MFA_POLICY", "ACTIVITY_TYPE_DELETE_MFA_POLICY"],
	touchedBy: (activity: Activity) => touchedIdentifiers(activity, ["mfaPolicyId"]),
};
