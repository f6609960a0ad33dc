// Where everything lives: organisations in memory, written through to one SQLite file, and the activity log in the file
// alone.
//
// Writes of requests that are in flight together share one transaction and one trip to the disk (group commit). The first
// write begins it. It is committed when the event loop comes round, and no sooner than the transaction
// before it is on disk: bringing that there happens beside the event loop, and whatever arrives meanwhile forms the next
// group, the larger the slower the disk is. Reads on the same connection see what is written but not yet on disk, so an
// answer may only leave once `settled()` has resolved: then nothing in it can be lost.
//
// When a commit fails, the transaction is rolled back, memory is read back from the file, and everybody who waited is told.
// When the disk does not take what was committed, nobody knows what of it will be there tomorrow: everybody who waited is
// told, and nothing more is acknowledged before the service is started again and reads what there is.
import { ActivityLog } from "./activity-log.js";
import type { StoredActivity } from "./activity-record.js";
import type { Change, OrganizationEntity } from "./entity.js";
import { EntityTable } from "./entity-table.js";
import type { Organization } from "./organization.js";
import { Refusal } from "./refusal.js";
import type { Database } from "./sqlite-driver.js";
import type { StoreDatabase } from "./store-database.js";
import { DeliveryTable } from "./webhooks/delivery-table.js";

/** Writes that reach the disk together. */
interface Batch {
	readonly done: Promise<void>;
	readonly resolve: () => void;
	readonly reject: (reason: unknown) => void;
}

export interface StoreOptions {
	/** Every activity type there can be in the log. */
	readonly knownTypes: readonly string[];
	onFailure(error: unknown): void;
}

export class Store {
	readonly activities: ActivityLog;
	/** What webhook endpoints are to be told. Change it inside `write` only. */
	readonly deliveries: DeliveryTable;
	readonly #database: StoreDatabase;
	readonly #entities: EntityTable;
	readonly #onFailure: (error: unknown) => void;
	#organizations = new Map<string, Organization>();
	#byNumber = new Map<number, Organization>();
	/** What is being written, and what is committed and on its way to the disk. */
	#batch: Batch | undefined;
	#syncing: Batch | undefined;
	/** The disk did not take what it was given. */
	#broken: Refusal | undefined;

	constructor(database: StoreDatabase, options: StoreOptions) {
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
		if (this.#broken) return Promise.reject(this.#broken);
		return (this.#batch ?? this.#syncing)?.done ?? Promise.resolve();
	}

	/** Brings what is open to the disk and closes the file. */
	async close(): Promise<void> {
		// Whoever waits is told if that fails.
		await this.settled().catch(() => {});
		letGo(this.#database);
		this.#database.close();
	}

	/** Runs what writes to the file inside the open transaction, which it begins when there is none. */
	write<T>(write: () => T): T {
		if (this.#broken) throw this.#broken;
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
		this.#batch = newBatch();
		if (!this.#syncing) setImmediate(() => this.#commit());
	}

	#commit(): void {
		const batch = this.#batch;
		if (!batch || this.#syncing) return;
		try {
			this.#database.exec("COMMIT");
		} catch (error) {
			this.#abandon(error);
			return;
		}
		this.#batch = undefined;
		this.#syncing = batch;
		this.#database.sync((error) => this.#synced(batch, error));
	}

	#synced(batch: Batch, error: unknown): void {
		this.#syncing = undefined;
		if (error) {
			this.#break(batch, error);
			return;
		}
		batch.resolve();
		if (this.#batch) setImmediate(() => this.#commit());
	}

	#break(batch: Batch, error: unknown): void {
		this.#broken = new Refusal(
			"Unavailable",
			"the disk failed; whether the activity is stored shows when the service is started again",
		);
		this.#onFailure(error);
		batch.reject(this.#broken);
		this.#batch?.reject(this.#broken);
		this.#batch = undefined;
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

function newBatch(): Batch {
	let resolve = (): void => {};
	let reject: Batch["reject"] = () => {};
	const done = new Promise<void>((onDone, onFailure) => {
		resolve = onDone;
		reject = onFailure;
	});
	// Whoever waits is told; that nobody waits is no reason to end the process.
	done.catch(() => {});
	return { done, resolve, reject };
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
