// Address blocks in one form: host bits cleared, IPv6 shortened as RFC 5952 says, so that equal blocks are equal texts.
import ipaddr from "ipaddr.js";

export interface Block {
	readonly family: "ipv4" | "ipv6";
	readonly prefix: number;
	/** `192.0.2.0/24`, `2001:db8::/48`. */
	readonly canonical: string;
}

/** Parses `address/prefix`; a bare address is a block of one. Undefined when it is neither. */
export function parseBlock(text: string): Block | undefined {
	const slash = text.indexOf("/");
	const host = slash === -1 ? text : text.slice(0, slash);
	const strict = ipaddr.IPv4.isValidFourPartDecimal(host) || (host.includes(":") && ipaddr.IPv6.isValid(host));
	if (!strict || host.includes("%")) return undefined;
	const address = ipaddr.parse(host);
	const family = address.kind();
	const width = family === "ipv4" ? 32 : 128;
	const digits = slash === -1 ? String(width) : text.slice(slash + 1);
	if (!/^\d{1,3}$/.test(digits) || Number(digits) > width) return undefined;
	const prefix = Number(digits);
	const network =
		family === "ipv4"
			? ipaddr.IPv4.networkAddressFromCIDR(`${host}/${prefix}`)
			: ipaddr.IPv6.networkAddressFromCIDR(`${host}/${prefix}`);
	const canonical = network instanceof ipaddr.IPv6 ? network.toRFC5952String() : network.toString();
	return { family, prefix, canonical: `${canonical}/${prefix}` };
}

/** The canonical text, or the text itself when it is no block (the check reports that; comparing must not fail). */
export function normaliseBlock(text: string): string {
	return parseBlock(text)?.canonical ?? text;
}

/** Whether a block contains the whole of another block or address; false when either is malformed. */
export function blockContains(block: string, other: string): boolean {
	const outer = parseBlock(block);
	const inner = parseBlock(other);
	if (outer === undefined || inner === undefined || outer.family !== inner.family || inner.prefix < outer.prefix) return false;
	const [network, prefix] = ipaddr.parseCIDR(outer.canonical);
	return ipaddr.parseCIDR(inner.canonical)[0].match(network, prefix);
}
