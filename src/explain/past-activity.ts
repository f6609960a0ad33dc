// A past activity as the request it was: type, parameters, who voted with what, and when. A record tells no more than that;
// what it does not tell is not made up.
import type { Activity, Vote } from "../api/activity.js";
import type { JsonObject } from "../base/json.js";
import { isJsonObject } from "../base/json.js";
import type { Request } from "../request/request.js";
import { instantOf } from "./change-times.js";

export interface PastVote {
	readonly id: string;
	readonly userId: string;
	readonly publicKey: string;
	readonly approves: boolean;
	/** Milliseconds since the epoch. */
	readonly at: number;
}

/** The votes that the record has, in the order in which they were given. */
export function votesOf(activity: Activity): readonly PastVote[] {
	return activity.votes.map(voteOf).sort((a, b) => a.at - b.at);
}

function voteOf({ id, userId, publicKey, selection, createdAt }: Vote): PastVote {
	return { id, userId, publicKey, approves: selection === "VOTE_SELECTION_APPROVED", at: instantOf(createdAt) };
}

/** What was asked when these votes had been given, of which only approvals count. `at` in milliseconds since the epoch. */
export function pastRequest(activity: Activity, votes: readonly PastVote[], at: number): Request {
	return {
		type: activity.type,
		parameters: parametersOf(activity),
		votes: votes.filter((vote) => vote.approves).map(({ userId, publicKey }) => ({ userId, publicKey })),
		at,
		given: {},
	};
}

/** The intent has one member, named per operation, that echoes the parameters. */
function parametersOf({ intent }: Activity): JsonObject {
	const [first] = Object.values(intent ?? {});
	return isJsonObject(first) ? first : {};
}
