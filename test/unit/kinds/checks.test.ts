// What the service would refuse about a resource, found offline: code, place and words of every finding.
import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../../src/base/json.js";
import { kindNamed } from "../../../src/kinds/all.js";
import type { Declaration, SpecFinding } from "../../../src/kinds/kind.js";
import { DEFAULT_LIMITS, type Limits } from "../../../src/kinds/limits.js";
import type { KindName } from "../../../src/model/address.js";
import { formatAddress } from "../../../src/model/address.js";

function declaration(kindName: KindName, name: string, spec: JsonObject): Declaration {
	const kind = kindNamed(kindName);
	const parent = kind.parentOf?.(spec);
	return {
		address: formatAddress(kindName, name, parent),
		name,
		...(parent === undefined ? {} : { parent }),
		spec,
		attributes: kind.normalise(kind.fromSpec(name, spec)),
	};
}

const told = (findings: readonly SpecFinding[]) =>
	findings.map((each) => `${each.severity} ${each.code} ${each.path.join(".")}: ${each.message}`);

function check(kindName: KindName, name: string, spec: JsonObject, limits: Limits = DEFAULT_LIMITS): string[] {
	return told(kindNamed(kindName).check(declaration(kindName, name, spec), limits));
}

describe("a policy", () => {
	const allow = { effect: "EFFECT_ALLOW", condition: "true" };

	test("that says who or what is fine, one that says neither allows everything", () => {
		expect(check("Policy", "p", allow)).toEqual([]);
		expect(check("Policy", "p", { effect: "EFFECT_DENY" })).toEqual([]);
		expect(check("Policy", "p", { effect: "EFFECT_ALLOW", condition: " \n", notes: "x" })).toEqual([
			"error Q2310 spec: the policy `p` allows everything to everyone: it is EFFECT_ALLOW with neither `condition` nor `consensus`",
		]);
	});

	test("has a name the service takes", () => {
		expect(check("Policy", "x".repeat(255), allow)).toEqual([]);
		expect(check("Policy", "x".repeat(256), allow)).toEqual([
			"error Q2301 metadata.name: the name is 256 characters long, at most 255 are accepted",
		]);
	});

	test("is one of at most a hundred, or as many as the contract says", () => {
		const many = (count: number) => Array.from({ length: count }, (_, index) => declaration("Policy", `p${index}`, allow));
		const { checkTogether } = kindNamed("Policy");
		expect(checkTogether(many(100), DEFAULT_LIMITS)).toEqual([]);
		const findings = checkTogether(many(103), DEFAULT_LIMITS);
		expect(findings.map((each) => each.address)).toEqual(["Policy/p100"]);
		expect(told(findings)).toEqual(["error Q2311 : 103 policies are declared, an organisation can hold 100"]);
		expect(checkTogether(many(103), { ...DEFAULT_LIMITS, policies: 200 })).toEqual([]);
	});
});

describe("the time of a policy", () => {
	const timed = { effect: "EFFECT_ALLOW", condition: "true", time: "time.now < Timestamp('2030-01-01T00:00:00Z')" };

	test("is taken where profile and organisation have it", () => {
		expect(check("Policy", "p", timed)).toEqual([]);
	});

	test("is refused by a profile that does not have it", () => {
		expect(check("Policy", "p", timed, { ...DEFAULT_LIMITS, time: "profile" })).toEqual([
			"error Q2312 spec.time: the profile `core` has no `time` in policies",
		]);
	});

	test("is refused where the organisation does not have the feature", () => {
		expect(check("Policy", "p", timed, { ...DEFAULT_LIMITS, time: "feature" })).toEqual([
			"error Q2312 spec.time: `time` is early access, and the environment does not have it",
		]);
		expect(check("Policy", "p", { ...timed, time: " \n" }, { ...DEFAULT_LIMITS, time: "feature" })).toEqual([]);
	});
});

describe("a private key tag", () => {
	test("is one of as many as the organisation can hold", () => {
		const many = Array.from({ length: 11 }, (_, index) => declaration("PrivateKeyTag", `t${index}`, { privateKeys: [] }));
		expect(told(kindNamed("PrivateKeyTag").checkTogether(many, { ...DEFAULT_LIMITS, tags: 10 }))).toEqual([
			"error Q2331 : 11 private key tags are declared, an organisation can hold 10 tags",
		]);
	});

	test("names its members by name, by reference or by identifier", () => {
		const id = "00000000-0000-4000-8000-000000000001";
		const { attributes } = declaration("PrivateKeyTag", "t", { privateKeys: ["hot", id, "\uE000PrivateKey/cold\uE001", "hot"] });
		expect(attributes["privateKeys"]).toEqual([id, "\uE000PrivateKey/cold\uE001", "\uE000PrivateKey/hot\uE001"]);
	});
});

describe("an MFA policy", () => {
	const spec = (order: number, methods: JsonObject[], user = "alice") => ({
		user,
		condition: "true",
		order,
		steps: [{ any: methods }],
	});

	test("pins only methods that have an identifier", () => {
		expect(check("MfaPolicy", "m", spec(0, [{ type: "AUTHENTICATION_TYPE_PASSKEY", id: "x" }]))).toEqual([]);
		expect(
			check(
				"MfaPolicy",
				"m",
				spec(0, [{ type: "AUTHENTICATION_TYPE_PASSKEY" }, { type: "AUTHENTICATION_TYPE_SMS_OTP", id: "x" }]),
			),
		).toEqual(["error Q2321 spec.steps.0.any.1.id: `AUTHENTICATION_TYPE_SMS_OTP` takes no `id`"]);
	});

	test("has an order of its own among those of its user", () => {
		const methods = [{ type: "AUTHENTICATION_TYPE_PASSKEY" }];
		const all = [
			declaration("MfaPolicy", "a", spec(0, methods)),
			declaration("MfaPolicy", "b", spec(1, methods)),
			declaration("MfaPolicy", "c", spec(0, methods, "bob")),
			declaration("MfaPolicy", "d", spec(0, methods)),
		];
		const findings = kindNamed("MfaPolicy").checkTogether(all, DEFAULT_LIMITS);
		expect(findings.map((each) => each.address)).toEqual(["MfaPolicy/alice/d"]);
		expect(told(findings)).toEqual([
			"error Q2322 spec.order: `d` and `a` of user `alice` both have order 0, so which is enforced is undefined",
		]);
	});
});

describe("a webhook endpoint", () => {
	const subscriptions = [{ eventType: "ACTIVITY_UPDATES" }];

	test.each([
		["https://hooks.example.com/x", []],
		["https://hooks.example.com:8443", []],
		["https://93.184.216.34/", []],
		["hooks.example.com", ["`hooks.example.com` is not a URL"]],
		[
			"http://hooks.example.com/",
			["the scheme of `http://hooks.example.com/` is `http`, webhooks are delivered over https only"],
		],
		["https://user:pw@hooks.example.com/", ["the URL carries a user name or password"]],
		["https://localhost/", ["`localhost` is not a public host"]],
		["https://hooks.internal/", ["`hooks.internal` is not a public host"]],
		["https://intranet/", ["`intranet` is not a public host"]],
		["https://10.1.2.3/", ["`10.1.2.3` is not a public host"]],
		["https://169.254.169.254/", ["`169.254.169.254` is not a public host"]],
		["https://[::1]/", ["`[::1]` is not a public host"]],
		["https://[fd00::1]/", ["`[fd00::1]` is not a public host"]],
		["https://0x7f000001/", ["`127.0.0.1` is not a public host"]],
	])("may be at a public https address: %s", (url, messages) => {
		expect(check("WebhookEndpoint", "w", { url, subscriptions })).toEqual(
			messages.map((message) => `error Q2340 spec.url: ${message}`),
		);
	});

	test("subscribes to something that exists", () => {
		expect(check("WebhookEndpoint", "w", { url: "https://h.example.com/" })).toEqual([
			"warning Q2342 spec: the endpoint `w` subscribes to nothing and will never receive an event",
		]);
		expect(
			check("WebhookEndpoint", "w", { url: "https://h.example.com/", subscriptions: [{ eventType: "ACTIVITY_UPDATE" }] }),
		).toEqual(["warning Q2343 spec.subscriptions.0.eventType: `ACTIVITY_UPDATE` is no event type the service documents"]);
	});

	test("filters with JSON", () => {
		const filtered = (filtersJson: string) =>
			check("WebhookEndpoint", "w", {
				url: "https://h.example.com/",
				subscriptions: [{ eventType: "ACTIVITY_UPDATES", filtersJson }],
			});
		expect(filtered('{"a": [1]}')).toEqual([]);
		expect(filtered("{a: 1}")).toEqual(["error Q2344 spec.subscriptions.0.filtersJson: `filtersJson` is not JSON"]);
	});
});

describe("an IP allowlist", () => {
	const rules = (...cidrs: string[]) => ({ rules: cidrs.map((cidr) => ({ cidr })) });

	test.each([
		["203.0.113.0/24", []],
		["203.0.113.7", []],
		["10.0.0.0/20", []],
		["2001:db8::/48", []],
		["::1/128", []],
		[
			"10.0.0.0/19",
			["error Q2351 spec.rules.0.cidr: `10.0.0.0/19` is broader than the service accepts: the shortest IPv4 prefix is /20"],
		],
		[
			"2001:db8::/32",
			["error Q2351 spec.rules.0.cidr: `2001:db8::/32` is broader than the service accepts: the shortest IPv6 prefix is /48"],
		],
		["203.0.113.77/24", ["info Q2354 spec.rules.0.cidr: `203.0.113.77/24` is stored as `203.0.113.0/24`"]],
		["2001:DB8:0:0::/48", ["info Q2354 spec.rules.0.cidr: `2001:DB8:0:0::/48` is stored as `2001:db8::/48`"]],
		...["203.0.113.0/33", "203.0.113", "0x7f.1", "203.0.113.0/", "fe80::1%eth0/64", "example.com", "1.2.3.4/24/8", ""].map(
			(cidr) => [cidr, [`error Q2350 spec.rules.0.cidr: \`${cidr}\` is not an address block`]] as const,
		),
	] as const)("%s", (cidr, expected) => {
		expect(check("IpAllowlist", "organization", rules(cidr))).toEqual(expected);
	});

	test("lists a block once, ten per family at most", () => {
		expect(check("IpAllowlist", "organization", rules("203.0.113.0/24", "203.0.113.0/24"))).toEqual([
			"warning Q2352 spec.rules.1.cidr: `203.0.113.0/24` is the same block as rule 1; the service keeps the first and its label",
		]);
		const many = [...Array.from({ length: 11 }, (_, index) => `198.51.100.${index}/32`), "2001:db8::/48"];
		expect(check("IpAllowlist", "organization", rules(...many))).toEqual([
			"error Q2353 spec.rules.10.cidr: a list holds at most 10 IPv4 rules, this is number 11",
		]);
	});

	test("is named after what it guards", () => {
		expect(check("IpAllowlist", "office", rules("203.0.113.0/24"))).toEqual([
			"error Q2355 metadata.name: an allowlist is named after what it guards: found `office`, expected `organization`",
		]);
		expect(check("IpAllowlist", "office", { apiKey: "ci", ...rules("203.0.113.0/24") })).toEqual([
			"error Q2355 metadata.name: an allowlist is named after what it guards: found `office`, expected `ci`",
		]);
		expect(check("IpAllowlist", "ci", { apiKey: "ci", enabled: true, ...rules("203.0.113.0/24") })).toEqual([
			"error Q2356 spec.enabled: `enabled` belongs to the organisation's list; the list of an API key is enforced while it exists",
		]);
	});
});
