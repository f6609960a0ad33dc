// The store's file, opened: nobody else has it, it has the current format, and what is committed to it can be brought to
// the disk without keeping everybody waiting.
//
// SQLite writes a commit to the log beside the file (WAL) and, with `synchronous = NORMAL`, does not wait until the disk has
// it. Waiting is `sync`, on a thread of the platform's pool. A power cut between the two loses the commit as a whole and
// nothing before it: a log that breaks off is valid up to its last whole commit. Before the log is copied into the file and
// begun anew, SQLite brings both to the disk itself. That is done when the file is opened, too: what a killed process has
// committed can be read from the log although the disk may never have had it, and the first answer must not tell it before.
import { closeSync, fdatasync, openSync } from "node:fs";
import { databaseVersion, upgradeDatabase } from "./database-schema.js";
import { type Database, openDatabase } from "./sqlite-driver.js";

/**
 * How long the log grows, in pages of 4 KiB, before it is copied into the file: pages that change often are copied once, and
 * what a start after a kill has to read stays small.
 */
const LOG_PAGES = 4000;
/** Pages kept in memory, in KiB: the ends of the indexes, where writing and listing happen. */
const CACHE_KIB = 16_000;

export interface StoreDatabase extends Database {
	/** Calls back once everything committed so far is on disk, with what went wrong if it is not. */
	sync(done: (error: unknown) => void): void;
}

/** Opens the file and brings it to the current format. Fails with the driver's error, for instance when it is in use. */
export async function openStoreDatabase(path: string): Promise<StoreDatabase> {
	const database = await openDatabase(path);
	try {
		// Exclusive: the operating system holds the lock for as long as this process lives, and no other can open the file.
		database.exec("PRAGMA locking_mode = EXCLUSIVE");
		databaseVersion(database);
		database.prepare("PRAGMA journal_mode = WAL").get();
		database.exec("PRAGMA synchronous = FULL");
		database.exec("BEGIN EXCLUSIVE; COMMIT");
		upgradeDatabase(database);
		bringToDisk(database);
		database.exec(`PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${LOG_PAGES}; PRAGMA cache_size = -${CACHE_KIB}`);
	} catch (error) {
		database.close();
		throw error;
	}
	return path === ":memory:" ? inMemory(database) : onDisk(database, path);
}

/** Everything the log holds, into the file and onto the disk; the log is empty afterwards. */
function bringToDisk(database: Database): void {
	// Throws when the disk refuses; somebody who still reads the log is told in the row.
	const done = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
	if (done?.["busy"] === 0) return;
	throw Object.assign(new Error("its log is in use and cannot be brought to the disk"), { code: "SQLITE_BUSY" });
}

function inMemory(database: Database): StoreDatabase {
	return {
		exec: (sql) => database.exec(sql),
		prepare: (sql) => database.prepare(sql),
		close: () => database.close(),
		sync: (done) => queueMicrotask(() => done(undefined)),
	};
}

function onDisk(database: Database, path: string): StoreDatabase {
	// The log is there from the first write on, and stays the same file for as long as this process has it.
	let log: number | undefined;
	return {
		exec: (sql) => database.exec(sql),
		prepare: (sql) => database.prepare(sql),
		close() {
			if (log !== undefined) closeSync(log);
			database.close();
		},
		sync(done) {
			try {
				log ??= openSync(`${path}-wal`, "r+");
			} catch (error) {
				queueMicrotask(() => done(error));
				return;
			}
			fdatasync(log, done);
		},
	};
}
