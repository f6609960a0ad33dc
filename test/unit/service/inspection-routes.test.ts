// What nobody foresaw while a page or document is made: whoever asked is answered, and the log has what happened.
import { describe, expect, test } from "@jest/globals";
import fastify from "fastify";
import { addInspection } from "../../../src/service/inspection/routes.js";
import type { ServiceSetting } from "../../../src/service/service-setting.js";
import type { Store } from "../../../src/service/store.js";

describe("an inspection that goes wrong", () => {
	test.each(["/", "/inspect/organization.json"])("answers 500 at %s with the number the log explains", async (url) => {
		const logged: Readonly<Record<string, unknown>>[] = [];
		const setting = { profile: "full", log: (event) => logged.push({ ...event }) } as Pick<
			ServiceSetting,
			"log" | "profile"
		> as ServiceSetting;
		const store: Pick<Store, "organizations"> = {
			organizations: () => {
				throw new RangeError("the private reason");
			},
		};
		const server = fastify();
		try {
			addInspection(server, { store: store as Store, setting });
			const answer = await server.inject({ url, headers: { host: "localhost" } });
			expect(answer.statusCode).toBe(500);
			expect(answer.body).not.toContain("private reason");
			expect(logged).toEqual([
				{
					level: "error",
					message: "internal error",
					id: expect.any(String),
					cause: expect.stringMatching(/^RangeError: the private reason\n +at /),
				},
			]);
			expect(answer.body).toContain(`internal server error (${logged[0]?.["id"]})`);
		} finally {
			await server.close();
		}
	});
});
