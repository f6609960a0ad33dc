// As much of a browser as the vendor's wallet kit asks for: storage, and a document to tell it is a page. Module scope, once
// per test file; what it leaves in storage ends with the file.
import "fake-indexeddb/auto";

/** `localStorage`, in memory. */
class MemoryStorage {
	readonly #items = new Map<string, string>();
	getItem(key: string): string | null {
		return this.#items.get(key) ?? null;
	}
	setItem(key: string, value: string): void {
		this.#items.set(key, String(value));
	}
	removeItem(key: string): void {
		this.#items.delete(key);
	}
	clear(): void {
		this.#items.clear();
	}
}

export const pageStorage = new MemoryStorage();

/** Must come before the wallet kit is imported, which looks around once. */
export function enterPage(hostname: string): void {
	const page = {
		window: globalThis,
		document: {},
		localStorage: pageStorage,
		location: { hostname, href: `https://${hostname}/` },
	};
	for (const [name, value] of Object.entries(page)) Object.defineProperty(globalThis, name, { value, configurable: true });
}
