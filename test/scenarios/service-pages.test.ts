// The inspection pages as a person meets them, in a headless Chromium: what is seen, where links lead, that nothing a user
// chose as a name runs, and that the pages can be used narrow, dark and by keyboard alone. Everything is on loopback.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { launchChromium } from "../support/chromium.js";
import { runService, type TestService } from "../support/running-service.js";
import type { Answer } from "../support/service-client.js";

const OWNED = 'x"><script>document.title = "owned"</script><img src=x onerror="document.title=\'owned\'">';
const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: ${JSON.stringify(OWNED)} }
spec:
  rootQuorum: { threshold: 2, users: [ada, bob] }
  userTags: [{ name: signers }]
  users:
    - { name: ada, email: ada@example.com, tags: [signers] }
    - { name: bob }
    - { name: ${JSON.stringify(OWNED)} }
  privateKeys: [{ name: hot one, curve: CURVE_SECP256K1, addressFormats: [ADDRESS_FORMAT_ETHEREUM] }]
  policies: [{ name: No exports, effect: EFFECT_DENY, condition: "activity.action == 'EXPORT'", notes: ${JSON.stringify(OWNED)} }]
  webhookEndpoints: [{ name: ops, url: "https://hooks.example.com/a-long-path-${"x".repeat(200)}", isActive: false }]
`;

const launched = await launchChromium();
const scenario = launched.browser === undefined ? describe.skip : describe;
if (launched.browser === undefined) console.warn(`skipped: ${launched.reason}`);

let service: TestService;
let activity: Answer;
beforeAll(async () => {
	service = await runService({ seed: SEED });
	activity = await service
		.client("ada")
		.activity("create_policy", { policyName: OWNED, effect: "EFFECT_ALLOW", condition: "true", notes: "" });
});
afterAll(async () => {
	await launched.browser?.close();
	await service.close();
});

scenario("the pages", () => {
	let context: BrowserContext;
	let page: Page;
	/** What went wrong in the page, and requests to anywhere else. */
	let complaints: string[];
	beforeEach(() => {
		complaints = [];
	});
	afterEach(async () => {
		await context.close();
		expect(complaints).toEqual([]);
	});

	async function open(path: string, options: BrowserContextOptions = {}): Promise<void> {
		if (!launched.browser) throw new Error(launched.reason);
		context = await launched.browser.newContext(options);
		context.setDefaultTimeout(30_000);
		page = await context.newPage();
		page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
		page.on("pageerror", (problem) => complaints.push(problem.message));
		page.on("dialog", (dialog) => complaints.push(`dialog: ${dialog.message()}`));
		page.on("request", (request) => {
			if (!request.url().startsWith(service.baseUrl)) complaints.push(`asked for ${request.url()}`);
		});
		await page.goto(`${service.baseUrl}${path}`);
	}
	const heading = (): Promise<string | null> => page.textContent("h1");

	test("lead from the overview through every page of the menu", async () => {
		await open("/");
		expect(await heading()).toBe("Overview");
		for (const name of ["People", "Rules", "Keys and wallets", "Tags", "Activities", "Webhooks"]) {
			await page.click(`nav >> text="${name}"`);
			expect(await heading()).toBe(name);
			expect(await page.textContent('nav [aria-current="page"]')).toBe(name);
			expect(await page.locator("header .name").textContent()).toBe(OWNED);
		}
	});

	test("show a user with credentials, and lead on to the tag that has the user", async () => {
		await open("/");
		await page.click('text="users"');
		const ada = page.locator("article", { has: page.getByRole("heading", { name: "ada", exact: true }) });
		expect(await ada.textContent()).toContain(service.client("ada").publicKey);
		expect(await ada.textContent()).toContain("root quorum");
		await ada.getByRole("link", { name: "signers", exact: true }).click();
		expect(await heading()).toBe("Tags");
		const target = page.locator("article:target");
		expect(await target.locator("h3").textContent()).toBe("signers");
		await target.getByRole("link", { name: "ada", exact: true }).click();
		expect(await page.locator("article:target h3").textContent()).toBe("ada");
	});

	test("follow an activity while somebody approves it", async () => {
		await open("/");
		await page.locator("section, main").locator('a:text-is("create policy v3")').first().click();
		expect(await page.locator(".lead").textContent()).toContain("consensus needed");
		expect(await page.textContent("main")).toContain("waits for one of");
		await service.client("bob").activity("approve_activity", { fingerprint: activity.fingerprint });
		await page.reload();
		expect(await page.locator(".lead").textContent()).toContain("completed");
		const voters = await page.locator("article h3").allTextContents();
		expect(voters).toEqual(["ada", "bob"]);
	});

	test("narrow the list of activities down with the form", async () => {
		await open(`/inspect/${service.organizationId}/activities`);
		expect(await page.locator("tbody tr").count()).toBe(1);
		await page.selectOption('select[name="status"]', "ACTIVITY_STATUS_REJECTED");
		await page.click('button:text-is("Show")');
		expect(await page.textContent("main")).toContain("There are no such activities.");
		expect(await page.inputValue('select[name="status"]')).toBe("ACTIVITY_STATUS_REJECTED");
	});

	test("run nothing, whatever somebody calls themselves", async () => {
		await open(`/inspect/${service.organizationId}/users`);
		for (const path of ["users", "policies", "activities", `activities/${activity.id}`]) {
			await page.goto(`${service.baseUrl}/inspect/${service.organizationId}/${path}`);
			expect(await page.title()).not.toBe("owned");
			expect(await page.locator("script, img, main style").count()).toBe(0);
		}
		await page.goto(`${service.baseUrl}/inspect/${service.organizationId}/users`);
		expect(await page.getByRole("heading", { name: OWNED, exact: true }).count()).toBe(1);
	});

	test("would run nothing even if a text slipped through: the browser is told not to", async () => {
		await open("/");
		const refused = await page.evaluate(async () => {
			const told = new Promise<string>((resolve) =>
				document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective), { once: true }),
			);
			const script = document.createElement("script");
			script.textContent = 'document.title = "owned"';
			document.body.append(script);
			return told;
		});
		expect([refused, await page.title()]).toEqual(["script-src-elem", expect.not.stringMatching(/^owned$/)]);
		complaints = complaints.filter((each) => !each.includes("Content Security Policy"));
	});

	test.each([
		["a phone", 320],
		["a tablet", 700],
		["a desk", 1280],
	])("fit on %s without scrolling sideways", async (_name, width) => {
		await open("/", { viewport: { width, height: 700 } });
		for (const path of ["", "/users", "/policies", "/keys", "/tags", "/activities", "/webhooks", `/activities/${activity.id}`]) {
			await page.goto(`${service.baseUrl}/inspect/${service.organizationId}${path}`);
			const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
			expect([path, content]).toEqual([path, window]);
		}
	});

	test.each(["light", "dark"] as const)("can be read in %s: every text has a contrast of 4.5 at least", async (colorScheme) => {
		await open("/", { colorScheme });
		for (const path of ["", "/users", "/policies", "/activities", "/webhooks"]) {
			await page.goto(`${service.baseUrl}/inspect/${service.organizationId}${path}`);
			const poor = await page.evaluate(() => {
				const channels = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
				const luminance = (colour: string): number => {
					const [red = 0, green = 0, blue = 0] = channels(colour).map((each) => {
						const share = each / 255;
						return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
					});
					return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
				};
				const backgroundOf = (element: Element | null): string => {
					for (let each = element; each; each = each.parentElement) {
						const { backgroundColor } = getComputedStyle(each);
						if (channels(backgroundColor)[3] !== 0) return backgroundColor;
					}
					return "rgb(255, 255, 255)";
				};
				return [...document.querySelectorAll("body *")]
					.filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
					.flatMap((each) => {
						const [one, other] = [luminance(getComputedStyle(each).color), luminance(backgroundOf(each))].sort((a, b) => b - a);
						const contrast = ((one ?? 0) + 0.05) / ((other ?? 0) + 0.05);
						return contrast < 4.5 ? [`${each.tagName} ${each.className} ${contrast.toFixed(2)}`] : [];
					});
			});
			expect([path, poor]).toEqual([path, []]);
		}
		const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
		expect(Number(/\d+/.exec(paper)?.[0]) < 128).toBe(colorScheme === "dark");
	});

	test("can be used with the keyboard alone", async () => {
		await open("/");
		await page.keyboard.press("Tab");
		const skip = page.locator(":focus");
		expect(await skip.textContent()).toBe("Skip to content");
		expect((await skip.boundingBox())?.x ?? -1).toBeGreaterThanOrEqual(0);
		await page.keyboard.press("Tab");
		await page.keyboard.press("Tab");
		expect(await page.locator(":focus").textContent()).toBe("People");
		expect(await page.locator(":focus").evaluate((each) => getComputedStyle(each).outlineStyle)).toBe("solid");
		await page.keyboard.press("Enter");
		await page.waitForURL("**/users");
		expect(await heading()).toBe("People");
	});

	test("are made of landmarks, headings in order, and tables with headers", async () => {
		await open("/");
		for (const path of ["", "/users", "/policies", "/keys", "/tags", "/activities", "/webhooks", `/activities/${activity.id}`]) {
			await page.goto(`${service.baseUrl}/inspect/${service.organizationId}${path}`);
			for (const landmark of ["header", "nav[aria-label]", "main", "footer", "h1"]) {
				expect([path, landmark, await page.locator(landmark).count()]).toEqual([path, landmark, 1]);
			}
			const levels = await page.locator("h1, h2, h3, h4").evaluateAll((all) => all.map((each) => Number(each.tagName[1])));
			const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
			expect([path, jumps]).toEqual([path, []]);
			expect(await page.locator("th:not([scope])").count()).toBe(0);
			// A paragraph closed too early by what may not stand in it leaves an empty one behind.
			expect([path, await page.locator("p:empty").count()]).toEqual([path, 0]);
			expect(await page.locator("select").count()).toBe(await page.locator("label select").count());
			const ids = await page.locator("[id]").evaluateAll((all) => all.map((each) => each.id));
			expect(ids.length).toBe(new Set(ids).size);
		}
	});

	test("say so when there is nothing to show", async () => {
		await open("/inspect/nowhere");
		expect(await heading()).toBe("Not shown");
		await page.click('text="To the overview"');
		expect(await heading()).toBe("Overview");
		complaints = complaints.filter((each) => !each.includes("404"));
	});
});
