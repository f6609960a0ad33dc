import { describe, expect, test } from "@jest/globals";
import { readBaseUrl } from "../../../src/client/base-url.js";

describe("readBaseUrl", () => {
	test.each([
		["https://api.example.com", "https://api.example.com", ""],
		["https://api.example.com/", "https://api.example.com", ""],
		["https://api.example.com:8443/a/b//", "https://api.example.com:8443", "/a/b"],
		["http://localhost:8080", "http://localhost:8080", ""],
		["http://127.0.0.1:1", "http://127.0.0.1:1", ""],
		["http://127.1.2.3", "http://127.1.2.3", ""],
		["http://[::1]:9", "http://[::1]:9", ""],
	])("takes %s", (text, origin, prefix) => {
		expect(readBaseUrl(text)).toEqual({ ok: true, endpoint: { origin, prefix } });
	});

	test.each([
		["", "malformed"],
		["api.example.com", "malformed"],
		["ftp://api.example.com", "scheme"],
		["http://api.example.com", "insecure"],
		["http://localhost.example.com", "insecure"],
		["http://127.0.0.1.example.com", "insecure"],
		["http://10.0.0.1", "insecure"],
		["http://0.0.0.0", "insecure"],
		["https://user:hunter2@api.example.com", "credentials"],
		["https://api.example.com?x=1", "query"],
		["https://api.example.com#x", "query"],
	])("refuses %s", (text, problem) => {
		const reading = readBaseUrl(text);
		expect(reading).toMatchObject({ ok: false, problem });
		expect(JSON.stringify(reading)).not.toContain("hunter2");
	});

	test("takes plain http to another machine when that is wanted", () => {
		expect(readBaseUrl("http://10.0.0.1", { allowInsecure: true }).ok).toBe(true);
	});
});
