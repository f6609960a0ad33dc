// How one-time passwords reach people: the log, the outbox, and a real mail server; and how pages reach the service.
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, test } from "@jest/globals";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import { startCli } from "../support/cli-process.js";
import { runCommand } from "../support/command.js";
import { runService } from "../support/running-service.js";
import { TestClient } from "../support/service-client.js";
import { readCredentials } from "../support/service-process.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
	for (const close of opened.splice(0).reverse()) await close();
});

interface Mail {
	readonly from: string;
	readonly to: readonly string[];
	readonly text: string;
}

/** A mail server that lets one user in and keeps what it gets. */
async function mailServer(): Promise<{ readonly url: string; next(): Promise<Mail> }> {
	const waiting: ((mail: Mail) => void)[] = [];
	const arrived: Mail[] = [];
	const server = new SMTPServer({
		disabledCommands: ["STARTTLS"],
		allowInsecureAuth: true,
		onAuth: ({ username, password }, _session, done) =>
			username === "app" && password === "p@ss" ? done(null, { user: "app" }) : done(new Error("no")),
		onData(stream: SMTPServerDataStream, { envelope }, done) {
			const chunks: Buffer[] = [];
			stream.on("data", (chunk: Buffer) => chunks.push(chunk));
			stream.on("end", () => {
				const from = envelope.mailFrom ? envelope.mailFrom.address : "";
				const mail = { from, to: envelope.rcptTo.map((each) => each.address), text: Buffer.concat(chunks).toString() };
				const reader = waiting.shift();
				if (reader) reader(mail);
				else arrived.push(mail);
				done();
			});
		},
	});
	server.listen(0, "127.0.0.1");
	await once(server.server, "listening");
	opened.push(() => new Promise((resolve) => server.close(() => resolve(undefined))));
	const { port } = server.server.address() as AddressInfo;
	return {
		url: `smtp://app:p%40ss@127.0.0.1:${port}`,
		next: () => {
			const mail = arrived.shift();
			return mail ? Promise.resolve(mail) : new Promise((resolve) => waiting.push(resolve));
		},
	};
}

test("the built program writes a code to its log and its outbox, and hands it in as mail", async () => {
	const mail = await mailServer();
	const folder = await temporaryFolder();
	const { child, finished } = startCli(["service", "start", "--data", "service", "--log-level", "info"], folder, {
		QUORATE_SMTP_URL: mail.url,
		QUORATE_SMTP_FROM: "Wallets <codes@wallets.example>",
	});
	opened.push(() => {
		child.kill("SIGTERM");
		return finished;
	});
	if (!child.stdout) throw new Error("it has no standard output");
	const [first] = (await once(createInterface(child.stdout), "line")) as [string];
	const { baseUrl, credentialsFile } = JSON.parse(first) as Record<string, string>;
	const client = new TestClient(baseUrl ?? "", readCredentials(credentialsFile ?? ""));
	opened.push(() => client.close());
	const contact = "ada@wallets.example";
	const request = { otpType: "OTP_TYPE_EMAIL", contact, appName: "Wallets", replyToEmailAddress: "help@wallets.example" };
	const { result } = await client.activity("init_otp", request);
	const { otpId } = result.initOtpResultV2;

	const outbox = join(folder, "service", "outbox");
	const [file = ""] = readdirSync(outbox);
	const message = JSON.parse(readFileSync(join(outbox, file), "utf8")) as Record<string, string>;
	expect(message).toMatchObject({
		otpId,
		to: contact,
		subject: "Sign in to Wallets",
		code: expect.stringMatching(/^[0-9A-Z]{9}$/),
	});
	expect([statSync(outbox).mode & 0o777, statSync(join(outbox, file)).mode & 0o777]).toEqual([0o700, 0o600]);
	const sent = await mail.next();
	expect([sent.from, sent.to]).toEqual(["codes@wallets.example", [contact]]);
	for (const line of ["From: Wallets <codes@wallets.example>", "Reply-To: help@wallets.example", "Subject: Sign in to Wallets"]) {
		expect(sent.text).toContain(line);
	}
	expect(sent.text).toContain(`Your Wallets code is ${message["code"]}`);
	child.kill("SIGTERM");
	const { code, stderr } = await finished;
	expect(code).toBe(0);
	const logged = stderr.split("\n").filter((line) => line.startsWith("{"));
	expect(logged.map((line) => JSON.parse(line))).toContainEqual(
		expect.objectContaining({ code: message["code"], to: contact, otpId, msg: expect.stringContaining("one-time password") }),
	);
	expect(stderr).not.toContain("p@ss");
	expect(stderr).not.toContain("p%40ss");
});

test("mail that cannot be handed in is reported, and whoever asked for it has it in the outbox all the same", async () => {
	const { url } = await mailServer();
	const dataDir = join(await temporaryFolder(), "service");
	const problems: unknown[] = [];
	let complained = (): void => {};
	const complaint = new Promise<void>((resolve) => {
		complained = resolve;
	});
	const service = await runService({
		dataDir,
		mail: { url: url.replace("p%40ss", "wrong"), from: "codes@wallets.example" },
		log(event) {
			if (event.level !== "error") return;
			problems.push(event);
			complained();
		},
	});
	opened.push(() => service.close());
	const request = { otpType: "OTP_TYPE_EMAIL", contact: "ada@wallets.example", appName: "Wallets" };
	expect((await service.root.submit("init_otp", request)).status).toBe(200);
	await complaint;
	expect(problems).toMatchObject([{ message: "the message to ada@wallets.example could not be delivered" }]);
	expect(JSON.stringify(problems)).not.toContain("wrong");
	expect(readdirSync(join(dataDir, "outbox"))).toHaveLength(1);
});

test.each(["localhost:25", "http://127.0.0.1", "smtp"])("QUORATE_SMTP_URL=%s is refused, and not shown", async (url) => {
	const folder = await temporaryFolder();
	const { code, stderr } = await runCommand(["service", "start"], { cwd: folder, env: { QUORATE_SMTP_URL: url } });
	expect([code, stderr]).toEqual([1, expect.stringContaining("error Q4153: `QUORATE_SMTP_URL` is not the URL of a mail server")]);
	expect(stderr).not.toContain(`\`${url}\``);
});

describe("a page of any origin", () => {
	test("may ask the public API, whose preflight says with which headers", async () => {
		const service = await runService();
		opened.push(() => service.close());
		const origin = "https://app.example";
		const path = "/public/v1/query/whoami";
		const preflight = await fetch(`${service.baseUrl}${path}`, {
			method: "OPTIONS",
			headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "x-stamp,content-type" },
		});
		expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
		const allowed = (preflight.headers.get("access-control-allow-headers") ?? "").toLowerCase().split(", ");
		for (const header of ["x-stamp", "x-stamp-webauthn", "x-stamp-attested", "x-client-version", "content-type"]) {
			expect(allowed).toContain(header);
		}
		expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
		// Refusals too, or the page could not read them.
		const refused = await fetch(`${service.baseUrl}${path}`, {
			method: "POST",
			headers: { origin, "content-type": "application/json" },
			body: JSON.stringify({ organizationId: service.organizationId }),
		});
		expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, "*"]);
		const keys = await fetch(`${service.baseUrl}/public/v1/discovery/webhooks/jwks`, { headers: { origin } });
		expect(keys.headers.get("access-control-allow-origin")).toBe("*");
	});

	test("may not read what is for a person on this machine", async () => {
		const service = await runService();
		opened.push(() => service.close());
		for (const path of ["/", "/health", "/inspect/deliveries.json"]) {
			const answer = await fetch(`${service.baseUrl}${path}`, { headers: { origin: "https://evil.example" } });
			expect([path, answer.headers.get("access-control-allow-origin")]).toEqual([path, null]);
		}
	});
});
