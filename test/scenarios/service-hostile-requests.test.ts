// What somebody hostile, or a broken program, may send the embedded service over a socket: it is told what is wrong, nothing
// else changes, and whoever comes next is served.
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { testClock } from "../support/clocks.js";
import { runService, type TestService } from "../support/described-service.js";
import type { Answer } from "../support/service-client.js";

const WHOAMI = "/public/v1/query/whoami";
const CREATE_TAG = "/public/v1/submit/create_private_key_tag";

let service: TestService;
/** One that waits for nobody; only slowness is tried on it, since a busy machine makes everybody slow. */
let hasty: TestService;
const problems: Answer[] = [];
beforeAll(async () => {
	const log = (event: Answer) => void (event.level === "error" && problems.push(event));
	service = await runService({ clock: testClock(), log });
	hasty = await runService({ limits: { headersTimeout: 100, requestTimeout: 300 }, clock: testClock(), log });
});
afterAll(async () => {
	const last = await service.root.ask("whoami");
	await service.close();
	await hasty.close();
	expect([last.status, problems]).toEqual([200, []]);
});

const whoami = () => JSON.stringify({ organizationId: service.organizationId });

interface Told {
	readonly status: number;
	readonly body: Answer;
	readonly headers: string;
}

/** Sends text over a connection of its own and resolves, once the service has hung up, to everything it said. */
async function say(text: string | Uint8Array, url = service.baseUrl): Promise<readonly Told[]> {
	const { port } = new URL(url);
	const socket = connect(Number(port), "127.0.0.1");
	socket.on("error", () => {});
	socket.write(text);
	const chunks: Buffer[] = [];
	socket.on("data", (chunk) => chunks.push(chunk));
	await new Promise((resolve) => socket.on("close", resolve));
	return readAnswers(Buffer.concat(chunks).toString());
}

function readAnswers(text: string): readonly Told[] {
	const answers: Told[] = [];
	let rest = text;
	while (rest.length > 0) {
		const end = rest.indexOf("\r\n\r\n");
		const headers = rest.slice(0, end);
		const length = Number(/^content-length: (\d+)/im.exec(headers)?.[1] ?? 0);
		const body = rest.slice(end + 4, end + 4 + length);
		answers.push({ status: Number(headers.split(" ")[1]), headers, body: body === "" ? "" : JSON.parse(body) });
		rest = rest.slice(end + 4 + length);
	}
	return answers;
}

/** A stamped request, byte for byte; more headers may be wrong. */
function written(body: string, headers: readonly string[] = [], path = WHOAMI): string {
	const lines = [
		`POST ${path} HTTP/1.1`,
		"Host: localhost",
		"Content-Type: application/json",
		`X-Stamp: ${service.root.stamp(body)}`,
		...headers,
	];
	if (!headers.some((each) => /^(content-length|transfer-encoding):/i.test(each))) lines.push(`Content-Length: ${body.length}`);
	return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

const refusal = (detail: string, status = 400) => [
	status,
	{
		code: 3,
		message: `bad request body: ${detail}`,
		details: [{ "@type": "type.googleapis.com/errors.v1.TurnkeyErrorDetail", turnkeyErrorCode: "REQUEST_INVALID" }],
		turnkeyErrorCode: "REQUEST_INVALID",
	},
];

/** The one answer to what was said. */
async function toldOnce(text: string | Uint8Array, url = service.baseUrl): Promise<readonly unknown[]> {
	const told = await say(text, url);
	expect(told).toHaveLength(1);
	expect(told[0]?.headers.toLowerCase()).toMatch(/content-type: application\/json(\r|$)/);
	return [told[0]?.status, told[0]?.body];
}

describe("slowness", () => {
	test("headers that never end", async () => {
		expect(await toldOnce(`POST ${WHOAMI} HTTP/1.1\r\nHost: localhost\r\n`, hasty.baseUrl)).toEqual(
			refusal("it took too long", 408),
		);
	});

	test("a body that never ends", async () => {
		expect(await toldOnce(written(whoami(), ["Content-Length: 1000"]), hasty.baseUrl)).toEqual(refusal("it took too long", 408));
	});

	test("nothing at all", async () => {
		const told = await say("", hasty.baseUrl);
		expect(told.map((each) => each.status)).toEqual([408]);
	});
});

describe("what is no HTTP", () => {
	test.each<[string, string, string]>([
		["garbage", "\u0000\u0001\u0002\r\n\r\n", "it is not an HTTP request"],
		["a greeting of TLS", "\u0016\u0003\u0001\u0002\u0000\u0001", "it is not an HTTP request"],
		["a header without a name", `POST ${WHOAMI} HTTP/1.1\r\nHost: localhost\r\n: x\r\n\r\n`, "it is not an HTTP request"],
		["a header with a line break in it", `POST ${WHOAMI} HTTP/1.1\r\nHost: l\rX: y\r\n\r\n`, "it is not an HTTP request"],
		[
			"a length that is no number",
			`POST ${WHOAMI} HTTP/1.1\r\nHost: l\r\nContent-Length: x\r\n\r\n`,
			"it is not an HTTP request",
		],
		["a negative length", `POST ${WHOAMI} HTTP/1.1\r\nHost: l\r\nContent-Length: -1\r\n\r\n`, "it is not an HTTP request"],
		[
			"two lengths",
			`POST ${WHOAMI} HTTP/1.1\r\nHost: l\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
			"it is not an HTTP request",
		],
		[
			"a length and chunks",
			`POST ${WHOAMI} HTTP/1.1\r\nHost: l\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
			"it is not an HTTP request",
		],
		["a version nobody speaks", `POST ${WHOAMI} HTTP/9.1\r\nHost: l\r\n\r\n`, "it is not an HTTP request"],
		["a method nobody knows", `STEAL ${WHOAMI} HTTP/1.1\r\nHost: l\r\n\r\n`, "it is not an HTTP request"],
		[
			"headers beyond the limit",
			`POST ${WHOAMI} HTTP/1.1\r\nHost: l\r\nX-Stamp: ${"x".repeat(20_000)}\r\n\r\n`,
			"its headers are too large",
		],
		[
			"chunks that are none",
			`POST ${WHOAMI} HTTP/1.1\r\nHost: l\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n`,
			"it is not an HTTP request",
		],
	])("%s", async (_what, text, detail) => {
		expect(await toldOnce(Buffer.from(text, "latin1"))).toEqual(refusal(detail));
	});

	test.each([
		["1.1", refusal("it names no host")],
		["1.0", refusal("it is empty, expected a JSON object")],
	])("no host, in HTTP %s", async (version, refused) => {
		const text = `POST ${WHOAMI} HTTP/${version}\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n`;
		expect(await toldOnce(text)).toEqual(refused);
	});

	test("an expectation nobody meets", async () => {
		expect(await toldOnce(written(whoami(), ["Expect: gold", "Connection: close"]))).toEqual(
			refusal("it expects what is not offered"),
		);
	});

	test("a connection through us to somewhere else is not made", async () => {
		expect(await say("CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n")).toEqual([]);
	});

	test("a protocol to upgrade to is passed over", async () => {
		const upgrade = ["Connection: close, Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
		expect((await say(written(whoami(), upgrade))).map((each) => each.status)).toEqual([200]);
	});
});

describe("one request after the other on a connection", () => {
	test("two that are right are answered in order", async () => {
		const other = JSON.stringify({ organizationId: "x" });
		const told = await say(written(whoami()) + written(other, ["Connection: close"]));
		expect(told.map((each) => each.status)).toEqual([200, 400]);
	});

	test("garbage after one that changes something is never taken for its answer", async () => {
		const body = service.root.body("create_private_key_tag", { privateKeyTagName: "kept", privateKeyIds: [] });
		expect(await say(`${written(body, [], CREATE_TAG)}GARBAGE\r\n\r\n`)).toEqual([]);
		// The same bytes tell what became of it.
		const again = await service.root.post(CREATE_TAG, body);
		expect([again.status, again.body.activity.status]).toEqual([200, "ACTIVITY_STATUS_COMPLETED"]);
		const { privateKeyTags } = await service.root.query("list_private_key_tags");
		expect(privateKeyTags.map((each: Answer) => each.tagName)).toEqual(["kept"]);
	});

	test("a body longer than announced is cut, so that its stamp does not hold; the rest is garbage", async () => {
		const told = await say(written(whoami(), [`Content-Length: ${whoami().length - 1}`]));
		expect(told.map((each) => each.status)).not.toContain(200);
	});
});

describe("methods and paths", () => {
	test.each(["GET", "PUT", "PATCH", "DELETE", "HEAD", "TRACE"])("%s on an operation", async (method) => {
		const [told] = await say(`${method} ${WHOAMI} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
		expect(told?.status).toBe(404);
	});

	test.each([
		"/",
		"/public/v1/query/nothing",
		"/public/v1/query/whoami/",
		"//public/v1/query/whoami",
		"/public/v1/query/../query/whoami",
		"/PUBLIC/v1/query/whoami",
		"/public/v1/query/constructor",
		"/__proto__",
	])("POST %s", async (path) => {
		const [told] = await say(written(whoami(), ["Connection: close"], path));
		expect([told?.status, told?.body.code, told?.body.message]).toEqual([404, 5, `not found: POST ${path}`]);
	});
});

describe("bodies", () => {
	const proven = async (body: string | Uint8Array, headers: Record<string, string> = {}) => {
		const { status, body: answer } = await service.root.post(WHOAMI, body, headers);
		return [status, answer];
	};

	test.each<[string, string | Uint8Array, string]>([
		["that are cut", '{"organizationId":', "it is not valid JSON"],
		["that go on behind their end", "{}{}", "it is not valid JSON"],
		["that are JSON of a looser sort", "{organizationId:1}", "it is not valid JSON"],
		["with a comment", "{/**/}", "it is not valid JSON"],
		["with NaN", '{"organizationId":NaN}', "it is not valid JSON"],
		["with a byte order mark", "\ufeff{}", "it is not valid JSON"],
		["in UTF-16", Buffer.from("\ufeff{}", "utf16le"), "it is not valid UTF-8"],
		["with half a character", Buffer.from([0x7b, 0x22, 0xc3, 0x22, 0x3a, 0x31, 0x7d]), "it is not valid UTF-8"],
		["compressed", Buffer.from("1f8b08000000000000ff", "hex"), "it is not valid UTF-8"],
		["that are a list", "[]", "expected a JSON object"],
		["that are nothing", "null", "expected a JSON object"],
		["nested half a million deep", `${"[".repeat(500_000)}${"]".repeat(500_000)}`, "expected a JSON object"],
		["nested as deep, and cut", "[".repeat(1_000_000), "it is not valid JSON"],
		["nested too deep inside", `{"a":${'{"a":'.repeat(40)}1${"}".repeat(40)}}`, "it is nested deeper than 32 levels"],
		["with a prototype", '{"__proto__":{"organizationId":"x"}}', "member `__proto__` is not allowed"],
		[
			"with a member twice, once escaped",
			'{"organizationId":"a","organization\\u0049d":"b"}',
			"member `organizationId` is written twice",
		],
	])("%s", async (_what, body, detail) => {
		expect(await proven(body)).toEqual(refusal(detail));
	});

	test.each<[string, string, string]>([
		["constructor", '"constructor":{"prototype":{"admin":true}}', "unknown field `constructor`"],
		["toString", '"toString":1', "unknown field `toString`"],
		["hasOwnProperty", '"hasOwnProperty":null', "unknown field `hasOwnProperty`"],
	])("a member named %s is a member like others", async (_what, member, detail) => {
		const { status, body } = await service.root.post(WHOAMI, `{"organizationId":"${service.organizationId}",${member}}`);
		expect([status, body.message]).toEqual([400, `invalid request body: ${detail}`]);
		expect(({} as Answer).admin).toBeUndefined();
	});

	test.each<[string, string]>([
		["beyond every number", "1e400"],
		["beyond 32 bits", "4294967296"],
		["of a thousand digits", "9".repeat(1000)],
		["negative", "-1"],
		["a fraction", "0.5"],
		["below every number", "-1e400"],
	])("an order %s", async (_what, number) => {
		const { userId } = await service.root.query("whoami");
		const body = service.root
			.body("create_mfa_policy", {
				userId,
				mfaPolicyName: "m",
				condition: "true",
				requiredAuthenticationMethods: [{ any: [{ type: "AUTHENTICATION_TYPE_API_KEY" }] }],
				order: "ORDER",
			})
			.replace('"ORDER"', number);
		const { status, body: answer } = await service.root.post("/public/v1/submit/create_mfa_policy", body);
		expect([status, answer.turnkeyErrorCode]).toEqual([400, "REQUEST_INVALID"]);
		expect(answer.message).toMatch(/^bad request body: `parameters\.order` (?:is out of range|must be of type integer)$/);
	});

	test.each<[string, Record<string, string>]>([
		["no content type that can be read", { "content-type": "application" }],
		["a form", { "content-type": "application/x-www-form-urlencoded" }],
		["several parts", { "content-type": "multipart/form-data; boundary=x" }],
		["JSON of another kind", { "content-type": "application/problem+json" }],
	])("%s", async (_what, headers) => {
		expect(await proven(whoami(), headers)).toEqual(refusal("expected content type application/json"));
	});

	test("no content type at all", async () => {
		const text = written(whoami(), ["Connection: close"]).replace("Content-Type: application/json\r\n", "");
		expect(await toldOnce(text)).toEqual(refusal("expected content type application/json"));
	});

	test("one in chunks, beyond the limit, is hung up on when it passes it", async () => {
		const chunk = `${(65_536).toString(16)}\r\n${"x".repeat(65_536)}\r\n`;
		const text = written("", ["Transfer-Encoding: chunked"]) + chunk.repeat(20);
		const [told] = await say(text);
		expect([told?.status, told?.body]).toEqual(refusal("it is larger than 1048576 bytes"));
	});

	test("one in chunks within the limit is a request like others", async () => {
		const body = whoami();
		const chunks = [...body].map((each) => `1\r\n${each}\r\n`).join("");
		const head = written(body, ["Transfer-Encoding: chunked", "Connection: close"]).slice(0, -body.length);
		expect((await say(`${head}${chunks}0\r\n\r\n`)).map((each) => each.status)).toEqual([200]);
	});
});
