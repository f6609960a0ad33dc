import { describe, expect, test } from "@jest/globals";
import { fingerprintOf } from "../../../src/base/digest.js";
import { createPrepare } from "../../../src/client/body.js";
import { testClock } from "../../support/clocks.js";

const ORGANIZATION = "00000000-0000-4000-8000-000000000001";
const tag = { privateKeyTagName: "hot", privateKeyIds: [] };

describe("createPrepare", () => {
	test("writes the envelope in one order, and the fingerprint of exactly that text", () => {
		const prepare = createPrepare({ organizationId: ORGANIZATION, clock: testClock(1_700_000_000_000) });
		const prepared = prepare("create_private_key_tag", tag);
		expect(prepared.body).toBe(
			`{"type":"ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG","timestampMs":"1700000000000","organizationId":"${ORGANIZATION}","parameters":{"privateKeyTagName":"hot","privateKeyIds":[]}}`,
		);
		expect(prepared).toMatchObject({
			operation: "create_private_key_tag",
			timestampMs: 1_700_000_000_000,
			fingerprint: fingerprintOf(prepared.body),
		});
	});

	test("undefined is left out, null is sent", () => {
		const prepare = createPrepare({ organizationId: ORGANIZATION, clock: testClock(5) });
		const { body } = prepare("update_webhook_endpoint", { endpointId: "e", url: undefined, name: null });
		expect(JSON.parse(body)).toMatchObject({ parameters: { endpointId: "e", name: null } });
		expect(body).not.toContain("url");
	});

	test("timestamps grow strictly: in one millisecond, and while the clock runs backwards", () => {
		const clock = testClock(1000);
		const prepare = createPrepare({ organizationId: ORGANIZATION, clock });
		const stamps = [1000, 1000, 1000, 400, 5000, 4000].map((now) => {
			clock.set(now);
			return prepare("create_private_key_tag", tag).timestampMs;
		});
		expect(stamps).toEqual([1000, 1001, 1002, 1003, 5000, 5001]);
	});

	test("they follow on what an earlier process gave out", () => {
		const clock = testClock(1000);
		const prepare = createPrepare({ organizationId: ORGANIZATION, clock, after: 1005 });
		expect(prepare("create_private_key_tag", tag).timestampMs).toBe(1006);
	});

	test("but not on one so far ahead that the service would refuse it", () => {
		const clock = testClock(1000);
		const prepare = createPrepare({ organizationId: ORGANIZATION, clock, after: 1000 + 3_600_000 });
		expect(prepare("create_private_key_tag", tag).timestampMs).toBe(1000);
	});
});
