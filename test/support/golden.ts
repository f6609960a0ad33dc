// Compares a text with a file under test/golden, or writes the file when UPDATE_GOLDEN=1 is set.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "@jest/globals";

const folder = join(process.cwd(), "test", "golden");

export function expectGolden(name: string, actual: string): void {
	const file = join(folder, name);
	if (process.env.UPDATE_GOLDEN === "1") {
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, actual);
	}
	expect(actual).toBe(readFileSync(file, "utf8"));
}
