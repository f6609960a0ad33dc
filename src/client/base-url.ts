// Where the service is: https anywhere, plain http only to this machine, and nothing else in the URL but a path.

export interface Endpoint {
	/** `https://api.example.com`, without a path. */
	readonly origin: string;
	/** Stands before every operation's path: empty, or `/prefix` without a slash at its end. */
	readonly prefix: string;
}

export type BaseUrlProblem = "malformed" | "scheme" | "insecure" | "credentials" | "query";

export type BaseUrlReading =
	| { readonly ok: true; readonly endpoint: Endpoint }
	| { readonly ok: false; readonly problem: BaseUrlProblem; readonly message: string; readonly help: string };

/** A base URL that `readBaseUrl` refuses, for whoever did not check it before. */
export class BaseUrlRefused extends Error {
	override readonly name = "BaseUrlRefused";
	readonly help: string;

	constructor(message: string, help: string) {
		super(message);
		this.help = help;
	}
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Reads a base URL. A problem's message never shows a password that stands in the URL. */
export function readBaseUrl(text: string, options: { readonly allowInsecure?: boolean } = {}): BaseUrlReading {
	let url: URL;
	try {
		url = new URL(text);
	} catch {
		const help = "write it in full, for example `https://api.example.com`";
		return refuse("malformed", `the base URL \`${text}\` is not a URL`, help);
	}
	if (url.username !== "" || url.password !== "") {
		const help = "remove the part before the `@`; keys come from the environment, a key file or a signer command";
		return refuse("credentials", `the base URL of \`${url.host}\` holds a user name or password`, help);
	}
	if (url.protocol !== "https:" && url.protocol !== "http:") {
		return refuse("scheme", `the base URL \`${text}\` begins with \`${url.protocol}\`, expected \`https:\``, "use https");
	}
	if (url.protocol === "http:" && !LOOPBACK.test(url.hostname) && options.allowInsecure !== true) {
		return refuse(
			"insecure",
			`the base URL \`${text}\` is plain http to another machine: what is sent could be read and answers forged`,
			"use https, or say that this is wanted with `allowInsecure: true` (for a test network)",
		);
	}
	if (url.search !== "" || url.hash !== "") {
		return refuse("query", `the base URL \`${text}\` has a query or fragment`, "end it after the host or the path");
	}
	return { ok: true, endpoint: { origin: url.origin, prefix: url.pathname.replace(/\/+$/, "") } };
}

function refuse(problem: BaseUrlProblem, message: string, help: string): BaseUrlReading {
	return { ok: false, problem, message, help };
}
