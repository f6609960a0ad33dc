// How a command reaches an embedded service that is running: by the folder it was started with, or by its address. Not the
// way of plan and apply: nothing here is stamped, since the service shows itself to this machine without a key.
import { resolve } from "node:path";
import { isJsonObject, type JsonObject } from "../base/json.js";
import { systemCode } from "../base/system-reason.js";
import type { Context } from "./context.js";
import { EXIT } from "./exit-code.js";
import { Refusal } from "./refusal.js";

export interface RunningServiceOptions {
	readonly data?: string;
	readonly url?: string;
	readonly json?: boolean;
	readonly color?: boolean;
}

/** For one answer. */
const TIMEOUT_MS = 30_000;

/** The address of the service that is meant, without a slash at the end; refuses when none is, or none runs there. */
export async function findService(context: Context, { data, url }: RunningServiceOptions): Promise<string> {
	if (url !== undefined) return addressOf(url);
	if (data === undefined) {
		throw refusal("Q4170", "which service is meant", "give the folder it was started with (`--data`), or its address (`--url`)");
	}
	const { readHolder } = await import("../service/data-directory.js");
	const holder = readHolder(resolve(context.cwd, data));
	if (holder?.baseUrl !== undefined) return holder.baseUrl;
	throw refusal("Q4171", `no service is running on \`${data}\``, `start it with \`quorate service start --data ${data}\``);
}

function addressOf(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url?.protocol === "http:" && url.pathname === "/" && url.search === "") return url.origin;
	throw refusal(
		"Q4170",
		`\`${text}\` is not the address of a service`,
		"write it as `service start` printed it, such as http://127.0.0.1:8787",
	);
}

/** A document the service shows without a key. */
export function look(context: Context, baseUrl: string, path: string): Promise<JsonObject> {
	return ask(context, baseUrl, path, {});
}

/** A call that only the owner of the service's folder may make. */
export async function administer(
	context: Context,
	{ data }: { readonly data?: string },
	path: string,
	body: JsonObject,
): Promise<JsonObject> {
	if (data === undefined) {
		throw refusal(
			"Q4170",
			"which service is meant",
			"give the folder it was started with (`--data`): its owner is who can read it",
		);
	}
	const baseUrl = await findService(context, { data });
	const { readAdminToken } = await import("../service/data-directory.js");
	const token = readAdminToken(resolve(context.cwd, data));
	if (token === undefined) {
		throw refusal("Q4172", `the token in \`${data}\` cannot be read`, "run this as the user who started the service");
	}
	return ask(context, baseUrl, path, {
		method: "POST",
		headers: { "content-type": "application/json", authorization: `Bearer ${token.reveal()}` },
		body: JSON.stringify(body),
	});
}

/** Why there is no answer, by the code of the system or the name of the platform's error. */
const NO_ANSWER: Readonly<Record<string, string>> = {
	ECONNREFUSED: "nothing listens there",
	ECONNRESET: "the connection was lost",
	UND_ERR_SOCKET: "the connection was lost",
	ENOTFOUND: "the name does not resolve",
	EAI_AGAIN: "the name does not resolve",
	UND_ERR_CONNECT_TIMEOUT: "no connection came about in time",
	ETIMEDOUT: "no connection came about in time",
	TimeoutError: `nothing came within ${TIMEOUT_MS / 1000} seconds`,
};

async function ask(context: Context, baseUrl: string, path: string, request: RequestInit): Promise<JsonObject> {
	const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIMEOUT_MS)]);
	let answer: Response;
	let value: unknown;
	try {
		answer = await fetch(`${baseUrl}${path}`, { ...request, redirect: "error", signal });
		value = await answer.json();
	} catch (cause) {
		if (context.signal.aborted) throw cause;
		const { name, cause: below } = cause as Error;
		if (name === "SyntaxError") throw notOurs(baseUrl);
		const reason = NO_ANSWER[systemCode(below) ?? name] ?? "the connection failed";
		throw refusal("Q4171", `no service answers at ${baseUrl}: ${reason}`, "see whether `quorate service start` is still running");
	}
	if (!isJsonObject(value)) throw notOurs(baseUrl);
	if (answer.ok) return value;
	if (typeof value["message"] !== "string") throw notOurs(baseUrl);
	throw refusal("Q4173", `the service refuses: ${value["message"]}`, HELP[answer.status] ?? "the service's message says why");
}

const HELP: Readonly<Record<number, string>> = {
	401: "the folder's token is not this service's: perhaps another service was started at that address",
	403: "only this machine may ask, and only for what the user may do",
	404: "`quorate service inspect` and `quorate service deliveries` show what there is",
};

function notOurs(baseUrl: string): Refusal {
	return refusal("Q4173", `what answers at ${baseUrl} is not the embedded service`, "check the address");
}

function refusal(code: "Q4170" | "Q4171" | "Q4172" | "Q4173", message: string, help: string): Refusal {
	return new Refusal(EXIT.error, [{ code, severity: "error", message, help }]);
}
