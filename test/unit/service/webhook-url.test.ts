import { describe, expect, test } from "@jest/globals";
import { webhookUrlProblem } from "../../../src/service/webhook-url.js";

describe("webhookUrlProblem", () => {
	test.each([
		"https://hooks.example.com/quorate?x=1",
		"https://hooks.example.com:8443/",
		"https://93.184.216.34/x",
		"https://[2606:2800:220:1:248:1893:25c8:1946]/",
		"https://10.example.com/",
	])("accepts %s", (url) => {
		expect(webhookUrlProblem(url, false)).toBeUndefined();
	});

	test.each([
		["hooks.example.com", "it is not a URL"],
		["", "it is not a URL"],
		["http://hooks.example.com/", "the scheme must be https"],
		["ftp://hooks.example.com/", "the scheme must be https"],
		["https://user@hooks.example.com/", "it must not carry user information"],
		["https://:secret@hooks.example.com/", "it must not carry user information"],
		["https://localhost/", "the host must be public"],
		["https://LOCALHOST./", "the host must be public"],
		["https://api.localhost/", "the host must be public"],
		["https://printer.local/", "the host must be public"],
		["https://metadata.google.internal/", "the host must be public"],
		["https://127.0.0.1/", "the host must be a public address"],
		["https://2130706433/", "the host must be a public address"],
		["https://0x7f.1/", "the host must be a public address"],
		["https://10.1.2.3/", "the host must be a public address"],
		["https://192.168.0.1/", "the host must be a public address"],
		["https://169.254.169.254/latest", "the host must be a public address"],
		["https://0.0.0.0/", "the host must be a public address"],
		["https://[::1]/", "the host must be a public address"],
		["https://[fd00::1]/", "the host must be a public address"],
		["https://[::ffff:127.0.0.1]/", "the host must be a public address"],
		["https://[fe80::1]/", "the host must be a public address"],
	])("refuses %s", (url, problem) => {
		expect(webhookUrlProblem(url, false)).toBe(problem);
	});

	test("lets tests use this machine, and still nothing that is no web address", () => {
		expect(webhookUrlProblem("http://127.0.0.1:8080/x", true)).toBeUndefined();
		expect(webhookUrlProblem("https://localhost/x", true)).toBeUndefined();
		expect(webhookUrlProblem("file:///etc/passwd", true)).toBe("the scheme must be https");
		expect(webhookUrlProblem("http://user@127.0.0.1/", true)).toBe("it must not carry user information");
	});
});
