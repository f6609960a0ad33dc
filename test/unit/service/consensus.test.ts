import { describe, expect, test } from "@jest/globals";
import type { StoredActivity, StoredVote } from "../../../src/service/activity-record.js";
import { approversOf, hasApproved, isPending, votesAt, withVote } from "../../../src/service/consensus.js";

const WINDOW = 1000;

function vote(userId: string, createdAt: number, selection: StoredVote["selection"] = "VOTE_SELECTION_APPROVED"): StoredVote {
	return {
		id: `${userId}@${createdAt}`,
		userId,
		selection,
		message: null,
		publicKey: `key of ${userId}`,
		signature: "",
		scheme: "",
		createdAt,
		evaluations: [],
	};
}

const waiting: StoredActivity = {
	id: "a",
	organizationId: "o",
	type: "ACTIVITY_TYPE_CREATE_POLICY_V3",
	status: "ACTIVITY_STATUS_CONSENSUS_NEEDED",
	fingerprint: "sha256:0",
	body: "{}",
	parameters: {},
	createdAt: 0,
	updatedAt: 0,
	requester: { userId: "alice", publicKey: "key of alice" },
	intentKey: "createPolicyIntentV3",
	votes: [vote("alice", 0)],
	lapsedVotes: [],
	proofs: [],
	result: null,
	failure: null,
};

describe("votes", () => {
	test("count until the window that the first one opened is over", () => {
		const two = withVote(waiting, vote("bob", 900), 900, WINDOW);
		expect(votesAt(two, WINDOW, WINDOW).map((each) => each.userId)).toEqual(["alice", "bob"]);
		expect(votesAt(two, WINDOW + 1, WINDOW)).toEqual([]);
	});

	test("that lapsed are put aside by the next one, which opens a window of its own", () => {
		const late = withVote(waiting, vote("bob", 1500), 1500, WINDOW);
		expect(late.votes.map((each) => each.userId)).toEqual(["bob"]);
		expect(late.lapsedVotes.map((each) => each.userId)).toEqual(["alice"]);
		expect(late.updatedAt).toBe(1500);
		const again = withVote(late, vote("alice", 2400), 2400, WINDOW);
		expect(again.votes.map((each) => each.userId)).toEqual(["bob", "alice"]);
		expect(votesAt(again, 2500, WINDOW)).toHaveLength(2);
		expect(votesAt(again, 2501, WINDOW)).toHaveLength(0);
	});

	test("of a finished activity stand for ever", () => {
		const done = { ...waiting, status: "ACTIVITY_STATUS_COMPLETED" } as const;
		expect(isPending(done)).toBe(false);
		expect(votesAt(done, 10 * WINDOW, WINDOW)).toHaveLength(1);
	});

	test("only approvals make approvers", () => {
		const votes = [vote("alice", 0), vote("bob", 1, "VOTE_SELECTION_REJECTED")];
		expect(approversOf(votes)).toEqual([{ userId: "alice", publicKey: "key of alice" }]);
		expect(hasApproved(votes, "bob")).toBe(false);
		expect(hasApproved(votes, "alice")).toBe(true);
	});
});
