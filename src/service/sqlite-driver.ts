// The little of SQLite that the service needs, the same over the platform's own module (Node 22.13 and later) and over
// libsql. The file is interchangeable between the two.

export type SqlValue = string | number | null;
/** Columns by name. A driver may add members of its own; read the ones you asked for. */
export type Row = Readonly<Record<string, SqlValue>>;

export interface Statement {
	run(...values: readonly SqlValue[]): void;
	get(...values: readonly SqlValue[]): Row | undefined;
	all(...values: readonly SqlValue[]): readonly Row[];
}

export interface Database {
	exec(sql: string): void;
	prepare(sql: string): Statement;
	close(): void;
}

interface Constructor {
	new (path: string): Database;
}

/** Opens or creates the file; `:memory:` keeps everything in memory. Throws what the driver throws. */
export async function openDatabase(path: string): Promise<Database> {
	const Engine = await loadEngine();
	return new Engine(path);
}

async function loadEngine(): Promise<Constructor> {
	// Not a literal, so that bundlers and older type definitions do not look for a module that is not there on Node 20.
	const platform = "node:sqlite";
	try {
		return ((await import(platform)) as { readonly DatabaseSync: Constructor }).DatabaseSync;
	} catch {
		const { default: Libsql } = await import("libsql");
		return Libsql as unknown as Constructor;
	}
}

/** The result code's name, for instance `SQLITE_BUSY`, whichever driver raised it. */
export function sqliteCode(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined;
	const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
	if (typeof errcode === "number") return PRIMARY_CODES[errcode & 0xff];
	return typeof code === "string" && code.startsWith("SQLITE_") ? code : undefined;
}

const PRIMARY_CODES: Readonly<Record<number, string>> = {
	5: "SQLITE_BUSY",
	6: "SQLITE_LOCKED",
	8: "SQLITE_READONLY",
	10: "SQLITE_IOERR",
	11: "SQLITE_CORRUPT",
	13: "SQLITE_FULL",
	14: "SQLITE_CANTOPEN",
	26: "SQLITE_NOTADB",
};
