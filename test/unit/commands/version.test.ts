// The version is written twice, so that asking for it reads no file.
import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { VERSION } from "../../../src/commands/version.js";

test("the program and its package have one version", () => {
	expect(VERSION).toBe((JSON.parse(readFileSync("package.json", "utf8")) as { version: string }).version);
});
