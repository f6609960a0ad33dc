// Every story in test/scenarios/stories, told again. `UPDATE_GOLDEN=1` writes down what it tells now; read the difference.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { readStory, tellStory } from "../support/story.js";

const FOLDER = "test/scenarios/stories";
const names = readdirSync(FOLDER).filter((file) => file.endsWith(".story"));

describe("stories", () => {
	test("there are some", () => {
		expect(names.length).toBeGreaterThan(10);
	});

	test.each(names)(
		"%s",
		(name) => {
			const file = join(FOLDER, name);
			const text = readFileSync(file, "utf8");
			const told = tellStory(readStory(text));
			if (process.env["UPDATE_GOLDEN"] === "1" && told !== text) writeFileSync(file, told);
			expect(told).toBe(process.env["UPDATE_GOLDEN"] === "1" ? readFileSync(file, "utf8") : text);
		},
		120_000,
	);
});
