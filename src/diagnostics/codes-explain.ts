// Q72: requests that are to be explained, and the past they are read from.
import type { CodeTable } from "./code-entry.js";

export const explainCodes = {
	Q7201: {
		title: "the profile does not tell that",
		explanation:
			"Past activities, the service's own evaluations and the organisation's people can only be read where the profile offers the queries for it. The profile `core` has none of them; `full` has.",
	},
	Q7202: {
		title: "the organisation cannot be read whole",
		explanation:
			"Who may do what depends on users with their tags and credentials, keys, wallets and the root quorum. When one of these lists cannot be read, an explanation would be a guess, so none is given.",
	},
} as const satisfies CodeTable;
