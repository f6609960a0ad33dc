// Which operation is called through a client that we did not write: every one of the catalogue, or it says here why not. The
// vendor's clients know methods, the catalogue knows paths; which method asks which path is read from the clients themselves,
// and which methods are called, from the tests beside this file.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { TurnkeyClient } from "@turnkey/http";
import { offers } from "../../src/api/operation.js";
import { operations } from "../../src/api/operations.js";
import { PATHS_BEYOND } from "../../src/api/operations-beyond.js";

/** What no published client has a method for. */
const WITHOUT_METHOD = ["disable_private_key"];

const FOLDER = "test/interop";
const calls = readdirSync(FOLDER)
	.filter((name) => name.endsWith(".test.ts") && name !== "coverage.test.ts")
	.map((name) => readFileSync(join(FOLDER, name), "utf8"))
	.join("\n");

/** Methods by the path they ask. */
async function publicMethods(): Promise<ReadonlyMap<string, string>> {
	const stamper = { stamp: async () => ({ stampHeaderName: "X-Stamp", stampHeaderValue: "" }) };
	const client = new TurnkeyClient({ baseUrl: "http://localhost" }, stamper);
	const methods = new Map<string, string>();
	for (const [name, stamp] of Object.entries(client) as [string, unknown][]) {
		// `stampGetUser` stamps what `getUser` sends; `stampLogin` is no such thing.
		if (!/^stamp[A-Z]/.test(name) || name === "stampLogin" || typeof stamp !== "function") continue;
		const { url } = (await stamp({ organizationId: "" })) as { url: string };
		methods.set(new URL(url).pathname, name.charAt("stamp".length).toLowerCase() + name.slice("stamp".length + 1));
	}
	return methods;
}

function proxyMethods(): ReadonlyMap<string, string> {
	const main = createRequire(import.meta.url).resolve("@turnkey/core");
	const code = readFileSync(join(dirname(main), "__generated__", "sdk-client-base.js"), "utf8");
	const found = code.matchAll(/this\.(proxy\w+) = async \([^)]*\) => \{\s+return this\.authProxyRequest\("([^"]+)"/g);
	return new Map([...found].map(([, name = "", path = ""]) => [path, name]));
}

test("every operation is called through an official client", async () => {
	const methods = new Map([...(await publicMethods()), ...proxyMethods()]);
	const uncalled = Object.entries(operations).filter(([, { path }]) => {
		const method = methods.get(path);
		return method === undefined || !new RegExp(`\\.${method}\\(`).test(calls);
	});
	expect(uncalled.map(([name]) => name)).toEqual(WITHOUT_METHOD);
});

test("whatever else an official client can ask is known by name", async () => {
	const known = new Set<string>([...Object.values(operations).map((each) => each.path), ...PATHS_BEYOND]);
	const asked = [...(await publicMethods()).keys()].filter((path) => path.startsWith("/public/v1/"));
	expect(asked.filter((path) => !known.has(path))).toEqual([]);
	expect(PATHS_BEYOND.filter((path) => !asked.includes(path))).toEqual([]);
});

test("profile core is the specified interface: 18 activities, 3 queries, one operation of the login proxy", () => {
	const core = Object.values(operations).filter((each) => offers("core", each));
	const count = (form: string) => core.filter((each) => each.form === form).length;
	expect([count("activity"), count("query"), count("proxy")]).toEqual([18, 3, 1]);
});
