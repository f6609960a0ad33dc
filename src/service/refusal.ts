// A request the service will not serve: thrown by whoever notices, written as the service's error body at the edge.
import type { ErrorCode } from "../api/error-codes.js";
import type { FailureBody, StatusName } from "../api/failure.js";
import { HTTP_STATUS, STATUS } from "../api/failure.js";
import type { JsonObject } from "../base/json.js";

const ERROR_DETAIL = "type.googleapis.com/errors.v1.TurnkeyErrorDetail";

/** The caller's fault, never ours: anything else that is thrown becomes a 500. Carries no secret. */
export class Refusal extends Error {
	override readonly name = "Refusal";
	readonly status: StatusName;
	/** The service's own name for the reason; empty when it gives none. */
	readonly errorCode: ErrorCode | "";
	readonly details: readonly JsonObject[];

	constructor(status: StatusName, message: string, errorCode: ErrorCode | "" = "", details: readonly JsonObject[] = []) {
		super(message);
		this.status = status;
		this.errorCode = errorCode;
		this.details = errorCode === "" ? details : [{ "@type": ERROR_DETAIL, turnkeyErrorCode: errorCode }, ...details];
	}

	get httpStatus(): number {
		return HTTP_STATUS[this.status];
	}

	/** The body as it goes over the wire. */
	get body(): FailureBody {
		return { code: STATUS[this.status], message: this.message, details: this.details, turnkeyErrorCode: this.errorCode };
	}
}

/** An argument that cannot be accepted: 400. Most such refusals carry no code of their own. */
export function invalid(message: string, errorCode: ErrorCode | "" = ""): Refusal {
	return new Refusal("InvalidArgument", message, errorCode);
}

/** A body that is not a request at all. */
export function badRequest(detail: string): Refusal {
	return new Refusal("InvalidArgument", `bad request body: ${detail}`, "REQUEST_INVALID");
}

/** Something named by the request that is not there: 404, as the service words it for users. */
export function notFound(what: string, id: string, organizationId: string): Refusal {
	return new Refusal("NotFound", `unable to find ${what} ${id} in organization ${organizationId}`);
}

export function noOrganization(): Refusal {
	return new Refusal("NotFound", "no organization found with the given ID", "ORGANIZATION_NOT_FOUND");
}

export function unauthenticated(message: string, errorCode: ErrorCode | "" = ""): Refusal {
	return new Refusal("Unauthenticated", message, errorCode);
}

export function forbidden(message: string, errorCode: ErrorCode | "" = ""): Refusal {
	return new Refusal("PermissionDenied", message, errorCode);
}

/** One more than the organisation may have: 429, which no retry will change. */
export function limitExceeded(what: string, limit: number): Refusal {
	return new Refusal("ResourceExhausted", `organization has exceeded maximum ${what}: ${limit}`);
}

/** An operation that is part of the interface but not of what runs here. */
export function unimplemented(message: string): Refusal {
	return new Refusal("Unimplemented", message);
}
