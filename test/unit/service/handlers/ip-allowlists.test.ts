import { describe, expect, test } from "@jest/globals";
import { checkIpAccess } from "../../../../src/service/ip-access.js";
import type { Refusal } from "../../../../src/service/refusal.js";
import { bench, START } from "../../../support/organization.js";

const rules = (...blocks: readonly string[]) => blocks.map((cidr) => ({ cidr }));
const cidrs = (list: { readonly rules: readonly { readonly cidr: string }[] }) => list.rules.map((each) => each.cidr);

describe("set_ip_allowlist", () => {
	test("stores blocks with their host bits cleared, in canonical text, the first of equal ones", async () => {
		const { run, ask, organization } = await bench();
		const given = [
			{ cidr: "192.168.1.100/24", label: "office" },
			{ cidr: "192.168.1.0/24", label: "again" },
			{ cidr: "2001:DB8:0:0::1/64" },
			{ cidr: "::1/128" },
		];
		expect(run("set_ip_allowlist", { enabled: false, rules: given })).toEqual({});
		expect(ask("get_ip_allowlist", {}).allowlist).toEqual({
			organizationId: organization.id,
			publicKey: null,
			enabled: false,
			onEvaluationError: "DENY",
			rules: [
				{ cidr: "192.168.1.0/24", label: "office", createdAt: String(START) },
				{ cidr: "2001:db8::/64", label: "", createdAt: String(START) },
				{ cidr: "::1/128", label: "", createdAt: String(START) },
			],
		});
	});

	test("replaces the whole list; without `enabled` it is off", async () => {
		const world = await bench();
		world.run("set_ip_allowlist", { enabled: true, rules: rules("10.0.0.0/24") });
		world.now += 1000;
		world.run("set_ip_allowlist", { rules: rules("10.0.1.0/24"), onEvaluationError: "ALLOW" });
		expect(world.ask("get_ip_allowlist", {}).allowlist).toMatchObject({
			enabled: false,
			onEvaluationError: "ALLOW",
			rules: [{ cidr: "10.0.1.0/24", createdAt: String(START + 1000) }],
		});
	});

	test.each([
		["10.0.0.0", "invalid CIDR at index 0: 10.0.0.0"],
		["", "invalid CIDR at index 0: "],
		["10.0.0.0/33", "invalid CIDR at index 0: 10.0.0.0/33"],
		["10.0.0.0/024", "invalid CIDR at index 0: 10.0.0.0/024"],
		["10.0.0/24", "invalid CIDR at index 0: 10.0.0/24"],
		["0x0a.0.0.0/24", "invalid CIDR at index 0: 0x0a.0.0.0/24"],
		["fe80::1%eth0/64", "invalid CIDR at index 0: fe80::1%eth0/64"],
		["2001:db8::/129", "invalid CIDR at index 0: 2001:db8::/129"],
		["10.0.0.0/19", "invalid CIDR at index 0: 10.0.0.0/19 is broader than /20"],
		["2001:db8::/47", "invalid CIDR at index 0: 2001:db8::/47 is broader than /48"],
		["example.com/24", "invalid CIDR at index 0: example.com/24"],
	])("refuses %j", async (cidr, message) => {
		const { refusal } = await bench();
		expect(refusal("set_ip_allowlist", { rules: rules(cidr) }).body).toMatchObject({ code: 3, message });
	});

	test("names the index of the bad rule", async () => {
		const { refusal } = await bench();
		expect(refusal("set_ip_allowlist", { rules: rules("10.0.0.0/24", "x") }).message).toBe("invalid CIDR at index 1: x");
	});

	test("takes ten blocks of each family and no more", async () => {
		const { run, refusal } = await bench();
		const v4 = Array.from({ length: 10 }, (_, index) => `10.0.${index}.0/24`);
		const v6 = Array.from({ length: 10 }, (_, index) => `2001:db8:${index}::/48`);
		run("set_ip_allowlist", { rules: rules(...v4, ...v6, ...v4) });
		expect(refusal("set_ip_allowlist", { rules: rules(...v4, "10.1.0.0/24") }).message).toContain("at most 10 ipv4");
		expect(refusal("set_ip_allowlist", { rules: rules(...v6, "2001:db9::/48") }).message).toContain("at most 10 ipv6");
	});

	test("refuses another word for what happens on errors, and an unknown key", async () => {
		const { refusal } = await bench();
		expect(refusal("set_ip_allowlist", { onEvaluationError: "MAYBE" }).httpStatus).toBe(400);
		expect(refusal("set_ip_allowlist", { publicKey: `02${"0".repeat(64)}` }).httpStatus).toBe(404);
	});
});

describe("remove_ip_allowlist", () => {
	test("removes one list and leaves the others; removing none succeeds", async () => {
		const { run, ask, organization } = await bench();
		const publicKey = [...organization.apiKeys.all()][0]?.publicKey ?? "";
		run("set_ip_allowlist", { enabled: true, rules: rules("10.0.0.0/24") });
		run("set_ip_allowlist", { publicKey, rules: rules("10.0.1.0/24") });
		run("remove_ip_allowlist", { publicKey });
		expect(cidrs(ask("get_ip_allowlist", { publicKey }).allowlist)).toEqual([]);
		expect(cidrs(ask("get_ip_allowlist", {}).allowlist)).toEqual(["10.0.0.0/24"]);
		expect(run("remove_ip_allowlist", { publicKey: null })).toEqual({});
		expect(run("remove_ip_allowlist", {})).toEqual({});
		expect(ask("get_ip_allowlist", {}).allowlist).toMatchObject({ enabled: null, rules: [] });
	});
});

describe("checkIpAccess", () => {
	async function access(
		organizationRules: readonly string[] | undefined,
		keyRules?: readonly string[],
		onEvaluationError = "DENY",
	) {
		const { run, organization } = await bench();
		const publicKey = [...organization.apiKeys.all()][0]?.publicKey ?? "";
		if (organizationRules) run("set_ip_allowlist", { enabled: true, rules: rules(...organizationRules), onEvaluationError });
		if (keyRules) run("set_ip_allowlist", { publicKey, rules: rules(...keyRules) });
		return (address: string | undefined): number => {
			try {
				checkIpAccess(organization, publicKey, address);
				return 200;
			} catch (error) {
				return (error as Refusal).httpStatus;
			}
		};
	}

	test("without an enabled list of the organisation everybody comes in, whatever a key's list says", async () => {
		expect((await access(undefined))("203.0.113.9")).toBe(200);
		expect((await access(undefined, ["10.0.0.0/24"]))("203.0.113.9")).toBe(200);
	});

	test("covers IPv4, IPv6, and IPv4 inside IPv6", async () => {
		const from = await access(["203.0.113.0/24", "2001:db8::/48"]);
		expect([from("203.0.113.9"), from("::ffff:203.0.113.9"), from("2001:db8::7")]).toEqual([200, 200, 200]);
		expect([from("203.0.114.9"), from("::ffff:10.0.0.1"), from("2001:db9::7")]).toEqual([403, 403, 403]);
	});

	test("a key's list with rules decides alone, an empty one not at all", async () => {
		const own = await access(["203.0.113.0/24"], ["10.0.0.0/24"]);
		expect([own("203.0.113.9"), own("10.0.0.9")]).toEqual([403, 200]);
		const empty = await access(["203.0.113.0/24"], []);
		expect([empty("203.0.113.9"), empty("10.0.0.9")]).toEqual([200, 403]);
	});

	test("an enabled list without rules shuts everybody out", async () => {
		expect((await access([]))("127.0.0.1")).toBe(403);
	});

	test("an address that cannot be read is let in or not as the list says", async () => {
		expect((await access(["10.0.0.0/24"]))(undefined)).toBe(403);
		expect((await access(["10.0.0.0/24"], undefined, "ALLOW"))("somewhere")).toBe(200);
	});
});
