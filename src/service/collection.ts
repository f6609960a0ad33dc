// Entities of one noun in memory, with the look-ups requests need, each in constant time.
import type { Entity } from "./entity.js";

/** What a collection can be asked by, besides the identifier. */
export interface Index<E> {
	/** A text no two entities share: a name, a public key. */
	readonly key?: (entity: E) => string;
	/** What an entity is found under together with others: its user, its tags, the events it wants. */
	readonly groups?: (entity: E) => readonly string[];
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/** Keeps the order of creation, which is the order of every list. */
export class Collection<E extends Entity> {
	readonly #index: Index<E>;
	readonly #byId = new Map<string, E>();
	readonly #byKey = new Map<string, E>();
	readonly #byGroup = new Map<string, Map<string, E>>();

	constructor(index: Index<E> = {}) {
		this.#index = index;
	}

	get size(): number {
		return this.#byId.size;
	}

	get(id: string): E | undefined {
		return this.#byId.get(id);
	}

	withKey(key: string): E | undefined {
		return this.#byKey.get(key);
	}

	all(): IterableIterator<E> {
		return this.#byId.values();
	}

	/** The members of a group by identifier, in the order they joined it. */
	group(name: string): ReadonlyMap<string, E> {
		return this.#byGroup.get(name) ?? NONE;
	}

	put(entity: E): void {
		const before = this.#byId.get(entity.id);
		if (before) this.#forget(before, this.#index.groups?.(entity) ?? []);
		const key = this.#index.key?.(entity);
		if (key !== undefined) this.#byKey.set(key, entity);
		for (const name of this.#index.groups?.(entity) ?? []) {
			const group = this.#byGroup.get(name);
			if (group) group.set(entity.id, entity);
			else this.#byGroup.set(name, new Map([[entity.id, entity]]));
		}
		this.#byId.set(entity.id, entity);
	}

	remove(id: string): void {
		const before = this.#byId.get(id);
		if (!before) return;
		this.#forget(before, []);
		this.#byId.delete(id);
	}

	/** Takes an entity out of the indexes, except out of groups it stays in: its place there is kept. */
	#forget(entity: E, stays: readonly string[]): void {
		const key = this.#index.key?.(entity);
		// Two changes of one activity may hand a key from one entity to another; the later holder keeps it.
		if (key !== undefined && this.#byKey.get(key) === entity) this.#byKey.delete(key);
		for (const name of this.#index.groups?.(entity) ?? []) {
			if (stays.includes(name)) continue;
			const group = this.#byGroup.get(name);
			group?.delete(entity.id);
			if (group?.size === 0) this.#byGroup.delete(name);
		}
	}
}
