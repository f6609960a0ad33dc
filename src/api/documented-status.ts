// Every HTTP status the service answers with, and which operations can give it.
import type { JsonObject } from "../base/json.js";
import { ERROR_CODES } from "./error-codes.js";
import { HTTP_STATUS, STATUS, type StatusName } from "./failure.js";
import { integer, list, objectSchema, oneOf, text } from "./field.js";
import type { Operation } from "./operation.js";
import { operations } from "./operations.js";

/** Why the service refuses with each status, in words for the OpenAPI document. */
const REFUSALS: Readonly<Record<number, string>> = {
	400: "The request cannot be carried out as it is: its body, a parameter, its timestamp, or the state of what it is about. An activity that was allowed and then failed is kept as failed, with the reason.",
	401: "Nobody is proven to have sent it: no stamp, one that cannot be read or does not hold, or an unknown or expired credential.",
	403: "Whoever sent it may not do this: policies, an IP allowlist, a session's scope, or the login proxy's allowed origins.",
	404: "No such path, organization or thing.",
	408: "The request did not arrive in time; the connection is closed.",
	409: "What it would make is already there.",
	429: "Too many requests, which is over after a second, or more of something than is allowed, which is not.",
	500: "The service's own fault; the message carries a number that its log explains.",
	501: "Part of the interface, but not of this service or of the profile it was started with.",
	503: "The service is closing, or could not store the activity; whether it is stored after all shows when the same bytes are sent again, which is safe.",
};

/** What imports a key, or adds an account to a wallet, may find it there. */
const FINDS_IT_THERE: ReadonlySet<Operation> = new Set([
	operations.create_wallet_accounts,
	operations.import_private_key,
	operations.import_wallet,
]);

/** The statuses other than 200 that an operation can answer with, in ascending order. */
export function refusalStatuses(operation: Operation): readonly number[] {
	return Object.keys(REFUSALS)
		.map(Number)
		.filter((status) => status !== 409 || FINDS_IT_THERE.has(operation));
}

/** What `refusalStatuses` mean, by status. */
export function refusalDescription(status: number): string {
	return REFUSALS[status] ?? "";
}

/** The gRPC status numbers that stand in the body beside an HTTP status. */
function codesOf(status: number): readonly number[] {
	const names = (Object.keys(HTTP_STATUS) as StatusName[]).filter((name) => HTTP_STATUS[name] === status);
	// A request that took too long is told as one that cannot be accepted.
	return names.length > 0 ? names.map((name) => STATUS[name]) : [STATUS.InvalidArgument];
}

/** The body of every refusal. */
export function failureSchema(): JsonObject {
	const fields = {
		code: { ...integer(), schema: { type: "integer", description: "A gRPC status number; not the HTTP status." } },
		message: text(),
		details: list({
			schema: { type: "object", required: ["@type"], properties: { "@type": { type: "string" } } },
			required: true,
		}),
		turnkeyErrorCode: oneOf("", ...Object.keys(ERROR_CODES)),
	} as const;
	const meanings = Object.entries(ERROR_CODES).map(([code, meaning]) => `- \`${code}\`: ${meaning}`);
	const description = `Why a request was refused. \`turnkeyErrorCode\` is empty where the service gives no code, else one of\n\n${meanings.join("\n")}`;
	return { ...objectSchema(fields), description };
}

/** The body of a refusal with this HTTP status: the common form, with the numbers that go with it. */
export function failureOf(status: number, failure: JsonObject): JsonObject {
	return { allOf: [failure, { type: "object", properties: { code: { enum: [...codesOf(status)] } } }] };
}
