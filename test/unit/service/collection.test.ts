import { describe, expect, test } from "@jest/globals";
import { Collection } from "../../../src/service/collection.js";

interface Thing {
	readonly id: string;
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly name: string;
	readonly tags: readonly string[];
}

const thing = (id: string, name: string, tags: readonly string[] = []): Thing => ({ id, name, tags, createdAt: 0, updatedAt: 0 });
const make = () => new Collection<Thing>({ key: (each) => each.name, groups: (each) => each.tags });
const ids = (group: ReadonlyMap<string, Thing>) => [...group.keys()];

describe("Collection", () => {
	test("finds by identifier, key and group, in order of creation", () => {
		const things = make();
		things.put(thing("1", "one", ["x"]));
		things.put(thing("2", "two", ["x", "y"]));
		expect([things.size, things.get("1")?.name, things.withKey("two")?.id]).toEqual([2, "one", "2"]);
		expect([ids(things.group("x")), ids(things.group("y")), ids(things.group("z"))]).toEqual([["1", "2"], ["2"], []]);
		expect([...things.all()].map((each) => each.id)).toEqual(["1", "2"]);
	});

	test("a change keeps the place and moves key and groups", () => {
		const things = make();
		things.put(thing("1", "one", ["x"]));
		things.put(thing("2", "two", ["x"]));
		things.put(thing("1", "uno", ["x", "y"]));
		expect([things.withKey("one"), things.withKey("uno")?.id]).toEqual([undefined, "1"]);
		expect([ids(things.group("x")), ids(things.group("y"))]).toEqual([["1", "2"], ["1"]]);
		things.put(thing("1", "uno"));
		expect([ids(things.group("x")), ids(things.group("y"))]).toEqual([["2"], []]);
		expect([...things.all()].map((each) => each.id)).toEqual(["1", "2"]);
	});

	test("a removed one is found by nothing", () => {
		const things = make();
		things.put(thing("1", "one", ["x"]));
		things.remove("1");
		things.remove("unknown");
		expect([things.size, things.get("1"), things.withKey("one"), ids(things.group("x"))]).toEqual([0, undefined, undefined, []]);
	});

	test("a key handed on belongs to its new holder", () => {
		const things = make();
		things.put(thing("1", "name"));
		things.put(thing("2", "name"));
		things.remove("1");
		expect(things.withKey("name")?.id).toBe("2");
	});
});
