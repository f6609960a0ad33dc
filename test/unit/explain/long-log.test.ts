// A log that is longer than a call takes arguments.
import { expect, test } from "@jest/globals";
import type { Activity } from "../../../src/api/activity.js";
import { Past } from "../../../src/explain/past-evaluation.js";

test("a past of many removals is read", () => {
	const removal: Activity = {
		id: "removal",
		organizationId: "o",
		status: "ACTIVITY_STATUS_COMPLETED",
		type: "ACTIVITY_TYPE_DELETE_USERS",
		intent: {},
		result: {},
		votes: [],
		fingerprint: "",
		canApprove: false,
		canReject: false,
		createdAt: "2026-01-01T00:00:00Z",
		updatedAt: "2026-01-01T00:00:00Z",
	};
	const none = new Map<string, number>();
	const times = { users: none, credentials: none, privateKeys: none, wallets: none };
	const listed = { organization: { users: [] }, policies: [], times };
	expect(() => new Past(listed, new Array<Activity>(200_000).fill(removal), true)).not.toThrow();
});
