// What differs from run to run (identifiers, digests, times, ports, folders), named so that it does not.

/** Gives what differs from run to run names that do not: the first identifier is id-1, and so on. */
export class StableNames {
	readonly #folder: string | undefined;
	readonly #given = new Map<string, string>();
	readonly #counts = new Map<string, number>();

	constructor(folder?: string) {
		this.#folder = folder;
	}

	replace(text: string): string {
		return (this.#folder === undefined ? text : text.replaceAll(this.#folder, "FOLDER"))
			.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => this.#name("id", id))
			.replaceAll(/sha256:[0-9a-f]{64}/g, (digest) => this.#name("digest", digest))
			.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "TIME")
			.replaceAll(/\(\d+\.\d s\)/g, "(0.0 s)")
			.replaceAll(/in \d+\.\d s\./g, "in 0.0 s.")
			.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
			.replaceAll(/process \d+/g, "process N");
	}

	#name(sort: string, value: string): string {
		let name = this.#given.get(value);
		if (name === undefined) {
			const count = (this.#counts.get(sort) ?? 0) + 1;
			this.#counts.set(sort, count);
			name = `${sort}-${count}`;
			this.#given.set(value, name);
		}
		return name;
	}
}
