// That the tester of contracts sees what is wrong: a service that says one thing in its document and does another.
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "@jest/globals";
import { openApiDocument } from "../../src/api/openapi.js";
import { type Watch, watchTraffic } from "../support/watched-traffic.js";

const GET_WALLET = "/public/v1/query/get_wallet";
const wallet = {
	walletId: "w",
	walletName: "hot",
	createdAt: { seconds: "1", nanos: "0" },
	updatedAt: { seconds: "1", nanos: "0" },
	exported: false,
	imported: false,
};

let server: Server;
let watch: Watch;
afterEach(async () => {
	watch.stop();
	await new Promise((resolve) => server.close(resolve));
});

interface Answer {
	readonly status?: number;
	readonly type?: string;
	readonly body: unknown;
}

interface Request {
	readonly path?: string;
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
}

/** What is found when a service that describes itself as ours gives this answer to this request. */
async function found(
	{ status = 200, type = "application/json", body }: Answer,
	request: Request = {},
): Promise<readonly string[]> {
	const listener: RequestListener = (incoming, response) => {
		incoming.resume().on("end", () => {
			const isDocument = incoming.url === "/openapi.json";
			response.writeHead(isDocument ? 200 : status, { "content-type": isDocument ? "application/json" : type });
			response.end(JSON.stringify(isDocument ? openApiDocument("core") : body));
		});
	};
	server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	watch = await watchTraffic({ baseUrl, authProxyUrl: "http://127.0.0.1:1" });
	const { path = GET_WALLET, body: asked = { organizationId: "o", walletId: "w" }, headers = { "x-stamp": "s" } } = request;
	const answer = await fetch(`${baseUrl}${path}`, {
		method: "POST",
		headers: { "content-type": "application/json", connection: "close", ...headers },
		body: JSON.stringify(asked),
	});
	await answer.text();
	return watch.violations;
}

describe("the tester of contracts", () => {
	test("finds nothing wrong with what is right", async () => {
		expect(await found({ body: { wallet } })).toEqual([]);
		expect([...watch.answered]).toEqual([["get_wallet", new Set([200])]]);
	});

	test("finds nothing wrong with a refusal of a wrong request", async () => {
		const refusal = { code: 3, message: "no", details: [], turnkeyErrorCode: "REQUEST_INVALID" };
		expect(await found({ status: 400, body: refusal }, { body: {}, headers: {} })).toEqual([]);
	});

	const { walletName: _, ...nameless } = wallet;
	test.each<[string, Answer, Request, string]>([
		["a status that is not documented", { status: 418, body: {} }, {}, "-> 418: the document has no such status"],
		["a member that is missing", { body: { wallet: nameless } }, {}, "must have required property 'walletName'"],
		["a member that is too many", { body: { wallet: { ...wallet, seed: "?" } } }, {}, "must NOT have additional properties"],
		["a member of another type", { body: { wallet: { ...wallet, exported: "no" } } }, {}, "must be boolean"],
		["another content type", { type: "application/json; charset=utf-8", body: { wallet } }, {}, "content type application/json;"],
		["a request without credentials that is carried out", { body: { wallet } }, { headers: {} }, "without any of the headers"],
		["a wrong request that is carried out", { body: { wallet } }, { body: { walletId: 1 } }, "request/requestBody must have"],
		["a path that is not documented", { body: {} }, { path: "/public/v1/query/whoami" }, "the document has no such path"],
		[
			"a number that does not go with the status",
			{ status: 404, body: { code: 3, message: "no", details: [], turnkeyErrorCode: "" } },
			{},
			"answer/code must be equal to one of the allowed values",
		],
		[
			"a code nobody knows",
			{ status: 404, body: { code: 5, message: "no", details: [], turnkeyErrorCode: "NO_WALLET" } },
			{},
			"answer/turnkeyErrorCode must be equal to one of the allowed values",
		],
	])("finds %s", async (_what, answer, request, violation) => {
		const violations = await found(answer, request);
		expect(violations.join("\n")).toContain(violation);
	});
});

test("the official clients are listened to in every test of theirs", () => {
	const folder = "test/interop";
	const texts = readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`, "utf8")] as const);
	expect(texts.filter(([, text]) => text.includes("support/running-service.js")).map(([name]) => name)).toEqual([]);
	expect(texts.filter(([, text]) => text.includes("support/described-service.js")).length).toBeGreaterThan(10);
});
