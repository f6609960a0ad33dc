// Who may look without a key: this machine alone. A request must come over loopback, and name the service by an address or
// as localhost, so that a web page somebody else made cannot have a browser read it under a name of its own.
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { forbidden } from "../refusal.js";

/** Throws a `Refusal` (403) for a request from elsewhere, or under another name. */
export function checkNearness({ raw, headers }: FastifyRequest): void {
	const { remoteAddress } = raw.socket;
	const name = (headers.host ?? "").replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
	const near = remoteAddress !== undefined && isLoopback(remoteAddress);
	if (!near || !(name === "localhost" || ipaddr.isValid(name))) {
		throw forbidden("inspection is for this machine alone: ask over loopback, by address or as localhost");
	}
}

function isLoopback(address: string): boolean {
	return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}
