// IpAllowlist: from which addresses the organisation, or one API key, may be used at all. Setting one replaces it whole.
import type { Activity } from "../api/activity.js";
import { compareText } from "../base/canonical-json.js";
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonObject } from "../base/json.js";
import { formatAddress } from "../model/address.js";
import { containsReference, referenceToken } from "../model/reference.js";
import type { Live } from "../model/resource.js";
import { blockContains, normaliseBlock, parseBlock } from "./cidr.js";
import type { Declaration, Kind, RecipeInput, SpecFinding } from "./kind.js";
import type { Limits } from "./limits.js";
import type { Reader } from "./reader.js";
import { recordedReading } from "./recorded-reading.js";
import { booleanAt, objectsAt, present, stringAt } from "./spec-value.js";

/** The name of the organisation's own list; every other list is named after its API key. */
export const ORGANIZATION_LIST = "organization";

const WRITES = ["publicKey", "enabled", "onEvaluationError", "rules"] as const;

/** A set keyed by block; of two labels for one block the first counts, as it does for the service. */
function normaliseRules(attributes: JsonObject): JsonObject[] {
	const rules = new Map<string, JsonObject>();
	for (const rule of objectsAt(attributes, "rules")) {
		const cidr = normaliseBlock(stringAt(rule, "cidr") ?? "");
		if (!rules.has(cidr)) rules.set(cidr, present({ cidr, label: stringAt(rule, "label") || undefined }));
	}
	return [...rules].sort(([a], [b]) => compareText(a, b)).map(([, rule]) => rule);
}

/** `enabled` is the organisation's master switch; for a key's list being there is being enforced. */
function normalise(attributes: JsonObject): JsonObject {
	const publicKey = stringAt(attributes, "publicKey") || undefined;
	return present({
		publicKey,
		enabled: publicKey === undefined ? (booleanAt(attributes, "enabled") ?? true) : undefined,
		onEvaluationError: stringAt(attributes, "onEvaluationError") || "DENY",
		rules: normaliseRules(attributes),
	});
}

function setParameters({ after }: RecipeInput): JsonObject {
	return present({
		publicKey: stringAt(after, "publicKey"),
		enabled: booleanAt(after, "enabled"),
		rules: objectsAt(after, "rules"),
		onEvaluationError: stringAt(after, "onEvaluationError"),
	});
}

function checkRules({ spec }: Declaration, limits: Limits): SpecFinding[] {
	const findings: SpecFinding[] = [];
	const seen = new Map<string, number>();
	const counts = { ipv4: 0, ipv6: 0 };
	for (const [index, rule] of objectsAt(spec, "rules").entries()) {
		const path = ["spec", "rules", index, "cidr"];
		const text = stringAt(rule, "cidr") ?? "";
		if (containsReference(text)) continue;
		const block = parseBlock(text);
		if (block === undefined) {
			findings.push({
				code: "Q2350",
				severity: "error",
				path,
				message: `\`${text}\` is not an address block`,
				help: "write an address and a prefix length, such as 203.0.113.0/24 or 2001:db8::/48",
			});
			continue;
		}
		const broadest = block.family === "ipv4" ? limits.ipv4Prefix : limits.ipv6Prefix;
		if (block.prefix < broadest) {
			findings.push({
				code: "Q2351",
				severity: "error",
				path,
				message: `\`${text}\` is broader than the service accepts: the shortest ${block.family === "ipv4" ? "IPv4" : "IPv6"} prefix is /${broadest}`,
				help: `list smaller blocks, /${broadest} or longer`,
			});
		}
		const first = seen.get(block.canonical);
		if (first !== undefined) {
			findings.push({
				code: "Q2352",
				severity: "warning",
				path,
				message: `\`${text}\` is the same block as rule ${first + 1}; the service keeps the first and its label`,
				help: "remove one of the two",
			});
			continue;
		}
		seen.set(block.canonical, index);
		if (stringAt(rule, "cidr") !== block.canonical && text.includes("/")) {
			findings.push({
				code: "Q2354",
				severity: "info",
				path,
				message: `\`${text}\` is stored as \`${block.canonical}\``,
			});
		}
		counts[block.family] += 1;
		if (counts[block.family] === limits.allowlistRules + 1) {
			findings.push({
				code: "Q2353",
				severity: "error",
				path,
				message: `a list holds at most ${limits.allowlistRules} ${block.family === "ipv4" ? "IPv4" : "IPv6"} rules, this is number ${counts[block.family]}`,
				help: "join neighbouring blocks into larger ones",
			});
		}
	}
	return findings;
}

function toLive(name: string, publicKey: string | undefined, allowlist: JsonObject): Live | undefined {
	const rules = objectsAt(allowlist, "rules");
	const enabled = booleanAt(allowlist, "enabled") ?? false;
	// Never set, removed, and set without rules look alike: a list that neither holds nor switches anything is none.
	if (rules.length === 0 && (publicKey !== undefined || !enabled)) return undefined;
	return {
		address: formatAddress("IpAllowlist", name),
		kind: "IpAllowlist",
		id: publicKey ?? ORGANIZATION_LIST,
		name,
		attributes: normalise(present({ publicKey, enabled, onEvaluationError: stringAt(allowlist, "onEvaluationError"), rules })),
	};
}

/** The API keys whose lists matter: those a manifest or the inventory names, and all of them when none may go unseen. */
async function keysToAsk(reader: Reader): Promise<Map<string, string>> {
	const keys = new Map<string, string>();
	for (const recorded of reader.recorded) {
		const publicKey = stringAt(recorded.attributes, "publicKey");
		if (publicKey !== undefined) keys.set(publicKey, recorded.name);
	}
	const desired = reader.desired.filter((each) => each.name !== ORGANIZATION_LIST);
	for (const each of desired) {
		const publicKey = stringAt(each.attributes, "publicKey");
		if (publicKey !== undefined && !containsReference(publicKey)) keys.set(publicKey, each.name);
	}
	if (!reader.offers("list_users") || (desired.length === 0 && !reader.exclusive)) return keys;
	const named = new Set(desired.flatMap((each) => each.references.map((reference) => reference.address)));
	for (const user of (await reader.ask("list_users", {})).users) {
		for (const key of user.apiKeys) {
			const short = formatAddress("ApiKey", key.apiKeyName);
			const whole = formatAddress("ApiKey", key.apiKeyName, user.userName);
			if (named.has(short)) keys.set(key.credential.publicKey, key.apiKeyName);
			else if (named.has(whole) || reader.exclusive) keys.set(key.credential.publicKey, whole.slice("ApiKey/".length));
		}
	}
	return keys;
}

export const ipAllowlist: Kind = {
	name: "IpAllowlist",
	schema: "ip-allowlist.schema.json",
	uniqueNames: true,
	expressions: [],
	itemKeys: { rules: "cidr" },

	fromSpec: (_name, { apiKey, ...spec }) =>
		typeof apiKey === "string"
			? { ...spec, publicKey: referenceToken({ address: formatAddress("ApiKey", apiKey), field: "publicKey" }) }
			: spec,
	toSpec: ({ publicKey, ...spec }, { name }) => (publicKey === undefined ? spec : { apiKey: name, ...spec }),
	normalise,

	check(declaration, limits) {
		const findings = checkRules(declaration, limits);
		const apiKey = declaration.spec["apiKey"];
		const expected = typeof apiKey === "string" ? apiKey : ORGANIZATION_LIST;
		if (declaration.name !== expected) {
			findings.push({
				code: "Q2355",
				severity: "error",
				path: ["metadata", "name"],
				message: `an allowlist is named after what it guards: found \`${declaration.name}\`, expected \`${expected}\``,
				help:
					apiKey === undefined
						? `name it \`${ORGANIZATION_LIST}\`, or say with \`spec.apiKey\` whose key it is for`
						: `name it \`${expected}\``,
			});
		}
		if (typeof apiKey === "string" && declaration.spec["enabled"] !== undefined) {
			findings.push({
				code: "Q2356",
				severity: "error",
				path: ["spec", "enabled"],
				message: "`enabled` belongs to the organisation's list; the list of an API key is enforced while it exists",
				help: "remove `enabled`, or write `state: absent` to remove the list",
			});
		}
		return findings;
	},
	checkTogether: () => [],

	asks: ["get_ip_allowlist"],
	async read(reader) {
		if (!reader.offers("get_ip_allowlist")) return recordedReading(reader, "the profile offers no get_ip_allowlist");
		const keys = await keysToAsk(reader);
		const asked = await Promise.all(
			[[undefined, ORGANIZATION_LIST] as const, ...keys].map(async ([publicKey, name]) => {
				const { allowlist } = await reader.ask("get_ip_allowlist", publicKey === undefined ? {} : { publicKey });
				return isJsonObject(allowlist as JsonValue) ? toLive(name, publicKey, allowlist as unknown as JsonObject) : undefined;
			}),
		);
		return { completeness: "read", live: asked.filter((each) => each !== undefined) };
	},

	lockOuts(name, after, { egress }) {
		if (name === ORGANIZATION_LIST && after["enabled"] === false) return [];
		if (egress.length === 0) {
			return [
				{
					code: "Q5403",
					message: "would be enforced, and it is not known from which address this machine reaches the service",
					help: "write the addresses under `egress:` in the project file",
				},
			];
		}
		const blocks = objectsAt(after, "rules").map((rule) => stringAt(rule, "cidr") ?? "");
		const outside = egress.filter((address) => !blocks.some((block) => blockContains(block, address)));
		if (outside.length === 0) return [];
		return [
			{
				code: "Q5404",
				message: `would shut out ${outside.join(", ")}, from which this machine reaches the service`,
				help: "add a rule that covers it",
			},
		];
	},

	create: [{ operation: "set_ip_allowlist", writes: WRITES, parameters: setParameters }],
	createDefaults: {},
	update: [{ operation: "set_ip_allowlist", writes: WRITES, parameters: setParameters }],
	remove: [
		{
			operation: "remove_ip_allowlist",
			writes: [],
			parameters: ({ before }) => present({ publicKey: stringAt(before, "publicKey") }),
		},
	],

	activityTypes: ["ACTIVITY_TYPE_SET_IP_ALLOWLIST", "ACTIVITY_TYPE_REMOVE_IP_ALLOWLIST"],
	touchedBy(activity: Activity) {
		const intent = Object.values(activity.intent ?? {}).find(isJsonObject);
		return [(intent === undefined ? undefined : stringAt(intent, "publicKey")) || ORGANIZATION_LIST];
	},
};
