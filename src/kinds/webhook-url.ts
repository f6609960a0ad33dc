// Which addresses the service accepts for webhooks: https, a public host, no user information in the URL.
import ipaddr from "ipaddr.js";
import type { SpecFinding } from "./kind.js";

/** What the standard writes as it is: parsing thousands of these to learn that takes longer than all the rest of a plan. */
const PLAIN = /^https:\/\/[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:\.[a-z][a-z0-9]*(?:-[a-z0-9]+)*)+\/(?:[A-Za-z0-9_~-]+\/?)*$/;

/** The URL as the standard writes it: lower-case host, default port dropped, a path of at least `/`. Unparsable text stays. */
export function normaliseUrl(text: string): string {
	if (PLAIN.test(text)) return text;
	return URL.canParse(text) ? new URL(text).href : text;
}

/** Documented by the service: refused at creation, at update, and again at each delivery. */
export function checkWebhookUrl(text: string, path: readonly (string | number)[]): SpecFinding[] {
	const refuse = (message: string, help: string): SpecFinding[] => [{ code: "Q2340", severity: "error", path, message, help }];
	if (!URL.canParse(text))
		return refuse(`\`${text}\` is not a URL`, "write a whole URL such as https://hooks.example.com/quorate");
	const url = new URL(text);
	if (url.protocol !== "https:") {
		return refuse(
			`the scheme of \`${text}\` is \`${url.protocol.slice(0, -1)}\`, webhooks are delivered over https only`,
			"use https",
		);
	}
	if (url.username !== "" || url.password !== "") {
		return refuse("the URL carries a user name or password", "authenticate deliveries by their signature instead");
	}
	if (isPrivateHost(url.hostname)) {
		return refuse(`\`${url.hostname}\` is not a public host`, "use a host that the service can reach from outside");
	}
	return [];
}

/** True for names and addresses that only mean something on one machine or one network. */
function isPrivateHost(hostname: string): boolean {
	const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
	if (host === "localhost" || host.endsWith(".localhost") || host.endsWith(".local") || host.endsWith(".internal")) return true;
	// An address ends in a digit or holds a colon; the library takes its time to find that out of every name.
	if (!/[0-9]$|:/.test(host) || !ipaddr.isValid(host)) return !host.includes(".");
	return ipaddr.process(host).range() !== "unicast";
}
