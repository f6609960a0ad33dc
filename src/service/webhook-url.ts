// Which URLs events may be sent to: https, and a host of the public internet. Names are not resolved here, since a check
// that asks the network would make the service depend on it; whoever dials must check the addresses it gets.
import ipaddr from "ipaddr.js";

/** Names that never leave the machine or the local network. */
const LOCAL_NAME = /^(?:localhost|.*\.(?:localhost|local|internal|localdomain|home\.arpa))\.?$/;

/** What is wrong with a destination; undefined when it may be used. `allowLocal` permits http and local addresses. */
export function webhookUrlProblem(text: string, allowLocal: boolean): string | undefined {
	let url: URL;
	try {
		url = new URL(text);
	} catch {
		return "it is not a URL";
	}
	if (url.protocol !== "https:" && !(allowLocal && url.protocol === "http:")) return "the scheme must be https";
	if (url.username !== "" || url.password !== "") return "it must not carry user information";
	if (allowLocal) return undefined;
	if (LOCAL_NAME.test(url.hostname)) return "the host must be public";
	if (ADDRESS.test(url.hostname) && !isPublicAddress(url.hostname.replace(/^\[(.*)\]$/, "$1"))) {
		return "the host must be a public address";
	}
	return undefined;
}

/** A host that is an address, as the URL parser writes it: dotted decimal, or IPv6 in brackets. */
const ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.*\])$/;

/** Whether an address, dotted decimal or IPv6 without brackets, is one of the public internet. */
export function isPublicAddress(address: string): boolean {
	return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}
