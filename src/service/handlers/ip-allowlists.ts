// IP allowlists: one for the organisation and one per API key, each replaced whole.
import ipaddr from "ipaddr.js";
import { type IpAllowlistEntity, put, remove } from "../entity.js";
import { ORGANIZATION_ALLOWLIST } from "../ip-access.js";
import type { OrganizationView } from "../organization.js";
import { invalid, notFound } from "../refusal.js";
import type { ServiceLimits } from "../service-limits.js";
import type { ActivityHandler, QueryHandler } from "./handler.js";

export const setIpAllowlist: ActivityHandler<"set_ip_allowlist"> = (context, parameters) => {
	const { organization, now } = context;
	refuseSubOrganization(organization);
	const id = listId(organization, parameters.publicKey);
	const onEvaluationError = parameters.onEvaluationError ?? "DENY";
	if (onEvaluationError !== "ALLOW" && onEvaluationError !== "DENY") {
		throw invalid("invalid request body: `onEvaluationError` must be one of `ALLOW`, `DENY`");
	}
	const list: IpAllowlistEntity = {
		id,
		// A key's list counts by being there; the organisation's is a switch, and off is the safe side to leave it on.
		enabled: id === ORGANIZATION_ALLOWLIST ? (parameters.enabled ?? false) : true,
		onEvaluationError,
		rules: readRules(parameters.rules ?? [], context.limits).map((rule) => ({ ...rule, createdAt: now })),
		createdAt: organization.ipAllowlists.get(id)?.createdAt ?? now,
		updatedAt: now,
	};
	return { changes: [put("ipAllowlist", list)], result: {} };
};

/** Removing a list that is not there changes nothing and succeeds. */
export const removeIpAllowlist: ActivityHandler<"remove_ip_allowlist"> = ({ organization }, { publicKey }) => {
	refuseSubOrganization(organization);
	const id = listId(organization, publicKey);
	return { changes: organization.ipAllowlists.get(id) ? [remove("ipAllowlist", id)] : [], result: {} };
};

/** Never a 404: a list that is not there reads as one without rules whose `enabled` is null. */
export const getIpAllowlist: QueryHandler<"get_ip_allowlist"> = ({ organization }, { publicKey }) => {
	const list = organization.ipAllowlists.get(publicKey ?? ORGANIZATION_ALLOWLIST);
	return {
		allowlist: {
			organizationId: organization.id,
			publicKey: publicKey ?? null,
			enabled: list?.enabled ?? null,
			onEvaluationError: list?.onEvaluationError ?? null,
			rules: (list?.rules ?? []).map(({ cidr, label, createdAt }) => ({ cidr, label, createdAt: String(createdAt) })),
		},
	};
};

function refuseSubOrganization({ self }: OrganizationView): void {
	if (self.parentId !== null) throw invalid("activity cannot be called by sub-organizations", "INVALID_ACTIVITY_CALLER");
}

function listId(organization: OrganizationView, publicKey: string | null | undefined): string {
	if (publicKey === null || publicKey === undefined) return ORGANIZATION_ALLOWLIST;
	const key = organization.apiKeys.withKey(publicKey.toLowerCase());
	if (!key) throw notFound("api key", publicKey, organization.id);
	return key.publicKey;
}

interface Rule {
	readonly cidr: string;
	readonly label: string;
}

/** Rules with host bits cleared, in canonical text, the first of equal blocks kept. Throws a `Refusal` (400). */
export function readRules(
	rules: readonly { readonly cidr: string; readonly label?: string | null | undefined }[],
	limits: ServiceLimits,
): readonly Rule[] {
	const blocks = new Map<string, Rule>();
	const counts = { ipv4: 0, ipv6: 0 };
	for (const [index, { cidr, label }] of rules.entries()) {
		const block = readBlock(cidr);
		if (!block) throw invalid(`invalid CIDR at index ${index}: ${cidr}`);
		const broadest = block.family === "ipv4" ? limits.ipv4Prefix : limits.ipv6Prefix;
		if (block.prefix < broadest) throw invalid(`invalid CIDR at index ${index}: ${cidr} is broader than /${broadest}`);
		if (blocks.has(block.text)) continue;
		blocks.set(block.text, { cidr: block.text, label: label ?? "" });
		counts[block.family] += 1;
		if (counts[block.family] > limits.allowlistRules) {
			throw invalid(`too many IP allowlist rules: at most ${limits.allowlistRules} ${block.family} rules are allowed`);
		}
	}
	return [...blocks.values()];
}

function readBlock(
	cidr: string,
): { readonly text: string; readonly prefix: number; readonly family: "ipv4" | "ipv6" } | undefined {
	const slash = cidr.indexOf("/");
	const [host, prefixText] = [cidr.slice(0, slash), cidr.slice(slash + 1)];
	// The library reads octal, hexadecimal and shortened IPv4 addresses too, and zone identifiers; an allowlist must not.
	const plain = ipaddr.IPv4.isValidFourPartDecimal(host) || (ipaddr.IPv6.isValid(host) && !host.includes("%"));
	if (slash === -1 || !plain || !/^(?:0|[1-9]\d{0,2})$/.test(prefixText)) return undefined;
	const address = ipaddr.parse(host);
	const prefix = Number(prefixText);
	const family = address.kind();
	if (prefix > (family === "ipv4" ? 32 : 128)) return undefined;
	const network = family === "ipv4" ? ipaddr.IPv4.networkAddressFromCIDR(cidr) : ipaddr.IPv6.networkAddressFromCIDR(cidr);
	return { text: `${network.toString()}/${prefix}`, prefix, family };
}
