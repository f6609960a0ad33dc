import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { findManifestFiles, wouldFind } from "../../../src/manifest/manifest-files.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const FILES = [
	"one.yaml",
	"manifests/a.yaml",
	"manifests/b.json",
	"manifests/notes.txt",
	"manifests/exported/c.yaml",
	"other/d.yml",
];

describe("the files that patterns find", () => {
	test.each([
		[["manifests/*.yaml"], ["manifests/a.yaml"]],
		[["./manifests/**/*.yaml", "!manifests/exported/**"], ["manifests/a.yaml"]],
		[["manifests//**"], ["manifests/a.yaml", "manifests/b.json", "manifests/exported/c.yaml"]],
		[
			["one.yaml", "other/**/*"],
			["one.yaml", "other/d.yml"],
		],
		[
			["**/*", "!**/*.yaml"],
			["manifests/b.json", "other/d.yml"],
		],
	])("%j", async (patterns, expected) => {
		const root = await temporaryFolder();
		for (const path of FILES) {
			mkdirSync(dirname(join(root, path)), { recursive: true });
			writeFileSync(join(root, path), "");
		}
		expect(findManifestFiles(root, patterns)).toEqual({ paths: expected, diagnostics: [] });
		// Asked about files that need not be there, the patterns say the same.
		expect(FILES.filter((path) => wouldFind(patterns, path)).sort()).toEqual(expected);
	});
});
