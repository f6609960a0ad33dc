// What a run read, as it was when it was read: files by their content, folders by the manifests and folders they list. What
// else lies in a folder, such as the run's own output, does not count.
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { sha256Hex } from "../base/digest.js";
import { readSourceFile } from "../manifest/source-file.js";

const MANIFEST_FILE = /\.(?:ya?ml|json)$/i;

/** What starts with a dot is no manifest, and may be the run's own cache. */
const COUNTS = /^[^.]/;

export class Reads {
	/** As they were before the run, for those that an earlier one read. */
	readonly #before: ReadonlyMap<string, string>;
	readonly #digests = new Map<string, string>();
	readonly #folders = new Set<string>();

	/** `earlier` is what the run before read: as it is now, it is what this run begins with. */
	constructor(earlier?: Reads) {
		const known = earlier === undefined ? [] : [...earlier.#digests.keys()];
		this.#before = new Map(known.map((key) => [key, digestOf(key)]));
	}

	/** A file that is read now, by its absolute path. It need not be there. */
	file(path: string): void {
		this.#add(`file ${path}`);
		this.folder(dirname(path));
	}

	/** A folder in which files are looked for. */
	folder(path: string): void {
		this.#folders.add(path);
		this.#add(`folder ${path}`);
	}

	/** Counts what the run before read as read: this one ended before it came to it. */
	keepEarlier(): void {
		for (const key of this.#before.keys()) {
			const path = key.slice(key.indexOf(" ") + 1);
			if (key.startsWith("file ")) this.file(path);
			else this.folder(path);
		}
	}

	get folders(): readonly string[] {
		return [...this.#folders];
	}

	/** Whether everything is still as it was. */
	unchanged(): boolean {
		return [...this.#digests].every(([key, digest]) => digestOf(key) === digest);
	}

	#add(key: string): void {
		if (!this.#digests.has(key)) this.#digests.set(key, this.#before.get(key) ?? digestOf(key));
	}
}

function digestOf(key: string): string {
	const path = key.slice(key.indexOf(" ") + 1);
	try {
		if (key.startsWith("file ")) return digestOfFile(path);
		const entries = readdirSync(path, { withFileTypes: true });
		const listed = entries.filter((each) => COUNTS.test(each.name) && (each.isDirectory() || MANIFEST_FILE.test(each.name)));
		return listed
			.map((each) => each.name)
			.sort()
			.join("/");
	} catch {
		return "gone";
	}
}

/** Read as manifests are: what is no file, or too large for one, is not waited for. */
function digestOfFile(path: string): string {
	const { file, diagnostics } = readSourceFile("", path);
	return file === undefined ? diagnostics.map(({ message }) => message).join("\n") : sha256Hex(file.text);
}
