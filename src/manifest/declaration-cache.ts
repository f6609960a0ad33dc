// What files declared, kept between runs by the digest of their text. It only ever saves time: it may be deleted at any
// moment, and content that is damaged, or was made under other circumstances, is as good as none.
import {
	closeSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { digestOf, sha256Hex, sha256Stream } from "../base/digest.js";
import type { JsonValue } from "../base/json.js";
import type { Desired } from "../model/resource.js";

const FILE = "manifests.cache";

/** Counts up when what is stored changes. */
const FORMAT = 2;

/** One declaration that had nothing wrong with it. Where it stands is not kept: it may have moved within its file. */
export interface CachedDeclaration {
	readonly desired: Omit<Desired, "source">;
	/** Digest of what is desired, by meaning. */
	readonly digest: string;
}

export interface DeclarationCache {
	/** What the documents of a text with that digest declared, in order. */
	get(textDigest: string): readonly CachedDeclaration[] | undefined;
	put(textDigest: string, declarations: readonly CachedDeclaration[]): void;
	/** Writes what was asked for or put in this run, when that differs from what is there. Failing to is no failure. */
	save(): void;
}

/** `circumstances` is everything a declaration depends on besides its text and this program. */
export function openDeclarationCache(folder: string, circumstances: JsonValue): DeclarationCache {
	const identity = digestOf([programIdentity(), circumstances]);
	const header = JSON.stringify({ quorate: "declaration cache", format: FORMAT, identity });
	const stored = load(join(folder, FILE), header);
	const used = new Map<string, readonly CachedDeclaration[]>();
	let added = false;
	return {
		get(textDigest) {
			const declarations = stored.get(textDigest);
			if (declarations !== undefined) used.set(textDigest, declarations);
			return declarations;
		},
		put(textDigest, declarations) {
			used.set(textDigest, declarations);
			added = true;
		},
		save() {
			if (added || used.size < stored.size) store(folder, header, used);
		},
	};
}

/** Tells one build of this program from another of the same version, so that a new check is never hidden by an old answer. */
export function programIdentity(): JsonValue {
	const folder = dirname(fileURLToPath(import.meta.url));
	return readdirSync(folder)
		.sort()
		.map((name) => {
			const { size, mtimeMs } = statSync(join(folder, name));
			return [name, size, mtimeMs];
		});
}

/** Three lines: what it is, text digests with declarations, and the digest of the second line. */
function load(path: string, header: string): ReadonlyMap<string, readonly CachedDeclaration[]> {
	const found = new Map<string, readonly CachedDeclaration[]>();
	try {
		const bytes = readFileSync(path);
		const first = bytes.indexOf("\n");
		const last = bytes.lastIndexOf("\n");
		if (first === -1 || last === first || bytes.toString("latin1", 0, first) !== header) return found;
		const body = bytes.subarray(first + 1, last);
		if (sha256Hex(body) !== bytes.toString("latin1", last + 1)) return found;
		const entries = JSON.parse(body.toString("latin1")) as [string, readonly CachedDeclaration[]][];
		for (const [textDigest, declarations] of entries) found.set(textDigest, declarations);
		return found;
	} catch {
		// Absent or unreadable: the documents are read again.
		return new Map();
	}
}

/** Written piece by piece, so that saving takes no memory worth speaking of. */
function store(folder: string, header: string, files: ReadonlyMap<string, readonly CachedDeclaration[]>): void {
	let temporary: string | undefined;
	let descriptor: number | undefined;
	try {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		temporary = mkdtempSync(join(folder, ".manifests-"));
		descriptor = openSync(join(temporary, FILE), "wx", 0o600);
		const digest = sha256Stream();
		let piece = "";
		const flush = (): void => {
			writeSync(descriptor ?? -1, piece, null, "latin1");
			digest.update(piece);
			piece = "";
		};
		writeSync(descriptor, `${header}\n`);
		piece = "[";
		let separator = "";
		for (const [textDigest, declarations] of files) {
			piece += `${separator}["${textDigest}",[`;
			separator = ",";
			for (const [index, each] of declarations.entries()) {
				piece += (index === 0 ? "" : ",") + ascii(JSON.stringify(each));
				if (piece.length > PIECE) flush();
			}
			piece += "]]";
		}
		piece += "]";
		flush();
		writeSync(descriptor, `\n${digest.hex()}`);
		closeSync(descriptor);
		descriptor = undefined;
		renameSync(join(temporary, FILE), join(folder, FILE));
	} catch {
		// A cache that cannot be written costs the next run its time, nothing else.
	} finally {
		if (descriptor !== undefined) closeSync(descriptor);
		if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
	}
}

const PIECE = 1 << 18;

/** JSON without any character beyond ASCII: read back in half the time and half the memory. */
function ascii(json: string): string {
	return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
