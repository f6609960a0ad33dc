// The tables of the store, version by version. A file written by an older version is upgraded when it is opened; one
// written by a newer version is refused.
import type { Database } from "./sqlite-driver.js";

/** Each entry brings the file from the version that is its index to the next one. Never edit one that was released. */
const UPGRADES: readonly string[] = [
	`
	CREATE TABLE organization (
		number INTEGER PRIMARY KEY,
		id TEXT NOT NULL UNIQUE
	) STRICT;
	-- Everything an organisation consists of, in order of creation: the document is the entity as JSON.
	CREATE TABLE entity (
		sequence INTEGER PRIMARY KEY,
		organization INTEGER NOT NULL,
		noun TEXT NOT NULL,
		id TEXT NOT NULL,
		document TEXT NOT NULL,
		UNIQUE (organization, noun, id)
	) STRICT;
	-- The activity log. body is the text that was signed and submitted; document holds the rest (votes, result, times).
	CREATE TABLE activity (
		sequence INTEGER PRIMARY KEY,
		organization INTEGER NOT NULL,
		id TEXT NOT NULL UNIQUE,
		fingerprint TEXT NOT NULL,
		type TEXT NOT NULL,
		status TEXT NOT NULL,
		body TEXT NOT NULL,
		document TEXT NOT NULL,
		UNIQUE (organization, fingerprint)
	) STRICT;
	-- Every index entry ends with the sequence, so a page is read from the end of an index, however long the log is.
	CREATE INDEX activity_by_organization ON activity (organization);
	CREATE INDEX activity_by_type ON activity (organization, type, status);
	`,
	`
	-- What webhook endpoints are to be told, and what came of it. organization is the endpoint's.
	CREATE TABLE delivery (
		sequence INTEGER PRIMARY KEY,
		organization INTEGER NOT NULL,
		endpoint TEXT NOT NULL,
		event TEXT NOT NULL,
		event_type TEXT NOT NULL,
		activity TEXT NOT NULL,
		body TEXT NOT NULL,
		created_at INTEGER NOT NULL,
		state TEXT NOT NULL,
		attempts INTEGER NOT NULL,
		due_at INTEGER NOT NULL,
		last_attempt TEXT
	) STRICT;
	CREATE INDEX delivery_waiting ON delivery (organization, endpoint, due_at) WHERE state = 'PENDING';
	CREATE INDEX delivery_over ON delivery (sequence) WHERE state <> 'PENDING';
	CREATE INDEX delivery_by_state ON delivery (state);
	`,
];

export const DATABASE_VERSION = UPGRADES.length;

/** The file was written by a later version of this program. */
export class DatabaseTooNew extends Error {
	override readonly name = "DatabaseTooNew";
	readonly code = "DATABASE_TOO_NEW";

	constructor(found: number) {
		super(`the store has format ${found}, this version knows formats up to ${DATABASE_VERSION}`);
	}
}

/** The version a file has; throws `DatabaseTooNew` for one that is not ours to touch. */
export function databaseVersion(database: Database): number {
	const version = Number(database.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
	if (version > DATABASE_VERSION) throw new DatabaseTooNew(version);
	return version;
}

/** Brings a file to the current version, each step in a transaction of its own. */
export function upgradeDatabase(database: Database): void {
	const version = databaseVersion(database);
	for (let next = version; next < DATABASE_VERSION; next += 1) {
		database.exec(`BEGIN; ${UPGRADES[next]} PRAGMA user_version = ${next + 1}; COMMIT;`);
	}
}
