// The journal's lines: one JSON object each, in the order things happened. Printing and reading them, and nothing else.
import { fingerprintOf } from "../base/digest.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../base/json.js";
import { jsonPieces } from "../base/json-pieces.js";

export const JOURNAL_FORMAT_VERSION = "1.0";

/** What an apply sets out to do; the first line. */
export interface JournalBegin {
	/** The whole plan document. */
	readonly plan: JsonObject;
	readonly planDigest: string;
	readonly organizationId: string;
	readonly profile: string;
	/** RFC 3339. */
	readonly at: string;
}

/** A body made ready to be sent: exactly these bytes will be, and after a crash exactly these bytes again. */
export interface JournalIntent {
	readonly operation: string;
	/** UTF-8 JSON text. */
	readonly body: string;
	/** `sha256:` and the digest of the body's bytes. */
	readonly fingerprint: string;
	/** Milliseconds since the epoch, as written in the body. */
	readonly timestampMs: number;
}

/** What came of a step, as far as it is final or stable. */
export interface JournalOutcome {
	readonly step: string;
	readonly status: "done" | "pending" | "failed";
	readonly activity?: { readonly id: string; readonly status: string; readonly fingerprint: string };
	/** The activity's result value, from which identifiers are taken. */
	readonly result?: JsonValue;
	readonly reason?: string;
	readonly needs?: string;
}

export type JournalRecord =
	| ({ readonly record: "begin" } & JournalBegin)
	| ({ readonly record: "intend"; readonly step: string } & JournalIntent)
	| ({ readonly record: "outcome" } & JournalOutcome)
	| { readonly record: "end" };

/** One line with its line break. JSON escapes every line break inside, so a line is a record. */
export function printRecord(record: Exclude<JournalRecord, { readonly record: "begin" }>): string {
	return `${JSON.stringify(record)}\n`;
}

/** The first line, in pieces: it holds a whole plan. */
export function* printBegin(begin: JournalBegin): Generator<string, void, undefined> {
	const { plan, planDigest, organizationId, profile, at } = begin;
	const head = { format_version: JOURNAL_FORMAT_VERSION, at, organization_id: organizationId, profile, plan_digest: planDigest };
	yield `${JSON.stringify({ record: "begin", ...head }).slice(0, -1)},"plan":`;
	yield* jsonPieces(plan);
	yield "}\n";
}

/** A line's record; otherwise what is wrong with it, or the version it has instead of ours. */
export type RecordReading =
	| { readonly ok: true; readonly record: JournalRecord }
	| { readonly ok: false; readonly problem: string; readonly version?: string };

const refuse = (problem: string): RecordReading => ({ ok: false, problem });

export function readRecord(line: string): RecordReading {
	let value: unknown;
	try {
		value = JSON.parse(line);
	} catch {
		return refuse("is not valid JSON");
	}
	if (!isJsonObject(value)) return refuse("is not a JSON object");
	switch (value["record"]) {
		case "begin":
			return readBegin(value);
		case "intend":
			return readIntend(value);
		case "outcome":
			return readOutcome(value);
		case "end":
			return { ok: true, record: { record: "end" } };
		default:
			return refuse("is no record of a journal");
	}
}

function readBegin(value: JsonObject): RecordReading {
	const { format_version, at, organization_id, profile, plan_digest, plan } = value;
	if (typeof format_version !== "string") return refuse("has no `format_version`");
	if (!/^1\.\d+$/.test(format_version)) return { ok: false, problem: "is of another version", version: format_version };
	if (!isJsonObject(plan)) return refuse("has no `plan`");
	if (!areTexts(at, organization_id, profile, plan_digest)) return refuse("lacks one of its texts");
	return {
		ok: true,
		record: {
			record: "begin",
			plan,
			planDigest: String(plan_digest),
			organizationId: String(organization_id),
			profile: String(profile),
			at: String(at),
		},
	};
}

function readIntend(value: JsonObject): RecordReading {
	const { step, operation, body, fingerprint, timestampMs } = value;
	if (!areTexts(step, operation, body, fingerprint)) return refuse("lacks one of its texts");
	if (typeof timestampMs !== "number" || !Number.isSafeInteger(timestampMs)) return refuse("has no `timestampMs`");
	// The fingerprint doubles as a checksum: a body that does not match it must not be sent.
	if (fingerprintOf(String(body)) !== fingerprint) return refuse("has a body that does not match its fingerprint");
	return {
		ok: true,
		record: {
			record: "intend",
			step: String(step),
			operation: String(operation),
			body: String(body),
			fingerprint: String(fingerprint),
			timestampMs,
		},
	};
}

function readOutcome(value: JsonObject): RecordReading {
	const { step, status, activity, result, reason, needs } = value;
	if (typeof step !== "string") return refuse("has no `step`");
	if (status !== "done" && status !== "pending" && status !== "failed") return refuse("has no known `status`");
	const outcome: { -readonly [K in keyof JournalOutcome]: JournalOutcome[K] } = { step, status };
	if (activity !== undefined) {
		if (!isJsonObject(activity) || !areTexts(activity["id"], activity["status"], activity["fingerprint"])) {
			return refuse("has an `activity` that is none");
		}
		outcome.activity = activity as unknown as NonNullable<JournalOutcome["activity"]>;
	}
	if (result !== undefined) outcome.result = result;
	if (typeof reason === "string") outcome.reason = reason;
	if (typeof needs === "string") outcome.needs = needs;
	return { ok: true, record: { record: "outcome", ...outcome } };
}

function areTexts(...values: readonly unknown[]): boolean {
	return values.every((value) => typeof value === "string");
}
