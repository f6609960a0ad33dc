// The verbs that look at a running embedded service and have it do something for its owner, over a real socket, as a person
// types them.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { p256VerifyingKey, verifyP256 } from "../../src/api/p256.js";
import type { ServiceEvent } from "../../src/service/start.js";
import { testClock } from "../support/clocks.js";
import { type CommandResult, runCommand } from "../support/command.js";
import { eventually } from "../support/eventually.js";
import { expectGolden } from "../support/golden.js";
import { runService, type TestService } from "../support/running-service.js";
import type { Answer } from "../support/service-client.js";
import { StableNames } from "../support/stable-names.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { receiveWebhooks, type WebhookReceiver } from "../support/webhook-receiver.js";

const seed = (hook: string): string => `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Meridian Treasury }
spec:
  rootQuorum: { threshold: 2, users: [alice, bob, carol] }
  userTags: [{ name: signers }]
  users:
    - { name: alice, email: alice@example.com, tags: [signers], apiKeys: [{ name: laptop }], authenticators: [{ name: yubikey, credentialId: Y3JlZA }] }
    - { name: bob, tags: [signers] }
    - { name: carol }
    - { name: dave, apiKeys: [{ name: ledger, curve: API_KEY_CURVE_ED25519 }] }
    - { name: "eve\u202e", apiKeys: [{ name: short, expirationSeconds: 60 }] }
  privateKeyTags: [{ name: hot }]
  privateKeys: [{ name: hot one, curve: CURVE_ED25519, tags: [hot], addressFormats: [ADDRESS_FORMAT_SOLANA], privateKey: "${"1a".repeat(32)}" }]
  wallets:
    - name: operations
      mnemonic: test test test test test test test test test test test junk
      accounts: [{ name: payroll, curve: CURVE_SECP256K1, path: "m/44'/60'/0'/0/0", addressFormat: ADDRESS_FORMAT_ETHEREUM }]
  policies:
    - { name: No exports, effect: EFFECT_DENY, condition: "activity.action == 'EXPORT'", notes: Keys do not leave. }
    - { name: Signers, effect: EFFECT_ALLOW, consensus: "approvers.any(u,\\n  u.id == 'x')" }
  mfaPolicies: [{ user: alice, name: Passkey, condition: "activity.action == 'SIGN'", order: 1, requiredAuthenticationMethods: [{ any: [{ type: AUTHENTICATION_TYPE_PASSKEY }] }] }]
  webhookEndpoints: [{ name: ops, url: "${hook}", subscriptions: [{ eventType: ACTIVITY_UPDATES, filtersJson: '{"status":"ACTIVITY_STATUS_COMPLETED"}' }] }]
  ipAllowlist: { enabled: true, rules: [{ cidr: 127.0.0.1/32, label: here }] }
`;

let cwd: string;
let service: TestService;
let receiver: WebhookReceiver;
let events: ServiceEvent[];
beforeEach(async () => {
	cwd = await temporaryFolder();
	receiver = await receiveWebhooks();
	events = [];
	service = await runService({
		seed: seed(receiver.url),
		clock: testClock(),
		dataDir: join(cwd, "data"),
		allowLoopbackWebhooks: true,
		limits: { webhookRetryDelays: [] },
		log: (event) => events.push(event),
	});
});
afterEach(async () => {
	await service.close();
	await receiver.close();
});

const verb = (...args: string[]): Promise<CommandResult> => runCommand(["service", ...args], { cwd });
const propose = (policyName: string): Promise<Answer> =>
	service.client("alice.laptop").activity("create_policy", {
		policyName,
		effect: "EFFECT_ALLOW",
		condition: "activity.action == 'EXPORT'",
		notes: "",
	});
const statusOf = async (activityId: string): Promise<string> =>
	(await service.root.query("get_activity", { activityId })).activity.status;

/** Once the outbox has so many that are over. */
async function over(count: number): Promise<Answer[]> {
	let found: Answer[] = [];
	await eventually(async () => {
		const { deliveries } = JSON.parse((await verb("deliveries", "--data", "data", "--json")).stdout) as Answer;
		found = deliveries.filter((each: Answer) => each.state !== "PENDING");
		return found.length >= count;
	});
	return found;
}

/** The text with what is random in it named. */
const stable = (text: string): string =>
	new StableNames()
		.replace(text)
		.replaceAll(/\b0[23][0-9a-f]{64}\b/g, "P256-KEY")
		.replaceAll(/\b[0-9a-f]{64}\b/g, "ED25519-KEY");

describe("inspect", () => {
	test("prints the organisation and what happened last", async () => {
		const first = await propose("one");
		await service.client("bob").activity("approve_activity", { fingerprint: first.fingerprint });
		const second = await propose("two");
		await service.client("carol").activity("reject_activity", { fingerprint: second.fingerprint });
		await propose("three");
		const { code, stdout, stderr } = await verb("inspect", "--data", "data");
		expect([code, stderr]).toEqual([0, ""]);
		expectGolden("service/inspect.txt", stable(stdout));
	});

	test("gives the same as JSON, by address too", async () => {
		await propose("one");
		const { code, stdout } = await verb("inspect", "--url", service.baseUrl, "--json", "--activities", "1");
		expect(code).toBe(0);
		const { organization, activities } = JSON.parse(stdout) as Answer;
		expect(organization.policies.map((each: Answer) => each.name)).toEqual(["No exports", "Signers"]);
		expect(activities).toMatchObject([
			{ status: "ACTIVITY_STATUS_CONSENSUS_NEEDED", requester: { name: "alice" }, awaits: [{ name: "bob" }, { name: "carol" }] },
		]);
	});
});

describe("inspect is refused", () => {
	test.each([
		[["--organization", "nobody"], "there is no organization `nobody`"],
		[["--activities", "201"], "`limit` must be a number from 1 to 200"],
	])("%s", async (args, message) => {
		const { code, stdout, stderr } = await verb("inspect", "--data", "data", ...args);
		expect([code, stdout]).toEqual([1, ""]);
		expect(stderr).toContain(`error Q4173: the service refuses: ${message}\n`);
	});
});

describe("a vote", () => {
	test("is the user's own, signed with the key the seed made, and counts like any other", async () => {
		const { id } = await propose("p");
		const { code, stdout, stderr } = await verb("approve", id, "--as", "bob", "--data", "data");
		expect([code, stderr]).toEqual([0, ""]);
		expect(stdout).toBe(`Approved as bob. The activity ${id} is completed.\n`);
		const { activity } = await service.root.query("get_activity", { activityId: id });
		const vote = activity.votes.find((each: Answer) => each.user.userName === "bob");
		expect(vote).toMatchObject({ selection: "VOTE_SELECTION_APPROVED", publicKey: service.client("bob").publicKey });
		const key = p256VerifyingKey(vote.publicKey);
		expect(key && verifyP256(key, Buffer.from(vote.message), vote.signature)).toBe(true);
	});

	test("that is not enough says who else may give one, and exits with 5", async () => {
		await service.close();
		service = await runService({
			seed: seed(receiver.url).replace("threshold: 2", "threshold: 3"),
			clock: testClock(),
			dataDir: join(cwd, "more"),
			allowLoopbackWebhooks: true,
		});
		const { id, fingerprint } = await propose("p");
		const { code, stdout } = await verb("approve", fingerprint, "--as", "bob", "--data", "more");
		expect([code, stdout]).toEqual([5, `Approved as bob. The activity ${id} is consensus needed, waits for one of carol.\n`]);
		const again = await verb("approve", id, "--as", "bob", "--data", "more");
		expect([again.code, again.stdout]).toEqual([
			5,
			`Approved before as bob; nothing changes. The activity ${id} is consensus needed, waits for one of carol.\n`,
		]);
		expect((await verb("approve", id, "--as", "carol", "--data", "more")).stdout).toBe(
			`Approved as carol. The activity ${id} is completed.\n`,
		);
		const late = await verb("approve", id, "--as", "carol", "--data", "more", "--json");
		expect([late.code, JSON.parse(late.stdout)]).toEqual([0, expect.objectContaining({ repeated: true })]);
	});

	test("against ends it", async () => {
		const { id } = await propose("p");
		const { code, stdout } = await verb("reject", id, "--as", "carol", "--data", "data", "--json");
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({ activity: { id, status: "ACTIVITY_STATUS_REJECTED" } });
		const late = await verb("approve", id, "--as", "bob", "--data", "data");
		expect([late.code, late.stdout]).toEqual([1, ""]);
		expect(late.stderr).toContain(
			"error Q4173: the service refuses: activity is no longer open for votes: its status is ACTIVITY_STATUS_REJECTED\n",
		);
	});

	test("survives a restart: the keys are in the folder", async () => {
		const { id } = await propose("p");
		await service.close();
		service = await runService({ clock: testClock(), dataDir: join(cwd, "data"), allowLoopbackWebhooks: true });
		expect((await verb("approve", id, "--as", "bob", "--data", "data")).code).toBe(0);
	});

	test.each([
		["a user there is none of", "bobb", "there is no user `bobb` in organization"],
		[
			"a user with another sort of key",
			"dave",
			"no P-256 key of `dave` is held here: only users whose key the seed made can vote this way",
		],
		["a user whose vote is not asked for", "eve\u202e", "You don't have sufficient permissions to take this action."],
	])("as %s is refused", async (_name, user, message) => {
		const { id } = await propose("p");
		const { code, stdout, stderr } = await verb("approve", id, "--as", user, "--data", "data");
		expect([code, stdout]).toEqual([1, ""]);
		expect(stderr).toContain(`error Q4173: the service refuses: ${message}`);
		expect(await statusOf(id)).toBe("ACTIVITY_STATUS_CONSENSUS_NEEDED");
	});

	test("as a user whose credentials file was taken away is refused", async () => {
		const { id } = await propose("p");
		rmSync(join(cwd, "data/credentials/bob.json"));
		const { code, stderr } = await verb("approve", id, "--as", "bob", "--data", "data");
		expect([code, stderr]).toEqual([1, expect.stringContaining("no P-256 key of `bob` is held here")]);
	});

	test("on an activity there is none of is refused", async () => {
		const { code, stderr } = await verb("reject", "sha256:0", "--as", "bob", "--data", "data");
		expect([code, stderr]).toEqual([
			1,
			expect.stringContaining("error Q4173: the service refuses: there is no activity `sha256:0`"),
		]);
	});

	test("needs to be told whose it is", async () => {
		const { code, stderr } = await verb("approve", "x", "--data", "data");
		expect([code, stderr]).toEqual([1, expect.stringContaining("required option '--as <user>' not specified")]);
	});
});

describe("deliveries", () => {
	test("are listed with what came of them, and sent again under the same event", async () => {
		receiver.react = (_, index) => (index === 0 ? 404 : 200);
		const { fingerprint } = await propose("p");
		await service.client("bob").activity("approve_activity", { fingerprint });
		const [failed] = await over(1);
		expect(failed).toMatchObject({ state: "FAILED", attempts: 1, endpoint: { name: "ops" }, lastAttempt: { httpStatus: 404 } });
		const listed = await verb("deliveries", "--data", "data", "--state", "failed");
		expect(listed.code).toBe(0);
		expectGolden("service/deliveries.txt", stable(listed.stdout));
		const again = await verb("deliveries", "--data", "data", "--retry", String(failed.sequence));
		expect([again.code, again.stdout]).toEqual([
			0,
			`Delivery ${failed.sequence} is sent again, under the same event identifier ${failed.eventId}.\n`,
		]);
		await receiver.until(2);
		const [first, second] = receiver.received;
		expect(second?.headers["x-turnkey-event-id"]).toBe(first?.headers["x-turnkey-event-id"]);
		expect(second?.bytes.equals(first?.bytes as Buffer)).toBe(true);
		await eventually(async () => (await over(1))[0].state === "DELIVERED");
	});

	test("are turned page by page", async () => {
		for (const name of ["a", "b", "c"]) {
			const { fingerprint } = await propose(name);
			await service.client("bob").activity("approve_activity", { fingerprint });
		}
		await over(3);
		const first = await verb("deliveries", "--url", service.baseUrl, "--limit", "2");
		expect(first.stdout).toMatch(/^ {4}3 .*\n.*\n {4}2 .*\n.*\nThere are older ones: --before 2\n$/);
		const second = await verb("deliveries", "--url", service.baseUrl, "--limit", "2", "--before", "2");
		expect(second.stdout).toMatch(/^ {4}1 .*\n.*\n$/);
	});

	test("may be none", async () => {
		expect((await verb("deliveries", "--data", "data")).stdout).toBe("No deliveries.\n");
	});

	test.each([
		["there is none of", "99", "there is no delivery 99"],
		["whose endpoint is switched off", "1", "the endpoint of delivery 1 is inactive"],
	])("one %s is not sent again", async (_name, sequence, message) => {
		receiver.react = () => 404;
		const { fingerprint } = await propose("p");
		await service.client("bob").activity("approve_activity", { fingerprint });
		await over(1);
		const { webhookEndpoints } = await service.root.query("list_webhook_endpoints");
		const off = await service.root.activity("update_webhook_endpoint", {
			endpointId: webhookEndpoints[0].endpointId,
			isActive: false,
		});
		await service.client("bob").activity("approve_activity", { fingerprint: off.fingerprint });
		const { code, stderr } = await verb("deliveries", "--data", "data", "--retry", sequence);
		expect([code, stderr]).toEqual([1, expect.stringContaining(`error Q4173: the service refuses: ${message}`)]);
	});

	test.each(["inspect", "deliveries"])("%s takes a folder or an address, not both", async (name) => {
		const { code, stderr } = await verb(name, "--data", "data", "--url", "http://127.0.0.1:1");
		expect([code, stderr]).toEqual([
			1,
			expect.stringContaining("option '--url <address>' cannot be used with option '--data <folder>'"),
		]);
	});

	test("--retry goes with nothing else", async () => {
		const { code, stderr } = await verb("deliveries", "--retry", "1", "--state", "failed");
		expect([code, stderr]).toEqual([1, expect.stringContaining("cannot be used with option")]);
	});
});

describe("the owner", () => {
	const post = async (headers: Readonly<Record<string, string>>, path = "/admin/approve_activity"): Promise<[number, string]> => {
		const { id } = await propose("p");
		const body = JSON.stringify({ activity: id, user: "bob" });
		const answer = await fetch(`${service.baseUrl}${path}`, {
			method: "POST",
			headers: { "content-type": "application/json", ...headers },
			body,
		});
		expect(await statusOf(id)).toBe("ACTIVITY_STATUS_CONSENSUS_NEEDED");
		return [answer.status, ((await answer.json()) as Answer).message];
	};
	const token = (): string => readFileSync(join(cwd, "data/admin.token"), "utf8").trim();

	test.each([
		["without a token", {}],
		["with a wrong one", { authorization: `Bearer ${"0".repeat(64)}` }],
		["with one of another length", { authorization: "Bearer 0" }],
		["with another scheme", { authorization: `Basic ${"0".repeat(64)}` }],
	])("is nobody %s", async (_name, headers) => {
		expect(await post(headers)).toEqual([401, expect.stringContaining("this call is for the service's owner")]);
	});

	test("is whoever has the token, which only they can read and the service alone has", async () => {
		expect(statSync(join(cwd, "data/admin.token")).mode & 0o777).toBe(0o600);
		expect(token()).toBe(service.adminToken.reveal());
		const { id } = await propose("p");
		const answer = await fetch(`${service.baseUrl}/admin/approve_activity`, {
			method: "POST",
			headers: { "content-type": "application/json", authorization: `Bearer ${token()}` },
			body: JSON.stringify({ activity: id, user: "bob" }),
		});
		expect([answer.status, await statusOf(id)]).toEqual([200, "ACTIVITY_STATUS_COMPLETED"]);
		expect(events.filter((each) => each.message.includes("asked for by the owner"))).toEqual([
			{ level: "info", message: "approve_activity as bob, asked for by the owner", activityId: id },
		]);
		expect(JSON.stringify(events)).not.toContain(token());
	});

	test("changes with every start, and nobody is while the service is closed", async () => {
		const before = token();
		await service.close();
		expect(() => token()).toThrow();
		service = await runService({ clock: testClock(), dataDir: join(cwd, "data") });
		expect(token()).not.toBe(before);
	});

	test("cannot come under another name, nor with something else than JSON", async () => {
		const authorization = `Bearer ${token()}`;
		const cross = await verbOverNode({ host: "evil.example", authorization });
		expect(cross).toEqual([403, "inspection is for this machine alone: ask over loopback, by address or as localhost"]);
		expect(await post({ authorization, "content-type": "text/plain" })).toEqual([400, expect.stringContaining("content type")]);
	});

	/** `fetch` does not let a caller choose the name. */
	async function verbOverNode(headers: Readonly<Record<string, string>>): Promise<[number, string]> {
		const { request } = await import("node:http");
		return new Promise((resolve, reject) => {
			const asked = request(
				`${service.baseUrl}/admin/approve_activity`,
				{ method: "POST", agent: false, headers: { "content-type": "application/json", ...headers } },
				(response) => {
					let text = "";
					response.on("data", (chunk: Buffer) => {
						text += chunk.toString();
					});
					response.on("end", () => resolve([response.statusCode ?? 0, (JSON.parse(text) as Answer).message]));
				},
			);
			asked.on("error", reject);
			asked.end('{"activity":"x","user":"bob"}');
		});
	}

	test.each([
		["{}", "`activity` must be a text"],
		['{"activity":"x"}', "`user` must be a text"],
		["[]", "bad request body: expected a JSON object"],
		['{"activity":1,"activity":2}', "bad request body"],
	])("who sends %s is told", async (body, message) => {
		const answer = await fetch(`${service.baseUrl}/admin/approve_activity`, {
			method: "POST",
			headers: { "content-type": "application/json", authorization: `Bearer ${token()}` },
			body,
		});
		expect([answer.status, ((await answer.json()) as Answer).message]).toEqual([400, expect.stringContaining(message)]);
	});
});

describe("a service that cannot be asked", () => {
	const servers: Server[] = [];
	afterEach(async () => {
		for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
	});
	async function serve(listener: RequestListener): Promise<string> {
		const server = createServer(listener);
		servers.push(server);
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	}

	test.each([["inspect"], ["deliveries"], ["approve", "x", "--as", "bob"], ["deliveries", "--retry", "1"]])(
		"%s: none is named",
		async (...args) => {
			const { code, stderr } = await verb(...args);
			expect([code, stderr]).toEqual([1, expect.stringContaining("error Q4170: which service is meant\n")]);
		},
	);

	test.each(["https://127.0.0.1:1", "127.0.0.1:1", "http://127.0.0.1:1/path", "ftp://x"])("%s is no address", async (url) => {
		const { code, stderr } = await verb("inspect", "--url", url);
		expect([code, stderr]).toEqual([1, expect.stringContaining(`error Q4170: \`${url}\` is not the address of a service\n`)]);
	});

	test("none runs on the folder", async () => {
		mkdirSync(join(cwd, "empty"));
		const { code, stderr } = await verb("inspect", "--data", "empty");
		expect([code, stderr]).toEqual([1, expect.stringContaining("error Q4171: no service is running on `empty`\n")]);
		expect(stderr).toContain("help: start it with `quorate service start --data empty`\n");
	});

	test("the last one was killed", async () => {
		mkdirSync(join(cwd, "killed"));
		writeFileSync(
			join(cwd, "killed/holder.json"),
			'{"processId":1,"since":"2026-01-01T00:00:00Z","baseUrl":"http://127.0.0.1:1"}',
		);
		const { code, stderr } = await verb("deliveries", "--data", "killed");
		expect([code, stderr]).toEqual([
			1,
			expect.stringContaining("error Q4171: no service answers at http://127.0.0.1:1: the connection failed\n"),
		]);
	});

	test("nothing listens at the address any more", async () => {
		const gone = createServer();
		await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
		const url = `http://127.0.0.1:${(gone.address() as { port: number }).port}`;
		await new Promise((resolve) => gone.close(resolve));
		const { code, stderr } = await verb("inspect", "--url", url);
		expect([code, stderr]).toEqual([
			1,
			expect.stringContaining(`error Q4171: no service answers at ${url}: nothing listens there\n`),
		]);
	});

	test("its token is not for this user", async () => {
		rmSync(join(cwd, "data/admin.token"));
		const { code, stderr } = await verb("approve", "x", "--as", "bob", "--data", "data");
		expect([code, stderr]).toEqual([1, expect.stringContaining("error Q4172: the token in `data` cannot be read\n")]);
	});

	test("its token is another's", async () => {
		writeFileSync(join(cwd, "data/admin.token"), "0".repeat(64));
		const { code, stderr } = await verb("approve", "x", "--as", "bob", "--data", "data");
		expect([code, stderr]).toEqual([1, expect.stringContaining("help: the folder's token is not this service's")]);
	});

	test.each([
		["a web page", (_: unknown, response: Parameters<RequestListener>[1]) => response.end("<html>")],
		["other JSON", (_: unknown, response: Parameters<RequestListener>[1]) => response.end("[1]")],
		["other refusals", (_: unknown, response: Parameters<RequestListener>[1]) => response.writeHead(404).end("{}")],
	])("something else answers with %s", async (_name, listener) => {
		const url = await serve(listener as RequestListener);
		const { code, stderr } = await verb("inspect", "--url", url);
		expect([code, stderr]).toEqual([
			1,
			expect.stringContaining(`error Q4173: what answers at ${url} is not the embedded service\n`),
		]);
	});

	test("as JSON when asked for it", async () => {
		const { code, stdout, stderr } = await verb("inspect", "--data", "nowhere", "--json");
		expect([code, stderr]).toEqual([1, ""]);
		expect(JSON.parse(stdout)).toMatchObject({ errored: true, diagnostics: [{ code: "Q4171" }] });
	});
});
