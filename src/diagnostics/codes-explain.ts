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
	Q7203: {
		title: "people and keys from two places",
		explanation:
			"`--organization FILE` describes the people and keys of a request in a seed, so that nothing is asked of the service. What is in force, and what a plan changes, can only be told with the live organisation.",
	},
	Q7204: {
		title: "nothing is asked of the service",
		explanation: "A past activity is read from the service, and `--organization FILE` asks nothing of it. Leave the option out.",
	},
	Q7205: {
		title: "not one request",
		explanation:
			"A request file holds one document of kind `Request`. Several requests stand in files of their own; suites of expectations are what `quorate policy test` is for.",
	},
	Q7206: {
		title: "an activity that no policy decides",
		explanation:
			"The record of this activity has no intent or no votes, or its type is not one that the policy language knows, so there is no request to explain.",
	},
	Q7207: {
		title: "nothing to put the request to",
		explanation:
			"`--against` takes `live`, the policies in force; `manifests`, those that the manifests declare; or the file that `quorate plan --out` wrote, for what is in force before and after that plan.",
		example: "--against mainfests",
	},
	Q7208: {
		title: "slot of no expression",
		explanation:
			"`policy eval` evaluates expressions with `--jsonl` and requests without it. `--slot` says what expressions are for; a request is put to whole policies, with all their slots.",
		example: "quorate policy eval payout.yaml --slot consensus",
	},
} as const satisfies CodeTable;
