// A folder of its own for a test, removed when the test is over.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "@jest/globals";

const folders: string[] = [];

afterEach(async () => {
	for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

export async function temporaryFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "quorate-test-"));
	folders.push(folder);
	return folder;
}
