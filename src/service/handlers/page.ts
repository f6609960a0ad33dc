// Pages of lists that are held in memory, by the cursors that queries carry.
import type { Entity } from "../entity.js";
import type { OrganizationView } from "../organization.js";
import { invalid, notFound } from "../refusal.js";
import { checkUuid } from "./argument.js";

interface Pagination {
	readonly limit?: string | null | undefined;
	readonly before?: string | null | undefined;
	readonly after?: string | null | undefined;
}

const DEFAULT_PAGE = 10;
const LARGEST_PAGE = 100;

/** What follows `after` in the list, or the end of what precedes `before`. Throws a `Refusal`: 400, or 404 for a cursor that is none. */
export function readPage<E extends Entity>(
	organization: OrganizationView,
	what: string,
	list: readonly E[],
	pagination: Pagination | null | undefined,
): readonly E[] {
	const { limit, before, after } = pagination ?? {};
	const length = readLimit(limit);
	const cursor = (field: string, id: string | null | undefined): number | undefined => {
		if (id === null || id === undefined || id === "") return undefined;
		checkUuid(field, id);
		const at = list.findIndex((each) => each.id === id);
		if (at < 0) throw notFound(what, id, organization.id);
		return at;
	};
	const from = cursor("after", after);
	const to = cursor("before", before);
	const between = list.slice(from === undefined ? 0 : from + 1, to);
	return to !== undefined && from === undefined ? between.slice(-length) : between.slice(0, length);
}

function readLimit(text: string | null | undefined): number {
	if (text === null || text === undefined || text === "") return DEFAULT_PAGE;
	const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
	if (limit < 1 || limit > LARGEST_PAGE) throw invalid(`invalid request body: \`limit\` must be from 1 to ${LARGEST_PAGE}`);
	return limit;
}
