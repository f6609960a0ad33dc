// Compares a text with a file that is kept under version control, or writes the file when UPDATE_GOLDEN=1 is set.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "@jest/globals";

/** Compares with `test/golden/NAME`. */
export function expectGolden(name: string, actual: string): void {
	expectFile(join(process.cwd(), "test", "golden", name), actual);
}

/** Compares with a file the package ships, `schemas/NAME`, which is generated. */
export function expectPublished(name: string, actual: string): void {
	expectFile(join(process.cwd(), "schemas", name), actual);
}

/** Compares with a page under `docs`, which is generated. */
export function expectDocumented(name: string, actual: string): void {
	expectFile(join(process.cwd(), "docs", name), actual);
}

function expectFile(file: string, actual: string): void {
	if (process.env.UPDATE_GOLDEN === "1") {
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, actual);
	}
	expect(actual).toBe(readFileSync(file, "utf8"));
}
