// Q62: applying a plan, and continuing one that was interrupted.
import type { CodeTable } from "./code-entry.js";

export const applyCodes = {
	Q6201: {
		title: "the plan is stale",
		explanation:
			"A saved plan is carried out only while everything it was made from is as it was: the organisation, the manifests, and every live resource it looked at. Something has moved. This cannot be overridden; plan again, and have the new plan reviewed.",
	},
	Q6202: {
		title: "the outcome of a step is not known",
		explanation:
			"An apply was interrupted after a request may have been sent, and sending the same bytes again brought no answer either. Until it is known whether the step was carried out, nothing else is: running apply again asks again. The service takes the same bytes for an hour; after that, look at the organisation yourself and give the step up with `quorate apply --abandon`.",
	},
	Q6203: {
		title: "an earlier step still waits for approval",
		explanation:
			"Where the service offers no list of activities, only this journal remembers that the activity exists. Nothing new is begun until it is approved or rejected.",
	},
} as const satisfies CodeTable;
