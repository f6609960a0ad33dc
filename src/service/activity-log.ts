// The log of activities in the store. Nothing of it is held in memory, so it may grow for as long as the disk lasts.
import { ACTIVITY_STATUSES, type ActivityStatus } from "../api/activity.js";
import type { JsonObject } from "../base/json.js";
import type { StoredActivity } from "./activity-record.js";
import type { Database, Row, Statement } from "./sqlite-driver.js";

export interface ActivityFilter {
	/** Empty for all. */
	readonly statuses: readonly string[];
	readonly types: readonly string[];
}

/** A page of the list, newest first: what follows `after` in the list, or the end of what precedes `before`. */
export interface PageRequest {
	readonly limit: number;
	readonly before?: number | undefined;
	readonly after?: number | undefined;
}

/** What queries may see of the log. */
export type ActivityReader = Pick<ActivityLog, "withId" | "withFingerprint" | "sequenceOf" | "page">;

export class ActivityLog {
	readonly #knownTypes: readonly string[];
	readonly #insert: Statement;
	readonly #update: Statement;
	readonly #byId: Statement;
	readonly #byFingerprint: Statement;
	readonly #sequence: Statement;
	readonly #database: Database;
	readonly #pages = new Map<string, Statement>();

	/** `knownTypes`: every activity type there can be in the log. */
	constructor(database: Database, knownTypes: readonly string[]) {
		this.#database = database;
		this.#knownTypes = knownTypes;
		this.#insert = database.prepare(
			"INSERT INTO activity (organization, id, fingerprint, type, status, body, document) VALUES (?, ?, ?, ?, ?, ?, ?)",
		);
		this.#update = database.prepare("UPDATE activity SET status = ?, document = ? WHERE id = ?");
		this.#byId = database.prepare("SELECT * FROM activity WHERE organization = ? AND id = ?");
		this.#byFingerprint = database.prepare("SELECT * FROM activity WHERE organization = ? AND fingerprint = ?");
		this.#sequence = database.prepare("SELECT sequence FROM activity WHERE organization = ? AND id = ?");
	}

	insert(organization: number, activity: StoredActivity): void {
		const { id, fingerprint, type, status, body } = activity;
		this.#insert.run(organization, id, fingerprint, type, status, body, documentOf(activity));
	}

	update(activity: StoredActivity): void {
		this.#update.run(activity.status, documentOf(activity), activity.id);
	}

	withId(organization: number, id: string): StoredActivity | undefined {
		return read(this.#byId.get(organization, id));
	}

	withFingerprint(organization: number, fingerprint: string): StoredActivity | undefined {
		return read(this.#byFingerprint.get(organization, fingerprint));
	}

	/** An activity's place in the log, for use as a cursor. */
	sequenceOf(organization: number, id: string): number | undefined {
		return this.#sequence.get(organization, id)?.["sequence"] as number | undefined;
	}

	/** Costs as much as the page is long, times the combinations filtered for; never as much as the log is long. */
	page(organization: number, filter: ActivityFilter, request: PageRequest): StoredActivity[] {
		const backwards = request.before !== undefined && request.after === undefined;
		const bounds = [request.after ?? Number.MAX_SAFE_INTEGER, request.before ?? 0];
		const rows = this.#combinations(filter).flatMap((combination) => [
			...this.#pageStatement(combination.length > 0, backwards).all(organization, ...combination, ...bounds, request.limit),
		]);
		const sequence = (row: Row): number => row["sequence"] as number;
		rows.sort((a, b) => (backwards ? sequence(a) - sequence(b) : sequence(b) - sequence(a)));
		const page = rows.slice(0, request.limit);
		if (backwards) page.reverse();
		return page.map((row) => read(row)).filter((each) => each !== undefined);
	}

	/** One index range per type and status; none at all when nothing is filtered for. */
	#combinations({ types, statuses }: ActivityFilter): readonly (readonly string[])[] {
		if (types.length === 0 && statuses.length === 0) return [[]];
		const wanted = <T extends string>(known: readonly T[], asked: readonly string[]): readonly T[] =>
			asked.length === 0 ? known : known.filter((each) => asked.includes(each));
		return wanted(this.#knownTypes, types).flatMap((type) => wanted(ACTIVITY_STATUSES, statuses).map((status) => [type, status]));
	}

	#pageStatement(filtered: boolean, backwards: boolean): Statement {
		const sql =
			`SELECT * FROM activity WHERE organization = ? ${filtered ? "AND type = ? AND status = ? " : ""}` +
			`AND sequence < ? AND sequence > ? ORDER BY sequence ${backwards ? "ASC" : "DESC"} LIMIT ?`;
		let statement = this.#pages.get(sql);
		if (!statement) {
			statement = this.#database.prepare(sql);
			this.#pages.set(sql, statement);
		}
		return statement;
	}
}

/** Everything that has no column of its own. */
function documentOf(activity: StoredActivity): string {
	const { organizationId, createdAt, updatedAt, requester, intentKey, votes, lapsedVotes, proofs, result, failure } = activity;
	const rest: Stored = {
		organizationId,
		createdAt,
		updatedAt,
		requester,
		intentKey,
		votes,
		lapsedVotes,
		proofs,
		result,
		failure,
	};
	return JSON.stringify(rest);
}

type Stored = Omit<StoredActivity, "id" | "fingerprint" | "type" | "status" | "body" | "parameters">;

function read(row: Row | undefined): StoredActivity | undefined {
	if (!row) return undefined;
	const body = row["body"] as string;
	return {
		id: row["id"] as string,
		fingerprint: row["fingerprint"] as string,
		type: row["type"] as string,
		status: row["status"] as ActivityStatus,
		body,
		parameters: (JSON.parse(body) as { readonly parameters: JsonObject }).parameters,
		...(JSON.parse(row["document"] as string) as Stored),
	};
}
