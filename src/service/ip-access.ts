// From which addresses a request may come: the organisation's IP allowlist and those of its API keys.
import ipaddr from "ipaddr.js";
import type { IpAllowlistEntity } from "./entity.js";
import type { OrganizationView } from "./organization.js";
import { forbidden } from "./refusal.js";

/** The identifier of the organisation's own list; every other list has its API key's public key. */
export const ORGANIZATION_ALLOWLIST = "";

type Block = ReturnType<typeof ipaddr.parseCIDR>;

/** Blocks are parsed once per list: a list is replaced whole, so its identity is its version. */
const parsed = new WeakMap<IpAllowlistEntity, readonly Block[]>();

/**
 * Throws a `Refusal` (403) when the address is not covered. Key lists only count while the organisation's is enabled; one
 * with rules then decides alone. An enabled list without rules shuts everybody out, as the service documents.
 */
export function checkIpAccess(organization: OrganizationView, publicKey: string, address: string | undefined): void {
	const own = organization.ipAllowlists.get(ORGANIZATION_ALLOWLIST);
	if (!own?.enabled) return;
	const forKey = organization.ipAllowlists.get(publicKey);
	const list = forKey && forKey.rules.length > 0 ? forKey : own;
	const client = address === undefined ? undefined : readAddress(address);
	const admitted = client === undefined ? list.onEvaluationError === "ALLOW" : covers(list, client);
	if (!admitted) throw forbidden("request not authorized", "REQUEST_NOT_AUTHORIZED");
}

/** An IPv4 address that arrives over an IPv6 socket is an IPv4 address. */
function readAddress(text: string): ReturnType<typeof ipaddr.process> | undefined {
	try {
		return ipaddr.process(text);
	} catch {
		return undefined;
	}
}

function covers(list: IpAllowlistEntity, client: ReturnType<typeof ipaddr.process>): boolean {
	let blocks = parsed.get(list);
	if (!blocks) {
		blocks = list.rules.map((rule) => ipaddr.parseCIDR(rule.cidr));
		parsed.set(list, blocks);
	}
	return blocks.some((block) => client.kind() === block[0].kind() && client.match(block));
}
