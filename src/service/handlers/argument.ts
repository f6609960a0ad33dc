// Checks of single parameters that many operations share.
import { isUuid } from "../identifier.js";
import type { OrganizationView } from "../organization.js";
import { invalid, limitExceeded, notFound } from "../refusal.js";
import type { ServiceLimits } from "../service-limits.js";

/** An identifier must have the form of one before it is looked up. Throws a `Refusal` (400). */
export function checkUuid(field: string, value: string): void {
	if (!isUuid(value)) throw invalid(`invalid request body: \`${field}\` must be a UUID`);
}

/** The entity an identifier names. Throws a `Refusal`: 400 when it is no identifier, 404 when it names nothing. */
export function found<E>(
	organization: OrganizationView,
	collection: { get(id: string): E | undefined },
	field: string,
	what: string,
	id: string,
): E {
	checkUuid(field, id);
	const entity = collection.get(id);
	if (entity === undefined) throw notFound(what, id, organization.id);
	return entity;
}

/** A list of identifiers that must not be empty, each counted once. */
export function uniqueIds(field: string, ids: readonly string[]): readonly string[] {
	if (ids.length === 0) throw invalid(`invalid request body: \`${field}\` must not be empty`);
	return [...new Set(ids)];
}

/** A name as people see it: 1 to `nameLength` characters, none of them a control character. Throws a `Refusal` (400). */
export function checkLabel(field: string, value: string, limits: ServiceLimits): void {
	if (value.length === 0) throw invalid(`invalid request body: \`${field}\` must not be empty`);
	if (value.length > limits.nameLength) {
		throw invalid(`invalid request body: \`${field}\` must not be longer than ${limits.nameLength} characters`);
	}
	if (/\p{Cc}/u.test(value)) throw invalid(`invalid request body: \`${field}\` must not contain control characters`);
}

/** A text that must say something. Throws a `Refusal` (400). */
export function checkText(field: string, value: string): void {
	if (value === "") throw invalid(`invalid request body: \`${field}\` must not be empty`);
}

/** Throws a `Refusal` (429) when there would be more than there may be. */
export function checkLimit(what: string, count: number, limit: number): void {
	if (count > limit) throw limitExceeded(what, limit);
}
