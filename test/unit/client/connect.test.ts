import { afterEach, describe, expect, test } from "@jest/globals";
import { ServiceFailure } from "../../../src/api/failure.js";
import type { Profile } from "../../../src/api/operation.js";
import { BaseUrlRefused } from "../../../src/client/base-url.js";
import { type ConnectOptions, connectReader, connectWriter } from "../../../src/client/connect.js";
import { CredentialProblem } from "../../../src/client/credential-problem.js";
import type { Signer } from "../../../src/client/signer.js";
import { testClock } from "../../support/clocks.js";
import { completed, type FaultServer, json, startFaultServer } from "../../support/fault-server.js";

const signer: Signer = { publicKey: "02", stamp: async () => "stamp" };
const tag = { privateKeyTagName: "hot", privateKeyIds: [] };

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
	for (const each of opened.splice(0).reverse()) await each.close();
});

const options = (baseUrl: string, profile: Profile = "full"): ConnectOptions => ({
	baseUrl,
	organizationId: "o",
	profile,
	signer,
	clock: testClock(Date.now()),
	random: () => 0,
});

async function serve(...behaviours: Parameters<typeof startFaultServer>[0]): Promise<FaultServer> {
	const server = await startFaultServer(behaviours);
	opened.push(server);
	return server;
}

describe("connectReader", () => {
	test("has no way to write, not even at run time", () => {
		const reader = connectReader(options("http://127.0.0.1:9"));
		opened.push(reader);
		expect(Object.keys(reader.port).sort()).toEqual(["offers", "organizationId", "profile", "query"]);
		expect(Object.keys(reader).sort()).toEqual(["close", "port"]);
	});

	test("offers what its profile has, and sends nothing else", async () => {
		const server = await serve(json({ policies: [] }));
		const core = connectReader(options(server.baseUrl, "core"));
		const full = connectReader(options(server.baseUrl));
		opened.push(core, full);
		expect([core.port.offers("list_policies"), core.port.offers("get_wallet"), core.port.offers("update_policy")]).toEqual([
			false,
			true,
			false,
		]);
		expect([full.port.offers("list_policies"), full.port.offers("update_policy")]).toEqual([true, true]);
		const refused = await core.port.query("list_policies", {}).catch((reason: unknown) => reason);
		expect(refused).toBeInstanceOf(ServiceFailure);
		expect(refused).toMatchObject({ category: "refused", reason: "not-offered", attempts: 0 });
		expect(server.requests).toHaveLength(0);
		expect(await full.port.query("list_policies", {})).toEqual({ policies: [] });
		expect(server.requests[0]?.body.toString()).toBe('{"organizationId":"o"}');
	});

	test("refuses a base URL it should not talk to", () => {
		expect(() => connectReader(options("http://example.com"))).toThrow(BaseUrlRefused);
		expect(() => connectWriter(options("ftp://example.com"))).toThrow("begins with `ftp:`");
	});

	test("a query's parameters cannot change the organisation", async () => {
		const server = await serve(json({ users: [] }));
		const reader = connectReader(options(server.baseUrl));
		opened.push(reader);
		await reader.port.query("list_users", { organizationId: "other" } as never);
		expect(JSON.parse(String(server.requests[0]?.body))).toEqual({ organizationId: "o" });
	});
});

describe("connectWriter", () => {
	test("in profile full an activity is followed by asking for it", async () => {
		const server = await serve(
			completed("a", "ACTIVITY_STATUS_PENDING"),
			json({
				activity: { id: "a", organizationId: "o", status: "ACTIVITY_STATUS_CONSENSUS_NEEDED", type: "T", fingerprint: "f" },
			}),
		);
		const writer = connectWriter(options(server.baseUrl));
		opened.push(writer);
		const prepared = writer.port.prepare("create_private_key_tag", tag);
		const last = await writer.port.follow(await writer.port.submit(prepared), prepared);
		// Members the service leaves unset are filled in.
		expect(last).toMatchObject({
			status: "ACTIVITY_STATUS_CONSENSUS_NEEDED",
			votes: [],
			result: null,
			intent: null,
			canApprove: false,
		});
		expect(server.requests[1]?.path).toBe("/public/v1/query/get_activity");
		expect(JSON.parse(String(server.requests[1]?.body))).toEqual({ organizationId: "o", activityId: "a" });
	});

	test("in profile core it is followed by sending the identical bytes again", async () => {
		const server = await serve(
			completed("a", "ACTIVITY_STATUS_PENDING"),
			completed("a", "ACTIVITY_STATUS_CREATED"),
			completed("a"),
		);
		const writer = connectWriter(options(server.baseUrl, "core"));
		opened.push(writer);
		const prepared = writer.port.prepare("create_private_key_tag", tag);
		const last = await writer.port.follow(await writer.port.submit(prepared), prepared);
		expect(last.status).toBe("ACTIVITY_STATUS_COMPLETED");
		expect(server.requests.map((each) => each.body.toString())).toEqual(Array(3).fill(prepared.body));
	});

	test("in profile core following ends before the body grows too old to be sent", async () => {
		const server = await serve(completed("a", "ACTIVITY_STATUS_PENDING"));
		const clock = testClock(Date.now());
		const writer = connectWriter({ ...options(server.baseUrl, "core"), clock, followMs: 7_200_000 });
		opened.push(writer);
		const prepared = writer.port.prepare("create_private_key_tag", tag);
		const last = await writer.port.follow(await writer.port.submit(prepared), prepared);
		expect(last.status).toBe("ACTIVITY_STATUS_PENDING");
		expect(clock.now() - prepared.timestampMs).toBeLessThan(3_600_000);
	});

	test("an operation outside the profile is not sent", async () => {
		const server = await serve(completed());
		const writer = connectWriter(options(server.baseUrl, "core"));
		opened.push(writer);
		const prepared = writer.port.prepare("delete_policy", { policyId: "p" });
		const refused = await writer.port.submit(prepared).catch((reason: unknown) => reason);
		expect(refused).toMatchObject({ reason: "not-offered", message: expect.stringContaining("profile `core`") });
		expect(server.requests).toHaveLength(0);
	});

	test("a signer that fails is an abort that names it, and nothing is sent", async () => {
		const server = await serve(completed());
		const problem = new CredentialProblem("signer-failed", "the signer `kms` ended with status 1", "help");
		const writer = connectWriter({
			...options(server.baseUrl),
			signer: { publicKey: "02", stamp: () => Promise.reject(problem) },
		});
		opened.push(writer);
		const refused = await writer.port
			.submit(writer.port.prepare("create_private_key_tag", tag))
			.catch((reason: unknown) => reason);
		expect(refused).toBeInstanceOf(ServiceFailure);
		expect(refused).toMatchObject({ category: "aborted", reason: "signer", attempts: 0, outcomeUnknown: false, cause: problem });
		expect(server.requests).toHaveLength(0);
	});

	test("never has more requests under way than it may", async () => {
		// Answers nobody before three are waiting, and then looks whether a fourth comes.
		const waiting: (() => void)[] = [];
		let most = 0;
		const server = await serve((response, request) => {
			waiting.push(() => completed()(response, request));
			most = Math.max(most, waiting.length);
			if (waiting.length !== 3) return;
			setImmediate(() =>
				setImmediate(() => {
					for (const answer of waiting.splice(0)) answer();
				}),
			);
		});
		const writer = connectWriter({ ...options(server.baseUrl), concurrency: 3 });
		opened.push(writer);
		await Promise.all(Array.from({ length: 39 }, () => writer.port.submit(writer.port.prepare("create_private_key_tag", tag))));
		expect(server.requests).toHaveLength(39);
		expect(most).toBe(3);
	});
});
