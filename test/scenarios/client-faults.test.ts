// Everything that can go wrong between us and the service, over real sockets: how often we try, that the bytes are always
// the same, what we conclude, and what we say.
import { createServer } from "node:net";
import { afterEach, describe, expect, test } from "@jest/globals";
import { ServiceFailure } from "../../src/api/failure.js";
import { p256VerifyingKey, verifyP256 } from "../../src/api/p256.js";
import type { PreparedActivity } from "../../src/api/port.js";
import { parseStamp } from "../../src/api/stamp.js";
import { Secret } from "../../src/base/secret.js";
import { connectWriter, type Writer, type WriterOptions } from "../../src/client/connect.js";
import type { ClientEvent } from "../../src/client/exchange.js";
import { keySigner } from "../../src/client/signer.js";
import { selfSignedCertificate } from "../support/certificate.js";
import { realClock, testClock } from "../support/clocks.js";
import { eventually } from "../support/eventually.js";
import {
	type Behaviour,
	completed,
	cutOff,
	type FaultServer,
	hangUp,
	json,
	raw,
	refusal,
	silence,
	startFaultServer,
} from "../support/fault-server.js";

const PRIVATE_KEY = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721";
const ORGANIZATION = "00000000-0000-4000-8000-000000000001";
const signer = keySigner(new Secret(PRIVATE_KEY), undefined, "the test");
const html = raw(200, { "content-type": "text/html; charset=utf-8" }, "<html>Welcome to the hotel</html>");

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
	for (const each of opened.splice(0).reverse()) await each.close();
});

function connect(baseUrl: string, more: Partial<WriterOptions> = {}): Writer & { prepared: PreparedActivity } {
	const writer = connectWriter({
		baseUrl,
		organizationId: ORGANIZATION,
		profile: "full",
		signer,
		clock: testClock(Date.now()),
		random: () => 0.5,
		...more,
	});
	opened.push(writer);
	const parameters = { policyName: "p", effect: "EFFECT_ALLOW", notes: "" } as const;
	return { ...writer, prepared: writer.port.prepare("create_policy", parameters) };
}

async function serve(...behaviours: Behaviour[]): Promise<FaultServer> {
	const server = await startFaultServer(behaviours);
	opened.push(server);
	return server;
}

async function failureOf(work: Promise<unknown>): Promise<ServiceFailure> {
	const failure = await work.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(failure instanceof ServiceFailure)) throw new Error(`expected a ServiceFailure, got ${String(failure)}`);
	expect(failure.message).not.toContain(PRIVATE_KEY);
	expect(failure.message.slice(0, 1)).toBe("`");
	expect(failure.message).not.toMatch(/\.$/);
	return failure;
}

/** Submits once and gives what came of it, and what the server saw. */
async function submitTo(behaviours: Behaviour[], more: Partial<WriterOptions> = {}) {
	const server = await serve(...behaviours);
	const { port, prepared } = connect(server.baseUrl, more);
	const failure = await failureOf(port.submit(prepared));
	for (const request of server.requests) {
		expect(request.body.toString()).toBe(prepared.body);
		expect(request.headers["x-stamp"]).toBe(server.requests[0]?.headers["x-stamp"]);
	}
	return { failure, sent: server.requests.length, server };
}

describe("a request that succeeds", () => {
	test("carries a stamp that verifies over exactly its bytes, and the headers of the interface", async () => {
		const server = await serve(completed());
		const { port, prepared } = connect(server.baseUrl, { userAgent: "quorate/9" });
		const activity = await port.submit(prepared);
		expect(activity.status).toBe("ACTIVITY_STATUS_COMPLETED");
		const [request] = server.requests;
		expect(request?.path).toBe("/public/v1/submit/create_policy");
		expect(request?.headers).toMatchObject({
			accept: "application/json",
			"content-type": "application/json",
			"user-agent": "quorate/9",
		});
		const stamp = parseStamp(String(request?.headers["x-stamp"]));
		const key = p256VerifyingKey(stamp?.publicKey ?? "");
		expect(key !== undefined && verifyP256(key, request?.body ?? Buffer.alloc(0), stamp?.signature ?? "")).toBe(true);
		expect(stamp?.publicKey).toBe(signer.publicKey);
		expect(JSON.parse(String(request?.body))).toEqual({
			type: "ACTIVITY_TYPE_CREATE_POLICY_V3",
			timestampMs: String(prepared.timestampMs),
			organizationId: ORGANIZATION,
			parameters: { policyName: "p", effect: "EFFECT_ALLOW", notes: "" },
		});
	});

	test("keeps its connection, and a prefix of the base URL", async () => {
		const server = await serve(json({ webhookEndpoints: [] }));
		const { port } = connect(`${server.baseUrl}/prefix/`, { concurrency: 1 });
		for (let count = 0; count < 3; count += 1) await port.query("list_webhook_endpoints", {});
		expect(server.requests.map((each) => each.path)).toEqual(Array(3).fill("/prefix/public/v1/query/list_webhook_endpoints"));
		expect(new Set(server.requests.map((each) => each.headers.connection))).toEqual(new Set(["keep-alive"]));
	});
});

describe("refusals that are final", () => {
	test.each([
		[
			"an unknown key",
			refusal(401, 16, "could not find public key in organization", "PUBLIC_KEY_NOT_FOUND"),
			{ httpStatus: 401, code: 16, turnkeyErrorCode: "PUBLIC_KEY_NOT_FOUND", reason: "unknown-key" },
			"`create_policy` was refused by the service: could not find public key in organization (HTTP 401, code 16, PUBLIC_KEY_NOT_FOUND)",
		],
		[
			"an expired key",
			refusal(401, 16, "expired api key", "API_KEY_EXPIRED"),
			{ httpStatus: 401, reason: "expired-key" },
			"`create_policy` was refused by the service: expired api key (HTTP 401, code 16, API_KEY_EXPIRED)",
		],
		[
			"a bad signature",
			refusal(401, 16, "could not verify api key signature", "SIGNATURE_INVALID"),
			{ httpStatus: 401, reason: "bad-signature" },
			"`create_policy` was refused by the service: could not verify api key signature (HTTP 401, code 16, SIGNATURE_INVALID)",
		],
		[
			"an unknown organisation",
			refusal(404, 5, "no organization found with the given ID", "ORGANIZATION_NOT_FOUND"),
			{ httpStatus: 404, reason: "unknown-organization" },
			"`create_policy` was refused by the service: no organization found with the given ID (HTTP 404, code 5, ORGANIZATION_NOT_FOUND)",
		],
		[
			"a denial",
			refusal(403, 7, "You don't have sufficient permissions to take this action."),
			{ httpStatus: 403, code: 7, turnkeyErrorCode: undefined, reason: undefined },
			"`create_policy` was refused by the service: You don't have sufficient permissions to take this action (HTTP 403, code 7)",
		],
		[
			"a conflict",
			refusal(409, 6, "already exists"),
			{ httpStatus: 409, code: 6 },
			"`create_policy` was refused by the service: already exists (HTTP 409, code 6)",
		],
		[
			"an operation the service does not have",
			refusal(501, 12, "not implemented"),
			{ httpStatus: 501, reason: "not-offered" },
			"`create_policy` was refused by the service: not implemented (HTTP 501, code 12)",
		],
		[
			"a quota",
			refusal(429, 8, "organization over its allotted quota", "SIGNING_QUOTA_EXCEEDED"),
			{ httpStatus: 429, reason: "resource-limit" },
			"`create_policy` was refused by the service: organization over its allotted quota (HTTP 429, code 8, SIGNING_QUOTA_EXCEEDED)",
		],
		[
			"a code that only a detail carries",
			json({ code: 16, message: "no", details: [{ "@type": "x", turnkeyErrorCode: "API_KEY_EXPIRED" }] }, 401),
			{ reason: "expired-key", turnkeyErrorCode: "API_KEY_EXPIRED" },
			"`create_policy` was refused by the service: no (HTTP 401, code 16, API_KEY_EXPIRED)",
		],
		[
			"an empty refusal",
			json({}, 400),
			{ httpStatus: 400, code: undefined },
			"`create_policy` was refused by the service: it gives no message (HTTP 400)",
		],
	])("%s is not tried again", async (_, behaviour, expected, message) => {
		const { failure, sent } = await submitTo([behaviour]);
		expect(failure).toMatchObject({
			category: "refused",
			operation: "create_policy",
			attempts: 1,
			outcomeUnknown: false,
			...expected,
		});
		expect(failure.message).toBe(message);
		expect(sent).toBe(1);
	});

	test("a service that repeats our stamp, or writes at length, is quoted without either", async () => {
		const echo: Behaviour = (response, request) =>
			refusal(400, 3, `bad\u001b[31m stamp\n ${String(request.headers["x-stamp"])} ${"x".repeat(5000)}`)(response, request);
		const { failure, server } = await submitTo([echo]);
		expect(failure.message).not.toContain(String(server.requests[0]?.headers["x-stamp"]));
		expect(failure.message).toContain("bad [31m stamp (stamp) xxx");
		expect(failure.message.length).toBeLessThan(450);
	});
});

describe("clocks", () => {
	const date = (offset: number): Record<string, string> => ({ date: new Date(Date.now() + offset).toUTCString() });

	test.each([
		["behind", -2 * 3600_000, /^this machine's clock is 2 h behind the service's/],
		["ahead", 20 * 60_000, /^this machine's clock is 20 min ahead of the service's/],
	])("a refusal while our clock is %s says by how much", async (_, offset, help) => {
		const clock = testClock(Date.now() + offset);
		const { failure, sent } = await submitTo([refusal(400, 3, "timestamp", "REQUEST_INVALID", date(0))], { clock });
		expect(failure).toMatchObject({ category: "refused", reason: "clock-skew", httpStatus: 400 });
		expect(failure.help).toMatch(help);
		expect(sent).toBe(1);
	});

	test("any other 400 says nothing about clocks", async () => {
		const { failure } = await submitTo([refusal(400, 3, "policy label must be unique", "", date(0))]);
		expect(failure.reason).toBeUndefined();
		expect(failure.help).toBeUndefined();
	});

	test("a body older than an hour is not sent at all, and what became of it is unknown", async () => {
		const server = await serve(completed());
		const clock = testClock(Date.now());
		const { port, prepared } = connect(server.baseUrl, { clock });
		clock.advance(3_600_000);
		const failure = await failureOf(port.submit(prepared));
		expect(failure).toMatchObject({ category: "aborted", reason: "stale-body", attempts: 0, outcomeUnknown: true });
		expect(server.requests).toHaveLength(0);
	});

	test("a body that grows too old between attempts is not sent again", async () => {
		const clock = testClock(Date.now());
		const slow: Behaviour = (response) => {
			clock.advance(3_600_000);
			response.socket?.destroy();
		};
		const { failure, sent } = await submitTo([slow], { clock });
		expect(failure).toMatchObject({ category: "aborted", reason: "stale-body", attempts: 1, outcomeUnknown: true });
		expect(sent).toBe(1);
	});
});

describe("refusals for speed", () => {
	test.each([
		["that say so", refusal(429, 8, "", "RATE_LIMIT_EXCEEDED")],
		["with rate-limit headers", refusal(429, 8, "", "", { "ratelimit-limit": "1", "ratelimit-remaining": "0" })],
		["in plain text", raw(429, { "content-type": "text/plain" }, "Too many requests. Please wait and try again")],
		["with an empty body", raw(429, {}, "")],
	])("%s are tried to the end", async (_, behaviour) => {
		const { failure, sent } = await submitTo([behaviour]);
		expect(failure).toMatchObject({
			category: "refused",
			httpStatus: 429,
			reason: "rate-limit",
			attempts: 5,
			outcomeUnknown: false,
		});
		expect(sent).toBe(5);
	});

	test("that may as well be a full resource are tried three times", async () => {
		const { failure, sent } = await submitTo([refusal(429, 8, "exceeded maximum policies")]);
		expect(failure).toMatchObject({ httpStatus: 429, reason: undefined, attempts: 3 });
		expect(sent).toBe(3);
	});

	test("Retry-After in seconds is obeyed, and then the request succeeds", async () => {
		const clock = testClock(Date.now());
		const server = await serve(refusal(429, 8, "", "RATE_LIMIT_EXCEEDED", { "retry-after": "7" }), completed());
		const { port, prepared } = connect(server.baseUrl, { clock });
		const before = clock.now();
		await port.submit(prepared);
		expect(clock.now() - before).toBeGreaterThanOrEqual(7000);
		expect(clock.now() - before).toBeLessThan(8000);
		expect(server.requests.map((each) => each.body.toString())).toEqual([prepared.body, prepared.body]);
	});

	test("a wait of more than a minute is reported instead of waited for", async () => {
		const { failure, sent } = await submitTo([refusal(429, 8, "", "RATE_LIMIT_EXCEEDED", { "retry-after": "600" })]);
		expect(failure.help).toBe("the service asks to wait 10 min before the next request");
		expect(sent).toBe(1);
	});

	test("one request's refusal slows the others down", async () => {
		const clock = testClock(Date.now());
		const ok = json({ webhookEndpoints: [] });
		const server = await serve(ok, refusal(429, 8, "", "RATE_LIMIT_EXCEEDED", { "ratelimit-limit": "1" }), ok);
		const { port } = connect(server.baseUrl, { clock, concurrency: 2 });
		await port.query("list_webhook_endpoints", {});
		const before = clock.now();
		await Promise.all([1, 2, 3, 4].map(() => port.query("list_webhook_endpoints", {})));
		// Two were under way when the refusal came; it and the two behind it keep a second's distance.
		expect(clock.now() - before).toBeGreaterThanOrEqual(2000);
		expect(server.requests).toHaveLength(6);
	});
});

describe("the service's own failures", () => {
	test.each([502, 503, 504])("%i passes, and the identical bytes succeed", async (status) => {
		const server = await serve(
			refusal(status, 14, "unavailable"),
			raw(status, { "content-type": "text/html" }, "<h1>"),
			completed(),
		);
		const { port, prepared } = connect(server.baseUrl);
		expect((await port.submit(prepared)).status).toBe("ACTIVITY_STATUS_COMPLETED");
		expect(server.requests.map((each) => each.body.toString())).toEqual(Array(3).fill(prepared.body));
		expect(new Set(server.requests.map((each) => each.headers["x-stamp"])).size).toBe(1);
	});

	test("503 for ever is given up after five attempts, and leaves the outcome open", async () => {
		const { failure, sent } = await submitTo([refusal(503, 14, "unavailable")]);
		expect(failure).toMatchObject({ category: "refused", httpStatus: 503, attempts: 5, outcomeUnknown: true });
		expect(sent).toBe(5);
	});

	test("an internal error, which a policy's evaluation may be, is tried three times", async () => {
		const { failure, sent } = await submitTo([refusal(500, 13, "internal server error (0000)", "INTERNAL")]);
		expect(failure).toMatchObject({ category: "refused", httpStatus: 500, attempts: 3, outcomeUnknown: true });
		expect(sent).toBe(3);
	});

	test("a denial after a lost answer settles it: identical bytes would have returned the activity", async () => {
		const { failure, sent } = await submitTo([hangUp, refusal(403, 7, "denied")]);
		expect(failure).toMatchObject({ category: "refused", httpStatus: 403, attempts: 2, outcomeUnknown: false });
		expect(sent).toBe(2);
	});

	test("an expired key after a lost answer does not settle it", async () => {
		const { failure } = await submitTo([hangUp, refusal(401, 16, "expired api key", "API_KEY_EXPIRED")]);
		expect(failure).toMatchObject({ category: "refused", reason: "expired-key", outcomeUnknown: true });
	});
});

describe("answers that are not the service's", () => {
	test.each([
		["HTML", html, "content-type", "`create_policy` answered with `text/html; charset=utf-8`, expected `application/json`", true],
		[
			"no content type",
			raw(200, {}, "{}"),
			"content-type",
			"`create_policy` answered with no content type, expected `application/json`",
			true,
		],
		[
			"a packed answer",
			raw(200, { "content-type": "application/json", "content-encoding": "gzip" }, "xx"),
			"content-type",
			"`create_policy` answered with `application/json` in the encoding `gzip`, which was not asked for, expected `application/json`",
			true,
		],
		[
			"invalid UTF-8",
			raw(200, { "content-type": "application/json" }, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
			"not-json",
			"`create_policy` answered with a body that is not valid JSON in UTF-8",
			true,
		],
		["a list", json([]), "not-json", "`create_policy` answered with a body that is not a JSON object", true],
		[
			"nonsense in braces",
			raw(200, { "content-type": "application/json" }, "{nonsense}"),
			"not-json",
			"`create_policy` answered with a body that is not valid JSON in UTF-8",
			true,
		],
		[
			"an answer without its members",
			json({}),
			"shape",
			"`create_policy` answered with JSON of another shape: `activity` is missing",
			true,
		],
		[
			"an activity without its members",
			json({ activity: { id: "1", organizationId: "2", status: "S" } }),
			"shape",
			"`create_policy` answered with JSON of another shape: `activity.type` is missing",
			true,
		],
		[
			"a proxy's 407",
			raw(407, { "content-type": "text/html" }, "<h1>log in</h1>"),
			"content-type",
			"`create_policy` answered 407 with `text/html`",
			false,
		],
	])("%s", async (_, behaviour, reason, message, outcomeUnknown) => {
		const { failure, sent } = await submitTo([behaviour]);
		expect(failure).toMatchObject({ category: "unintelligible", reason, attempts: 1, outcomeUnknown });
		expect(failure.message).toBe(message);
		expect(sent).toBe(1);
	});

	test.each([301, 302, 307, 308])("a redirect (%i) is not followed", async (status) => {
		const elsewhere = await serve(completed());
		const { failure, sent } = await submitTo([raw(status, { location: `${elsewhere.baseUrl}/` }, "")]);
		expect(failure).toMatchObject({ category: "unintelligible", reason: "redirect", httpStatus: status });
		expect(failure.message).toBe(`\`create_policy\` was redirected to \`${elsewhere.baseUrl}/\`; redirects are not followed`);
		expect(sent).toBe(1);
		expect(elsewhere.requests).toHaveLength(0);
	});

	test("a huge answer is cut off, and nothing of it is kept", async () => {
		const huge: Behaviour = (response) => {
			response.writeHead(200, { "content-type": "application/json" });
			const pour = (): void => {
				while (!response.destroyed && response.write("x".repeat(65536)));
			};
			response.on("drain", pour);
			pour();
		};
		const { failure, sent } = await submitTo([huge], { maxAnswer: 1_000_000 });
		expect(failure).toMatchObject({ category: "unintelligible", reason: "too-large", attempts: 1, outcomeUnknown: true });
		expect(failure.message).toContain("is too large: the answer is larger than 1000000 bytes");
		expect(sent).toBe(1);
	});

	test("what does not speak HTTP", async () => {
		const server = createServer((socket) => {
			socket.on("error", () => {}).once("data", () => socket.end("SSH-2.0-OpenSSH_9.2\r\n"));
		});
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		opened.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
		const { port } = server.address() as { port: number };
		const { port: client, prepared } = connect(`http://127.0.0.1:${port}`);
		const failure = await failureOf(client.submit(prepared));
		expect(failure).toMatchObject({ category: "unintelligible", reason: "content-type", attempts: 1 });
		expect(failure.message).toBe(`\`create_policy\` got an answer from \`http://127.0.0.1:${port}\` that is not HTTP`);
	});

	test("a query whose list lacks a member says which", async () => {
		const good = { endpointId: "e", organizationId: "o", url: "u", name: "n", isActive: true };
		const server = await serve(json({ webhookEndpoints: [good, { ...good, url: null }] }));
		const { port } = connect(server.baseUrl);
		const failure = await failureOf(port.query("list_webhook_endpoints", {}));
		expect(failure).toMatchObject({ category: "unintelligible", reason: "shape", outcomeUnknown: false });
		expect(failure.message).toContain("`webhookEndpoints[1].url` is missing");
	});

	test("members nobody knows are let through", async () => {
		const server = await serve(json({ webhookEndpoints: [], novelty: 1 }));
		const { port } = connect(server.baseUrl);
		expect(await port.query("list_webhook_endpoints", {})).toMatchObject({ webhookEndpoints: [] });
	});
});

describe("lost answers", () => {
	test("a service that dies after committing gets the same bytes again", async () => {
		const server = await serve(hangUp, completed());
		const { port, prepared } = connect(server.baseUrl);
		expect((await port.submit(prepared)).status).toBe("ACTIVITY_STATUS_COMPLETED");
		expect(server.requests.map((each) => each.body.toString())).toEqual([prepared.body, prepared.body]);
	});

	test.each([
		["hangs up", hangUp, "connection-lost"],
		["breaks off its answer", cutOff('{"activity":{"id":'), "truncated"],
		["leaves its JSON unfinished", raw(200, { "content-type": "application/json" }, '{"activity":{"id":'), "truncated"],
	])("a service that always %s leaves the outcome open", async (_, behaviour, reason) => {
		const { failure, sent } = await submitTo([behaviour]);
		expect(failure).toMatchObject({ category: "interrupted", reason, attempts: 5, outcomeUnknown: true });
		expect(sent).toBe(5);
	});

	test("a query's lost answer leaves nothing open", async () => {
		const server = await serve(hangUp);
		const { port } = connect(server.baseUrl);
		expect(await failureOf(port.query("whoami", {}))).toMatchObject({
			category: "interrupted",
			outcomeUnknown: false,
			attempts: 5,
		});
	});

	test.each([
		["never answers", silence],
		[
			"drips",
			((response) => {
				response.writeHead(200, { "content-type": "application/json" });
				const drip = setInterval(() => response.write(" "), 20);
				response.on("close", () => clearInterval(drip));
			}) as Behaviour,
		],
	])("a service that %s runs out of time", async (_, behaviour) => {
		const { failure, sent } = await submitTo([behaviour], { timeoutMs: 150, attempts: 2 });
		expect(failure).toMatchObject({ category: "interrupted", reason: "timeout", attempts: 2, outcomeUnknown: true });
		expect(failure.message).toMatch(/got no complete answer within 0.15 s from `http:/);
		expect(sent).toBe(2);
	});

	test("a service that is gone after a lost answer counts as interrupted, not as unreachable", async () => {
		const server = await startFaultServer([hangUp]);
		const { port, prepared } = connect(server.baseUrl, {
			log: (event) => {
				if (event.event === "request" && event.attempt === 1) void server.close();
			},
		});
		const failure = await failureOf(port.submit(prepared));
		expect(failure).toMatchObject({ category: "interrupted", reason: "connection-refused", attempts: 5, outcomeUnknown: true });
		expect(server.requests).toHaveLength(1);
	});
});

describe("no connection", () => {
	test("a refused connection is tried five times and nothing was received", async () => {
		const server = await startFaultServer([completed()]);
		await server.close();
		const clock = testClock(Date.now());
		const { port, prepared } = connect(server.baseUrl, { clock });
		const failure = await failureOf(port.submit(prepared));
		expect(failure).toMatchObject({ category: "unreachable", reason: "connection-refused", attempts: 5, outcomeUnknown: false });
		expect(failure.message).toBe(
			`\`create_policy\` cannot reach \`${server.baseUrl}\`: the connection was refused (ECONNREFUSED)`,
		);
		// Full jitter with a coin that always shows one half.
		expect(clock.slept).toEqual([125, 250, 500, 1000]);
	});

	test("a name that does not resolve", async () => {
		const { port, prepared } = connect("https://quorate.invalid", { attempts: 1 });
		const failure = await failureOf(port.submit(prepared));
		expect(failure).toMatchObject({ category: "unreachable", reason: "name-not-found", outcomeUnknown: false });
	});

	test.each([
		[
			"nobody trusts",
			selfSignedCertificate(),
			false,
			"its certificate is signed by nobody this machine trusts (DEPTH_ZERO_SELF_SIGNED_CERT)",
		],
		[
			"has expired",
			selfSignedCertificate(Date.now() - 9e6, Date.now() - 6e6),
			true,
			"its certificate has expired (CERT_HAS_EXPIRED)",
		],
		[
			"is for another address",
			selfSignedCertificate(undefined, undefined, [127, 0, 0, 2]),
			true,
			"its certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)",
		],
	])("a certificate that %s ends it at once", async (_, certificate, trusted, what) => {
		const server = await startFaultServer([completed()], certificate);
		opened.push(server);
		const { port, prepared } = connect(server.baseUrl, trusted ? { certificateAuthorities: certificate.cert } : {});
		const failure = await failureOf(port.submit(prepared));
		expect(failure).toMatchObject({ category: "unreachable", reason: "tls", attempts: 1, outcomeUnknown: false });
		expect(failure.message).toBe(`\`create_policy\` cannot trust \`${server.baseUrl}\`: ${what}`);
		expect(server.requests).toHaveLength(0);
	});

	test("a certificate of one's own authority is taken when it is named", async () => {
		const certificate = selfSignedCertificate();
		const server = await startFaultServer([completed()], certificate);
		opened.push(server);
		const { port, prepared } = connect(server.baseUrl, { certificateAuthorities: certificate.cert });
		expect((await port.submit(prepared)).status).toBe("ACTIVITY_STATUS_COMPLETED");
	});

	test("https to a port that speaks plain http", async () => {
		const server = await serve(completed());
		const { port, prepared } = connect(server.baseUrl.replace("http:", "https:"));
		expect(await failureOf(port.submit(prepared))).toMatchObject({ category: "unreachable", reason: "tls", attempts: 1 });
	});
});

describe("stopping", () => {
	test("a signal stops a request under way; it may have been received", async () => {
		const stop = new AbortController();
		const server = await serve(() => stop.abort(new Error("stop")));
		const { port, prepared } = connect(server.baseUrl, { clock: realClock });
		const failure = await failureOf(port.submit(prepared, stop.signal));
		expect(failure).toMatchObject({ category: "aborted", reason: "cancelled", attempts: 1, outcomeUnknown: true });
	});

	test("a signal that was given before stops everything", async () => {
		const server = await serve(completed());
		const { port, prepared } = connect(server.baseUrl);
		const failure = await failureOf(port.submit(prepared, AbortSignal.abort()));
		expect(failure).toMatchObject({ category: "aborted", attempts: 0, outcomeUnknown: false });
		expect(server.requests).toHaveLength(0);
	});

	test("a signal during the pause before another attempt", async () => {
		const stop = new AbortController();
		const server = await serve(refusal(503, 14, "later"));
		const { port, prepared } = connect(server.baseUrl, {
			log: (event) => {
				if (event.event === "retry" && event.attempt === 3) stop.abort();
			},
		});
		const failure = await failureOf(port.submit(prepared, stop.signal));
		expect(failure).toMatchObject({ category: "aborted", reason: "cancelled", attempts: 2, outcomeUnknown: true });
	});

	test("closing cancels what is under way", async () => {
		const server = await serve(silence);
		const { port, close } = connect(server.baseUrl, { clock: realClock });
		const asked = failureOf(port.query("whoami", {}));
		await eventually(() => server.requests.length > 0);
		await close();
		expect(await asked).toMatchObject({ category: "aborted", reason: "cancelled" });
	});
});

describe("the log", () => {
	test("names attempts, statuses and pauses, and never a body, a stamp or a key", async () => {
		const events: ClientEvent[] = [];
		const server = await serve(refusal(503, 14, "later"), completed());
		const { port, prepared } = connect(server.baseUrl, { log: (event) => events.push(event), clock: testClock(Date.now()) });
		await port.submit(prepared);
		expect(events).toEqual([
			{ event: "request", operation: "create_policy", attempt: 1, milliseconds: 0, status: 503, failure: "refused 503" },
			{ event: "retry", operation: "create_policy", attempt: 2, delayMs: 125, failure: "refused 503" },
			{ event: "request", operation: "create_policy", attempt: 2, milliseconds: 0, status: 200 },
		]);
	});
});
