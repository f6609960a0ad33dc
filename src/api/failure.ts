// The service's refusals: their body, their codes, and the one exception that carries them through our code.

/** gRPC status numbers the service puts into `code`, by name. */
export const STATUS = {
	InvalidArgument: 3,
	NotFound: 5,
	AlreadyExists: 6,
	PermissionDenied: 7,
	ResourceExhausted: 8,
	FailedPrecondition: 9,
	Unimplemented: 12,
	Internal: 13,
	Unavailable: 14,
	Unauthenticated: 16,
} as const;
export type StatusName = keyof typeof STATUS;

export const HTTP_STATUS: Readonly<Record<StatusName, number>> = {
	InvalidArgument: 400,
	NotFound: 404,
	AlreadyExists: 409,
	PermissionDenied: 403,
	ResourceExhausted: 429,
	FailedPrecondition: 400,
	Unimplemented: 501,
	Internal: 500,
	Unavailable: 503,
	Unauthenticated: 401,
};

/** The body of every refusal. */
export interface FailureBody {
	readonly code: number;
	readonly message: string;
	readonly details: readonly unknown[];
	/** Empty when the service gives none. */
	readonly turnkeyErrorCode: string;
}

/**
 * Why a request had no usable answer.
 * `refused`: the service answered with a refusal. `unreachable`: no connection could be made, so nothing was received.
 * `interrupted`: the request may have been received but its answer was lost (reset, timeout, truncated body).
 * `unintelligible`: an answer came that is not the service's (a proxy's page, no JSON). `aborted`: we stopped it ourselves.
 */
export type FailureCategory = "refused" | "unreachable" | "interrupted" | "unintelligible" | "aborted";

/**
 * What exactly went wrong, finer than the category. Unreachable: the first five. Interrupted: `timeout` to `truncated`.
 * Unintelligible: `redirect` to `shape`. Refused, where the service's answer or our own rule allows to say: `clock-skew`
 * to `not-offered`. Aborted: `cancelled`, `signer`, `stale-body` (too old to be sent again).
 */
export type FailureReason =
	| "name-not-found"
	| "connection-refused"
	| "connect-timeout"
	| "tls"
	| "connection-failed"
	| "timeout"
	| "connection-lost"
	| "truncated"
	| "redirect"
	| "content-type"
	| "not-json"
	| "too-large"
	| "shape"
	| "clock-skew"
	| "unknown-key"
	| "expired-key"
	| "bad-signature"
	| "unknown-organization"
	| "rate-limit"
	| "resource-limit"
	| "not-offered"
	| "cancelled"
	| "signer"
	| "stale-body";

/** A request that failed, typed at the boundary; decisions read `category`, `httpStatus` and `code`, never `message`. */
export class ServiceFailure extends Error {
	override readonly name = "ServiceFailure";
	readonly category: FailureCategory;
	readonly operation: string;
	readonly httpStatus: number | undefined;
	readonly code: number | undefined;
	readonly turnkeyErrorCode: string | undefined;
	readonly details: readonly unknown[];
	/** How often the request was sent in all; 0 when it was refused before it left us. */
	readonly attempts: number;
	readonly reason: FailureReason | undefined;
	/** What to do about it, where the failure itself knows. */
	readonly help: string | undefined;
	/**
	 * For a write: true when an attempt may have been carried out although no answer says so. Sending the identical bytes
	 * again is then the only way to know. Always false for a read.
	 */
	readonly outcomeUnknown: boolean;

	constructor(fields: {
		readonly category: FailureCategory;
		readonly operation: string;
		readonly message: string;
		readonly httpStatus?: number | undefined;
		readonly code?: number | undefined;
		readonly turnkeyErrorCode?: string | undefined;
		readonly details?: readonly unknown[];
		readonly attempts?: number;
		readonly reason?: FailureReason | undefined;
		readonly help?: string | undefined;
		readonly outcomeUnknown?: boolean;
		readonly cause?: unknown;
	}) {
		super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
		this.category = fields.category;
		this.operation = fields.operation;
		this.httpStatus = fields.httpStatus;
		this.code = fields.code;
		this.turnkeyErrorCode = fields.turnkeyErrorCode;
		this.details = fields.details ?? [];
		this.attempts = fields.attempts ?? 1;
		this.reason = fields.reason;
		this.help = fields.help;
		this.outcomeUnknown = fields.outcomeUnknown ?? fields.category === "interrupted";
	}
}
