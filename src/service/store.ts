// Where everything lives: organisations in memory, written through to one SQLite file, and the activity log in the file
// alone.
//
// Writes of requests that are in flight together share one transaction and so one fsync (group commit): the first write
// begins it, and it is committed when the event loop has served what had arrived. Reads on the same connection see what is
// written but not yet committed, so an answer may only leave once `settled()` has resolved: then nothing in it can be lost.
// When a commit fails, the transaction is rolled back, memory is read back from the file, and everybody who waited is told.
import { ActivityLog } from "./activity-log.js";
import type { StoredActivity } from "./activity-record.js";
import { upgradeDatabase } from "./database-schema.js";
import type { Change, OrganizationEntity } from "./entity.js";
import { EntityTable } from "./entity-table.js";
import type { Organization } from "./organization.js";
import { Refusal } from "./refusal.js";
import { type Database, openDatabase } from "./sqlite-driver.js";
import { DeliveryTable } from "./webhooks/delivery-table.js";

interface Batch {
	readonly done: Promise<void>;
	readonly resolve: () => void;
	readonly reject: (reason: unknown) => void;
}

export class Store {
	readonly activities: ActivityLog;
	/** What webhook endpoints are to be told. Change it inside `write` only. */
	readonly deliveries: DeliveryTable;
	readonly #database: Database;
	readonly #entities: EntityTable;
	readonly #onFailure: (error: unknown) => void;
	#organizations = new Map<string, Organization>();
	#byNumber = new Map<number, Organization>();
	#batch: Batch | undefined;

	constructor(database: Database, options: { readonly knownTypes: readonly string[]; onFailure(error: unknown): void }) {
		this.#database = database;
		this.#onFailure = options.onFailure;
		this.#entities = new EntityTable(database);
		this.activities = new ActivityLog(database, options.knownTypes);
		this.deliveries = new DeliveryTable(database);
		this.#load();
	}

	organization(id: string): Organization | undefined {
		return this.#organizations.get(id);
	}

	/** The organisation with this number in the store. */
	organizationNumber(number: number): Organization | undefined {
		return this.#byNumber.get(number);
	}

	organizations(): IterableIterator<Organization> {
		return this.#organizations.values();
	}

	addOrganization(self: OrganizationEntity): Organization {
		return this.write(() => {
			const organization = this.#entities.addOrganization(self);
			this.#organizations.set(self.id, organization);
			this.#byNumber.set(organization.number, organization);
			if (self.parentId !== null) this.#organizations.get(self.parentId)?.adopt(organization);
			return organization;
		});
	}

	/** Takes an organisation out, with all that is in it. What it has done stays in the log; nobody is left to read it. */
	removeOrganization(organization: Organization): void {
		this.write(() => {
			this.#entities.removeOrganization(organization.number);
			this.#organizations.delete(organization.id);
			this.#byNumber.delete(organization.number);
			organization.parent?.disown(organization);
		});
	}

	/** Applies changes to an organisation, in memory and in the file. */
	apply(organization: Organization, changes: readonly Change[]): void {
		this.write(() => {
			for (const change of changes) {
				this.#entities.write(organization.number, change);
				organization.apply(change);
			}
		});
	}

	/** Adds an activity together with what it changed. */
	insert(organization: Organization, activity: StoredActivity, changes: readonly Change[]): void {
		this.write(() => this.activities.insert(organization.number, activity));
		this.apply(organization, changes);
	}

	/** Writes an activity's new state together with what it changed. */
	update(organization: Organization, activity: StoredActivity, changes: readonly Change[]): void {
		this.write(() => this.activities.update(activity));
		this.apply(organization, changes);
	}

	/** Resolves when everything written up to now is on disk; rejects with a `Refusal` (503) when it could not be written. */
	settled(): Promise<void> {
		return this.#batch?.done ?? Promise.resolve();
	}

	/** Commits what is open and closes the file. */
	close(): void {
		this.#commit();
		letGo(this.#database);
		this.#database.close();
	}

	/** Runs what writes to the file inside the open transaction, which it begins when there is none. */
	write<T>(write: () => T): T {
		try {
			this.#begin();
			return write();
		} catch (error) {
			throw this.#abandon(error);
		}
	}

	#load(): void {
		this.#organizations = this.#entities.load();
		this.#byNumber = new Map([...this.#organizations.values()].map((each) => [each.number, each]));
	}

	#begin(): void {
		if (this.#batch) return;
		this.#database.exec("BEGIN IMMEDIATE");
		let resolve = (): void => {};
		let reject: Batch["reject"] = () => {};
		const done = new Promise<void>((onDone, onFailure) => {
			resolve = onDone;
			reject = onFailure;
		});
		// Whoever waits is told; that nobody waits is no reason to end the process.
		done.catch(() => {});
		this.#batch = { done, resolve, reject };
		setImmediate(() => this.#commit());
	}

	#commit(): void {
		const batch = this.#batch;
		if (!batch) return;
		try {
			this.#database.exec("COMMIT");
		} catch (error) {
			this.#abandon(error);
			return;
		}
		this.#batch = undefined;
		batch.resolve();
	}

	#abandon(error: unknown): Refusal {
		const refusal = new Refusal("Unavailable", "the activity could not be stored; nothing was changed");
		const batch = this.#batch;
		this.#batch = undefined;
		try {
			this.#database.exec("ROLLBACK");
		} catch {
			// The engine has rolled back by itself, or never began.
		}
		this.#load();
		this.#onFailure(error);
		batch?.reject(refusal);
		return refusal;
	}
}

/**
 * Gives up the lock on the file. Closing alone does so only once every statement made for it is collected, which may be
 * never; and the lock of a file in WAL mode can only be given up by leaving that mode.
 */
function letGo(database: Database): void {
	try {
		database.prepare("PRAGMA journal_mode = DELETE").get();
		database.prepare("PRAGMA locking_mode = NORMAL").get();
		database.prepare("SELECT count(*) FROM sqlite_schema").get();
	} catch {
		// Everything that was acknowledged is in the file or its log; the lock goes with the process.
	}
}

/** Opens the file and brings it to the current format. Fails with the driver's error, for instance when it is in use. */
export async function openStoreDatabase(path: string): Promise<Database> {
	const database = await openDatabase(path);
	try {
		// Exclusive: the operating system holds the lock for as long as this process lives, and no other can open the file.
		database.exec("PRAGMA locking_mode = EXCLUSIVE");
		database.prepare("PRAGMA journal_mode = WAL").get();
		database.exec("PRAGMA synchronous = FULL");
		database.exec("BEGIN EXCLUSIVE; COMMIT");
		upgradeDatabase(database);
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}
