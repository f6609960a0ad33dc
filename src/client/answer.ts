// From the bytes of an answer to a value, or to the failure they mean. Whatever stands between us and the service may have
// written these bytes, so nothing about them is taken for granted, and nothing of them is shown without being cut and cleaned.
import { isUtf8 } from "node:buffer";
import { type FailureCategory, type FailureReason, ServiceFailure } from "../api/failure.js";
import { isJsonObject, type JsonObject } from "../base/json.js";
import type { Asked } from "./asked.js";
import { clockSkewHelp, refusalReason } from "./refusal.js";
import type { TransportAnswer } from "./transport.js";

const JSON_TYPE = /^application\/json(?:$|[\s;])/i;
const EXCERPT = 300;

/** The JSON object of a 200 answer, or why there is none. */
export function readAnswer(answer: TransportAnswer, asked: Asked): JsonObject | ServiceFailure {
	const { status } = answer;
	if (status >= 300 && status < 400) return redirected(answer, asked);
	if (status < 200 || status >= 300) return readRefusal(answer, asked);
	if (!isJsonType(answer)) {
		const found = contentType(answer, asked);
		return unintelligible(answer, asked, "content-type", `answered with ${found}, expected \`application/json\``);
	}
	const value = parseBody(answer.body);
	if (isJsonObject(value)) return value;
	// JSON that does not end in a brace was cut off on its way; asking again is the remedy.
	if (value === undefined && !endsWithBrace(answer.body)) {
		return failure(asked, "interrupted", "truncated", "answered with JSON that breaks off", { httpStatus: status });
	}
	const why = value === undefined ? "is not valid JSON in UTF-8" : "is not a JSON object";
	return unintelligible(answer, asked, "not-json", `answered with a body that ${why}`);
}

/** An answer that lacks what the catalogue promises. */
export function misshapen(answer: TransportAnswer, asked: Asked, what: string): ServiceFailure {
	return unintelligible(answer, asked, "shape", `answered with JSON of another shape: ${what}`);
}

function readRefusal(answer: TransportAnswer, asked: Asked): ServiceFailure {
	const { status, headers } = answer;
	// Details are passed on, so our stamp is taken out before anything is read.
	const value = isJsonType(answer) || status === 429 ? parseBody(withoutStamp(answer.body, asked)) : undefined;
	const body = isJsonObject(value) ? value : undefined;
	if (body === undefined && status !== 429) {
		const found = isJsonType(answer) ? "a body that is not a JSON object" : contentType(answer, asked);
		return unintelligible(answer, asked, isJsonType(answer) ? "not-json" : "content-type", `answered ${status} with ${found}`);
	}
	const code = body?.["code"];
	const details = Array.isArray(body?.["details"]) ? body["details"] : [];
	const turnkeyErrorCode = errorCodeOf(body, details);
	const text = typeof body?.["message"] === "string" ? clean(body["message"], asked) : "";
	const known = [`HTTP ${status}`, ...(typeof code === "number" ? [`code ${code}`] : []), turnkeyErrorCode].filter(
		(each) => each,
	);
	const skew = clockSkewHelp(status, headers, asked);
	return failure(
		asked,
		"refused",
		skew?.reason ?? refusalReason(status, headers, turnkeyErrorCode, body !== undefined),
		`was refused by the service: ${text === "" ? "it gives no message" : text} (${known.join(", ")})`,
		{
			httpStatus: status,
			help: skew?.help,
			...(typeof code === "number" ? { code } : {}),
			...(turnkeyErrorCode === "" ? {} : { turnkeyErrorCode }),
			details,
		},
	);
}

/** The service's own code, which stands beside the message or in one of the details. */
function errorCodeOf(body: JsonObject | undefined, details: readonly unknown[]): string {
	for (const place of [body, ...details]) {
		const code = isJsonObject(place) ? place["turnkeyErrorCode"] : undefined;
		if (typeof code === "string" && /^[A-Z0-9_]{1,80}$/.test(code)) return code;
	}
	return "";
}

function redirected(answer: TransportAnswer, asked: Asked): ServiceFailure {
	const location = answer.headers["location"];
	const target = typeof location === "string" ? ` to \`${clean(location, asked)}\`` : "";
	return unintelligible(answer, asked, "redirect", `was redirected${target}; redirects are not followed`);
}

function unintelligible(answer: TransportAnswer, asked: Asked, reason: FailureReason, what: string): ServiceFailure {
	const { status } = answer;
	// An answer of the 200s or 500s may stand behind something that was carried out.
	const outcomeUnknown = asked.timestampMs !== undefined && (status < 300 || status >= 500);
	return failure(asked, "unintelligible", reason, what, { httpStatus: status, outcomeUnknown });
}

function failure(
	asked: Asked,
	category: FailureCategory,
	reason: FailureReason | undefined,
	what: string,
	more: Omit<Partial<ConstructorParameters<typeof ServiceFailure>[0]>, "category" | "operation" | "message">,
): ServiceFailure {
	return new ServiceFailure({ category, operation: asked.operation, reason, message: `\`${asked.operation}\` ${what}`, ...more });
}

function isJsonType(answer: TransportAnswer): boolean {
	const type = answer.headers["content-type"];
	const encoding = answer.headers["content-encoding"];
	return typeof type === "string" && JSON_TYPE.test(type) && (encoding === undefined || encoding === "identity");
}

function contentType(answer: TransportAnswer, asked: Asked): string {
	const type = answer.headers["content-type"];
	const encoding = answer.headers["content-encoding"];
	const packed =
		typeof encoding === "string" ? ` in the encoding \`${clean(encoding, asked).slice(0, 40)}\`, which was not asked for` : "";
	return typeof type === "string" ? `\`${clean(type, asked).slice(0, 80)}\`${packed}` : `no content type${packed}`;
}

/** The body's JSON value; undefined when it is not JSON in UTF-8. A byte-order mark is passed over. */
function parseBody(body: Buffer): unknown {
	if (!isUtf8(body)) return undefined;
	const start = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0;
	try {
		return JSON.parse(body.toString("utf8", start));
	} catch {
		return undefined;
	}
}

function endsWithBrace(body: Buffer): boolean {
	let end = body.length - 1;
	while (end >= 0 && (body[end] ?? 0) <= 0x20) end -= 1;
	return body[end] === 0x7d;
}

function withoutStamp(body: Buffer, asked: Asked): Buffer {
	return body.includes(asked.stamp) ? Buffer.from(body.toString("latin1").replaceAll(asked.stamp, "(stamp)"), "latin1") : body;
}

/** A foreign text made fit to be shown: one line, no control characters, not long, and without our stamp. */
function clean(text: string, asked: Asked): string {
	const line = text
		.replaceAll(asked.stamp, "(stamp)")
		.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
		.trim()
		.replace(/\.$/, "");
	return line.length > EXCERPT ? `${line.slice(0, EXCERPT)}…` : line;
}
