// What a person on this machine sees of the embedded service without a key: the pages and the same as JSON. Who may look,
// that nothing can be changed or run through it, and that no secret is among what is shown.
import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { testClock } from "../support/clocks.js";
import { runService, type TestService } from "../support/running-service.js";
import type { Answer } from "../support/service-client.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { receiveWebhooks, type WebhookReceiver } from "../support/webhook-receiver.js";

const PRIVATE_KEY = "1a".repeat(32);
const MNEMONIC = "test test test test test test test test test test test junk";
const HOSTILE = `<script>alert("1")</script>'&amp;`;

const seed = (webhook: string): string => `
apiVersion: quorate/v1
kind: Organization
metadata: { name: '<script>document.title = "owned"</script>' }
spec:
  rootQuorum: { threshold: 2, users: [ada, bob] }
  userTags: [{ name: signers }]
  users:
    - { name: ada, email: ada@example.com, tags: [signers], authenticators: [{ name: yubikey }] }
    - { name: bob }
    - { name: ${JSON.stringify(HOSTILE)} }
  privateKeyTags: [{ name: hot }]
  privateKeys:
    - { name: hot one, curve: CURVE_SECP256K1, tags: [hot], privateKey: "${PRIVATE_KEY}", addressFormats: [ADDRESS_FORMAT_ETHEREUM] }
  wallets:
    - name: operations
      mnemonic: ${MNEMONIC}
      accounts: [{ curve: CURVE_SECP256K1, path: "m/44'/60'/0'/0/0", addressFormat: ADDRESS_FORMAT_ETHEREUM }]
  policies:
    - { name: No exports, effect: EFFECT_DENY, condition: "activity.action == 'EXPORT'", notes: "</pre><img src=x onerror=alert(1)>" }
  mfaPolicies:
    - { user: ada, name: Passkey, condition: "activity.action == 'SIGN'", order: 1, requiredAuthenticationMethods: [{ any: [{ type: AUTHENTICATION_TYPE_PASSKEY }] }] }
  webhookEndpoints: [{ name: ops, url: "${webhook}", subscriptions: [{ eventType: ACTIVITY_UPDATES }] }]
  ipAllowlist: { enabled: true, rules: [{ cidr: 127.0.0.1/32, label: here }] }
`;

let service: TestService;
let receiver: WebhookReceiver;
let dataDir: string;
beforeEach(async () => {
	receiver = await receiveWebhooks();
	dataDir = join(await temporaryFolder(), "data");
	service = await runService({ seed: seed(receiver.url), clock: testClock(), dataDir, allowLoopbackWebhooks: true });
});
afterEach(async () => {
	await service.close();
	await receiver.close();
});

const PAGES = ["", "/users", "/policies", "/keys", "/tags", "/activities", "/webhooks"];
const path = (page: string): string => `/inspect/${service.organizationId}${page}`;

interface Seen {
	readonly status: number;
	readonly headers: IncomingMessage["headers"];
	readonly text: string;
}

/** A request with exactly these headers. */
function get(target: string, headers: Readonly<Record<string, string>> = {}, method = "GET"): Promise<Seen> {
	return new Promise((resolve, reject) => {
		const asked = request(`${service.baseUrl}${target}`, { method, headers, agent: false }, (response) => {
			const chunks: Buffer[] = [];
			response.on("data", (chunk: Buffer) => chunks.push(chunk));
			response.on("end", () =>
				resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() }),
			);
		});
		asked.on("error", reject);
		asked.end();
	});
}

/** An activity that ada proposes and nobody has voted on. */
const propose = (policyName: string, notes = ""): Promise<Answer> =>
	service.client("ada").activity("create_policy", { policyName, effect: "EFFECT_DENY", notes });

describe("the pages", () => {
	test("are whole documents that run nothing and load nothing from elsewhere", async () => {
		for (const page of ["/", ...PAGES.map(path)]) {
			const { status, headers, text } = await get(page);
			expect([page, status, headers["content-type"]]).toEqual([page, 200, "text/html; charset=utf-8"]);
			expect(headers).toMatchObject({
				"content-security-policy":
					"default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
				"x-content-type-options": "nosniff",
				"referrer-policy": "no-referrer",
				"cross-origin-resource-policy": "same-origin",
				"cache-control": "no-store",
			});
			expect(text).toMatch(/^<!doctype html>\n<html lang="en">\n/);
			expect(text).toMatch(/<\/html>\n$/);
			expect(text).not.toMatch(/<script|<img|<style|<iframe|style="| on[a-z]+="|javascript:/i);
			expect(text.match(/(?:src|href|action)="[^"/#]/g)).toBeNull();
		}
	});

	test("escape every text somebody else chose", async () => {
		const { text } = await get(path("/users"));
		expect(text).toContain("&lt;script&gt;document.title = &quot;owned&quot;&lt;/script&gt;");
		expect(text).toContain("<bdi>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;amp;</bdi>");
		const policies = (await get(path("/policies"))).text;
		expect(policies).toContain("&lt;/pre&gt;&lt;img src=x onerror=alert(1)&gt;");
		const { id } = await propose("p", "</pre><script>1</script>\u202egnihton");
		const activity = (await get(path(`/activities/${id}`))).text;
		expect(activity).toContain("&lt;/pre&gt;&lt;script&gt;1&lt;/script&gt;[U+202E]gnihton");
		expect((await get("/inspect/%3Cscript%3E/users")).text).toContain("there is no organization `&lt;script&gt;`");
	});

	test("show what there is, and lead from one thing to the other", async () => {
		const overview = (await get("/")).text;
		expect(overview).toContain("<b>3</b><span>users</span>");
		expect(overview).toContain("2 of 2: ");
		const users = (await get(path("/users"))).text;
		const [, tag] = new RegExp(`href="${path("/tags")}#([0-9a-f-]{36})"><bdi>signers<`).exec(users) ?? [];
		expect((await get(path("/tags"))).text).toContain(`id="${tag}"`);
		expect(users).toContain(service.client("ada").publicKey);
		expect(users).toContain("ada@example.com");
		const policies = (await get(path("/policies"))).text;
		for (const shown of ["No exports", "activity.action == &#39;EXPORT&#39;", "1. passkey", "127.0.0.1/32"]) {
			expect(policies).toContain(shown);
		}
		expect((await get(path("/keys"))).text).toContain("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
		expect((await get(path("/webhooks"))).text).toContain(receiver.url);
	});

	test("follow an activity from waiting to done, with its votes", async () => {
		const { id, fingerprint } = await propose("p");
		const waiting = (await get(path(`/activities/${id}`))).text;
		expect(waiting).toContain(">consensus needed</span>");
		expect(waiting).toMatch(/waits for one of<\/dt><dd><ul[^>]*><li><a href="[^"]+"><bdi>bob<\/bdi><\/a><\/li><\/ul>/);
		expect((await get("/")).text).toMatch(/may approve: <ul[^>]*><li><a href="[^"]+"><bdi>bob</);
		await service.client("bob").activity("approve_activity", { fingerprint });
		const done = (await get(path(`/activities/${id}`))).text;
		expect(done).toContain(">completed</span>");
		expect(done.match(/>approved<\/span>/g)?.length).toBe(2);
		expect(done).not.toContain("waits for one of");
		await receiver.until(2);
		expect((await get(path("/webhooks"))).text).toContain(`href="${path(`/activities/${id}`)}"`);
	});

	test("turn long lists page by page, and narrow them down", async () => {
		for (let count = 0; count < 51; count += 1) await propose(`p${count}`);
		const first = (await get(path("/activities"))).text;
		expect(first.match(/<tr id=/g)?.length).toBe(50);
		const [, older = ""] = /<a href="([^"]+)">Older activities/.exec(first) ?? [];
		const second = (await get(older.replaceAll("&amp;", "&"))).text;
		expect(second.match(/<tr id=/g)?.length).toBe(1);
		expect(second).not.toContain("Older activities");
		const none = (await get(path("/activities?status=ACTIVITY_STATUS_REJECTED&type="))).text;
		expect(none).toContain("There are no such activities.");
		expect(none).toContain('<option value="ACTIVITY_STATUS_REJECTED" selected>rejected</option>');
		const waiting = path("/activities?status=ACTIVITY_STATUS_CONSENSUS_NEEDED&type=ACTIVITY_TYPE_CREATE_POLICY_V3");
		expect((await get(waiting)).text).toContain(
			"?status=ACTIVITY_STATUS_CONSENSUS_NEEDED&amp;type=ACTIVITY_TYPE_CREATE_POLICY_V3&amp;after=",
		);
	});
});

describe("no secret", () => {
	test("is on any page or in any document, whatever was submitted", async () => {
		const { id } = await service
			.client("ada")
			.activity("create_oauth2_credential", {
				provider: "OAUTH2_PROVIDER_DISCORD",
				clientId: "the client",
				encryptedClientSecret: "c0ffee",
			})
			.catch(() => propose("p"));
		const everything = [
			...(await Promise.all(["/", ...PAGES.map(path), path(`/activities/${id}`)].map((each) => get(each)))),
			await get("/inspect/organization.json"),
			await get("/inspect/activities.json"),
			await get("/inspect/deliveries.json"),
		].map((each) => each.text);
		const keys = [...service.seededCredentials.values()].map((each) => each.apiPrivateKey.reveal());
		const sealing = readFileSync(join(dataDir, "sealing.key"), "utf8").trim();
		expect(keys.length).toBeGreaterThan(2);
		for (const secret of [...keys, sealing, PRIVATE_KEY, MNEMONIC, "sealedKey", "sealedSecret", "sealedCode"]) {
			expect(everything.filter((text) => text.includes(secret))).toEqual([]);
		}
	});
});

describe("who may look", () => {
	test.each(["evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.nip.io", "127.0.0.1@evil.example"])(
		"nobody under the name `%s`",
		async (host) => {
			for (const target of ["/", path("/users"), "/inspect/organization.json", "/inspect/style.css"]) {
				const { status, text, headers } = await get(target, { host });
				expect([target, status]).toEqual([target, 403]);
				expect(text).not.toContain("ada");
				if (target === "/") expect(headers["content-security-policy"] ?? "none").toContain("none");
			}
		},
	);

	test.each(["localhost", "localhost:8080", "127.0.0.1", "[::1]:99"])("this machine under the name `%s`", async (host) => {
		expect((await get("/", { host })).status).toBe(200);
	});

	test("no web page of another origin", async () => {
		for (const target of ["/", path("/users"), "/inspect/organization.json"]) {
			const { headers } = await get(target, { origin: "https://evil.example" });
			expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
			const preflight = await get(target, { origin: "https://evil.example", "access-control-request-method": "GET" }, "OPTIONS");
			expect(Object.keys(preflight.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
		}
	});

	test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("nobody with %s", async (method) => {
		for (const target of ["/", path("/users"), "/inspect/organization.json"]) {
			const { status, text } = await get(target, {}, method);
			expect([target, status, JSON.parse(text).code]).toEqual([target, 404, 5]);
		}
	});
});

describe("what cannot be shown", () => {
	const nowhere = "/inspect/11111111-1111-4111-8111-111111111111";
	test.each([
		["an unknown organisation", () => nowhere, 404, "there is no organization `11111111-1111-4111-8111-111111111111`"],
		["an unknown page", () => path("/constructor"), 404, "there is no page `constructor`"],
		["an unknown activity", () => path("/activities/1"), 404, "there is no activity `1`"],
		["older than an unknown activity", () => path("/activities?after=x"), 404, "there is no activity `x`"],
		["an unknown status", () => path("/activities?status=DONE"), 400, "`status` must be one of ACTIVITY_STATUS_CREATED"],
		["an unknown type", () => path("/activities?type=x"), 400, "`type` is not one that is known"],
		["an unknown parameter", () => path("/activities?page=2"), 400, "unknown parameter `page`: there are status, type, after"],
		["a parameter twice", () => path("/webhooks?before=1&before=2"), 400, "`before` must be given once"],
		["a place that is none", () => path("/webhooks?before=-1"), 400, "`before` must be a number from 1 to"],
	])("%s", async (_name, target, status, message) => {
		const seen = await get(target());
		expect([seen.status, seen.headers["content-type"]]).toEqual([status, "text/html; charset=utf-8"]);
		expect(seen.text).toContain(message);
		expect(seen.text).toContain("<h1>Not shown</h1>");
	});

	test.each([
		["/inspect/organization.json?organizationId=x", 404, "there is no organization `x`"],
		["/inspect/activities.json?limit=0", 400, "`limit` must be a number from 1 to 200"],
		["/inspect/deliveries.json?state=LOST", 400, "`state` must be one of PENDING, DELIVERED, FAILED, DROPPED"],
		["/inspect/deliveries.json?until=1", 400, "unknown parameter `until`: there are state, before, limit"],
	])("%s, as JSON", async (target, status, message) => {
		const seen = await get(target);
		expect([seen.status, JSON.parse(seen.text).message]).toEqual([status, message]);
	});
});

test("a sub-organization has pages of its own, and leads back to its parent", async () => {
	const alone = await runService({
		seed: "apiVersion: quorate/v1\nkind: Organization\nmetadata: { name: Parent }\nspec: { rootQuorum: { threshold: 1, users: [root] }, users: [{ name: root }] }\n",
	});
	try {
		const { publicKey } = alone.root;
		const { result } = await alone.root.activity("create_sub_organization", {
			subOrganizationName: "Child",
			rootQuorumThreshold: 1,
			rootUsers: [
				{
					userName: "kid",
					apiKeys: [{ apiKeyName: "k", publicKey, curveType: "API_KEY_CURVE_P256" }],
					authenticators: [],
					oauthProviders: [],
				},
			],
		});
		const [{ subOrganizationId }] = Object.values(result) as { subOrganizationId: string }[] as [{ subOrganizationId: string }];
		const parent = await (await fetch(`${alone.baseUrl}/`)).text();
		expect(parent).toContain(`<a href="/inspect/${subOrganizationId}"><bdi>Child</bdi></a>`);
		const child = await (await fetch(`${alone.baseUrl}/inspect/${subOrganizationId}`)).text();
		expect(child).toContain(`Sub-organization of <a href="/inspect/${alone.organizationId}"><bdi>Parent</bdi></a>`);
	} finally {
		await alone.close();
	}
});

test("whom an activity waits for are those whom the service itself tells that they may approve", async () => {
	const names = ["root", "second", "ann", "ben", "cid", "dot"];
	const several = await runService({
		seed: `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Several }
spec:
  rootQuorum: { threshold: 2, users: [root, second] }
  userTags: [{ name: signers, id: 11111111-1111-4111-8111-111111111111 }]
  users: [{ name: root }, { name: second }, { name: ann, tags: [signers] }, { name: ben, tags: [signers] }, { name: cid }, { name: dot }]
  policies:
    - name: Two signers
      effect: EFFECT_ALLOW
      consensus: "approvers.filter(u, u.tags.contains('11111111-1111-4111-8111-111111111111')).count() >= 2"
`,
	});
	try {
		const { id } = await several.client("ann").activity("create_private_key_tag", { privateKeyTagName: "t", privateKeyIds: [] });
		const { activities } = (await (await fetch(`${several.baseUrl}/inspect/activities.json`)).json()) as Answer;
		const told = await Promise.all(
			names.map(async (name) => {
				const { activity } = await several.client(name).query("get_activity", { activityId: id });
				return activity.canApprove ? [name] : [];
			}),
		);
		expect(activities[0].awaits.map((each: Answer) => each.name)).toEqual(told.flat());
		expect(told.flat()).toEqual(["root", "second", "ben"]);
	} finally {
		await several.close();
	}
});
