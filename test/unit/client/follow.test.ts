import { describe, expect, test } from "@jest/globals";
import type { Activity } from "../../../src/api/activity.js";
import { ServiceFailure } from "../../../src/api/failure.js";
import { follow } from "../../../src/client/follow.js";
import { testClock } from "../../support/clocks.js";

const activity = (status: string): Activity => ({
	id: "a",
	organizationId: "o",
	status,
	type: "ACTIVITY_TYPE_CREATE_POLICY_V3",
	intent: null,
	result: null,
	votes: [],
	fingerprint: "sha256:0",
	canApprove: false,
	canReject: false,
	createdAt: "",
	updatedAt: "",
});

function following(statuses: string[], more: { deadlineMs?: number } = {}) {
	const clock = testClock(0);
	const looks: number[] = [];
	const options = {
		clock,
		operation: "create_policy",
		deadlineMs: more.deadlineMs ?? 120_000,
		async look() {
			looks.push(clock.now());
			return activity(statuses[Math.min(looks.length, statuses.length) - 1] ?? "ACTIVITY_STATUS_PENDING");
		},
	};
	return { clock, looks, options };
}

describe("follow", () => {
	test.each([
		"ACTIVITY_STATUS_COMPLETED",
		"ACTIVITY_STATUS_FAILED",
		"ACTIVITY_STATUS_REJECTED",
		"ACTIVITY_STATUS_CONSENSUS_NEEDED",
		"ACTIVITY_STATUS_AUTHENTICATORS_NEEDED",
	])("%s is returned without asking", async (status) => {
		const { looks, options } = following([]);
		expect((await follow(activity(status), options)).status).toBe(status);
		expect(looks).toEqual([]);
	});

	test("a running one is looked at with doubling pauses, up to five seconds", async () => {
		const pending = Array(8).fill("ACTIVITY_STATUS_PENDING");
		const { looks, options } = following([...pending, "ACTIVITY_STATUS_COMPLETED"]);
		expect((await follow(activity("ACTIVITY_STATUS_CREATED"), options)).status).toBe("ACTIVITY_STATUS_COMPLETED");
		expect(looks).toEqual([250, 750, 1750, 3750, 7750, 12_750, 17_750, 22_750, 27_750]);
	});

	test("a status nobody knows counts as running", async () => {
		const { options } = following(["ACTIVITY_STATUS_CONSENSUS_NEEDED"]);
		expect((await follow(activity("ACTIVITY_STATUS_NOVEL"), options)).status).toBe("ACTIVITY_STATUS_CONSENSUS_NEEDED");
	});

	test("when the time is up the last state comes out", async () => {
		const { clock, options } = following([], { deadlineMs: 10_000 });
		expect((await follow(activity("ACTIVITY_STATUS_PENDING"), options)).status).toBe("ACTIVITY_STATUS_PENDING");
		expect(clock.now()).toBe(10_000);
	});

	test("a signal ends it", async () => {
		const { options } = following([]);
		const stop = new AbortController();
		const followed = follow(activity("ACTIVITY_STATUS_PENDING"), options, stop.signal);
		stop.abort();
		const failure = await followed.catch((reason: unknown) => reason);
		expect(failure).toBeInstanceOf(ServiceFailure);
		expect(failure).toMatchObject({ category: "aborted", reason: "cancelled", outcomeUnknown: false });
	});
});
