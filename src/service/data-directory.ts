// The service's folder: the store, the key that seals secrets, the credentials it made, and who is using it right now.
import {
	chmodSync,
	closeSync,
	existsSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Secret } from "../base/secret.js";
import { reasonInWords } from "../base/system-reason.js";
import { DatabaseTooNew } from "./database-schema.js";
import { sqliteCode } from "./sqlite-driver.js";
import { openStoreDatabase, type StoreDatabase } from "./store-database.js";
import { timestampText } from "./timestamp.js";

/** Why the folder cannot be used: somebody else has it, the disk will not have us, or a later version has written it. */
export class DataDirectoryError extends Error {
	override readonly name = "DataDirectoryError";
	readonly code: "DATA_DIRECTORY_IN_USE" | "DATA_DIRECTORY_UNUSABLE" | "DATA_DIRECTORY_TOO_NEW";

	constructor(code: DataDirectoryError["code"], message: string, cause?: unknown) {
		super(message, cause === undefined ? undefined : { cause });
		this.code = code;
	}
}

/** A user's API key as it is written for clients to read. */
export interface Credentials {
	readonly organizationId: string;
	/** Compressed P-256 point, hexadecimal. */
	readonly apiPublicKey: string;
	/** The scalar, 64 hexadecimal digits. */
	readonly apiPrivateKey: Secret;
}

/** Who has the folder, as far as it has said so. */
export interface Holder {
	readonly processId: number | null;
	/** RFC 3339. */
	readonly since: string;
	/** Where it listens; absent until it does. */
	readonly baseUrl?: string;
}

const ADMIN_TOKEN = "admin.token";

/** The token of the service that has a folder; undefined when none has, or it may not be read. */
export function readAdminToken(path: string): Secret | undefined {
	try {
		return new Secret(readFileSync(join(path, ADMIN_TOKEN), "utf8").trim());
	} catch {
		return undefined;
	}
}

/** Who says they have a folder; undefined when nobody does. What a killed process left may still stand there. */
export function readHolder(path: string): Holder | undefined {
	try {
		return JSON.parse(readFileSync(join(path, "holder.json"), "utf8")) as Holder;
	} catch {
		return undefined;
	}
}

/** Makes a folder and those above it. The platform's own way never ends where a file system refuses them, as below /proc. */
function makeFolder(path: string): void {
	const above = dirname(path);
	if (!existsSync(above)) makeFolder(above);
	try {
		mkdirSync(path, { mode: 0o700 });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !statSync(path).isDirectory()) throw error;
	}
}

export class DataDirectory {
	readonly path: string;
	readonly database: StoreDatabase;
	readonly #holder: Holder;

	private constructor(path: string, database: StoreDatabase, holder: Holder) {
		this.path = path;
		this.database = database;
		this.#holder = holder;
	}

	/**
	 * Creates the folder if need be and takes hold of it until the process ends or `close` is called.
	 * Throws `DataDirectoryError` when another process has it, naming that process, or when it cannot be written.
	 */
	static async open(
		path: string,
		holder: { readonly processId: number | undefined; readonly now: number },
	): Promise<DataDirectory> {
		try {
			makeFolder(path);
			chmodSync(path, 0o700);
			// Made here and not by the engine, whose other files take over the mode of this one.
			closeSync(openSync(join(path, "service.db"), "a", 0o600));
		} catch (error) {
			throw unusable(path, error);
		}
		let database: StoreDatabase;
		try {
			database = await openStoreDatabase(join(path, "service.db"));
		} catch (error) {
			const code = sqliteCode(error);
			if (code === "SQLITE_BUSY" || code === "SQLITE_LOCKED") throw inUse(path);
			throw unusable(path, error);
		}
		const holding: Holder = { processId: holder.processId ?? null, since: timestampText(holder.now) };
		try {
			writeHolder(path, holding);
			return new DataDirectory(path, database, holding);
		} catch (error) {
			database.close();
			throw unusable(path, error);
		}
	}

	/** Lets others who find the folder taken know where to ask. */
	announce(baseUrl: string): void {
		writeHolder(this.path, { ...this.#holder, baseUrl });
	}

	get credentialsFile(): string {
		return join(this.path, "credentials.json");
	}

	writeRootCredentials(credentials: Credentials): void {
		this.#writeCredentials(this.credentialsFile, credentials);
	}

	/** The root user's credentials as written when the store was new; undefined when the file was taken away. */
	readRootCredentials(): Credentials | undefined {
		const text = this.#read("credentials.json");
		if (text === undefined) return undefined;
		const { organizationId, apiPublicKey, apiPrivateKey } = JSON.parse(text) as Record<string, string>;
		if (organizationId === undefined || apiPublicKey === undefined || apiPrivateKey === undefined) return undefined;
		return { organizationId, apiPublicKey, apiPrivateKey: new Secret(apiPrivateKey) };
	}

	/** A seeded user's credentials, under `credentials/`; `name` may hold anything a name may hold. */
	writeUserCredentials(name: string, credentials: Credentials): void {
		mkdirSync(join(this.path, "credentials"), { recursive: true, mode: 0o700 });
		this.#writeCredentials(join(this.path, "credentials", `${fileName(name)}.json`), credentials);
	}

	/** The key secrets at rest are encrypted with: 64 hexadecimal digits; undefined while there is none. */
	readSealingKey(): Secret | undefined {
		const text = this.#read("sealing.key");
		return text === undefined ? undefined : new Secret(text.trim());
	}

	writeSealingKey(key: Secret): void {
		writePrivateFile(join(this.path, "sealing.key"), `${key.reveal()}\n`);
	}

	/** The service's own keys, sealed, by name; undefined while there are none. */
	readServiceKeys(): Readonly<Record<string, string>> | undefined {
		const text = this.#read("service-keys.json");
		return text === undefined ? undefined : (JSON.parse(text) as Record<string, string>);
	}

	writeServiceKeys(sealed: Readonly<Record<string, string>>): void {
		writePrivateFile(join(this.path, "service-keys.json"), `${JSON.stringify(sealed, null, "\t")}\n`);
	}

	get adminTokenFile(): string {
		return join(this.path, ADMIN_TOKEN);
	}

	/** What the owner shows to have the service vote for somebody; another one at every start. */
	writeAdminToken(token: Secret): void {
		writePrivateFile(this.adminTokenFile, `${token.reveal()}\n`);
	}

	/**
	 * Says that nobody has the folder any more. The store is closed afterwards: it is what holds the folder, and whoever has it
	 * next writes files of the same names.
	 */
	close(): void {
		rmSync(this.adminTokenFile, { force: true });
		rmSync(join(this.path, "holder.json"), { force: true });
	}

	#writeCredentials(file: string, credentials: Credentials): void {
		const { organizationId, apiPublicKey, apiPrivateKey } = credentials;
		const document = { organizationId, apiPublicKey, apiPrivateKey: apiPrivateKey.reveal() };
		writePrivateFile(file, `${JSON.stringify(document, null, "\t")}\n`);
	}

	#read(name: string): string | undefined {
		try {
			return readFileSync(join(this.path, name), "utf8");
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
			throw unusable(this.path, error);
		}
	}
}

function writeHolder(path: string, holder: Holder): void {
	writePrivateFile(join(path, "holder.json"), `${JSON.stringify(holder)}\n`);
}

/** Whole or not at all, on disk before it returns, readable by the owner only. */
function writePrivateFile(path: string, text: string): void {
	const temporary = `${path}.new`;
	try {
		const file = openSync(temporary, "w", 0o600);
		try {
			writeSync(file, text);
			fsyncSync(file);
		} finally {
			closeSync(file);
		}
		renameSync(temporary, path);
	} catch (error) {
		rmSync(temporary, { force: true });
		throw error;
	}
}

/** A name as a file name: letters, digits, `-`, `_`, `.`, space and `@` stay, everything else is percent-encoded. */
function fileName(name: string): string {
	const encoded = name.replace(/[^\p{L}\p{N}\-_. @]/gu, (each) =>
		[...Buffer.from(each)].map((byte) => `%${byte.toString(16).padStart(2, "0").toUpperCase()}`).join(""),
	);
	return encoded.replace(/^\./, "%2E").slice(0, 200);
}

function inUse(path: string): DataDirectoryError {
	// The holder may not have written its name yet; that it holds the folder is certain all the same.
	const holder = readHolder(path);
	const name = holder?.processId == null ? "another process" : `process ${holder.processId}`;
	const who = holder ? `${name} since ${holder.since}` : name;
	return new DataDirectoryError("DATA_DIRECTORY_IN_USE", `data directory \`${path}\` is in use by ${who}`);
}

/** The store is there, but what its secrets were sealed with is not. */
export function sealingKeyMissing(path: string): DataDirectoryError {
	return unusable(path, new Error("its `sealing.key` is missing, without which the secrets in its store cannot be opened"));
}

function unusable(path: string, cause: unknown): DataDirectoryError {
	const reason = reasonInWords(cause) ?? (cause instanceof Error ? cause.message : String(cause));
	const code = cause instanceof DatabaseTooNew ? "DATA_DIRECTORY_TOO_NEW" : "DATA_DIRECTORY_UNUSABLE";
	return new DataDirectoryError(code, `cannot use data directory \`${path}\`: ${reason}`, cause);
}
