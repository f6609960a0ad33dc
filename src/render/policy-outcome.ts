// The outcomes of policies and requests in words.

const WORDS: Readonly<Record<string, string>> = {
	OUTCOME_ALLOW: "allows",
	OUTCOME_DENY_EXPLICIT: "denies",
	OUTCOME_DENY_IMPLICIT: "does not apply",
	OUTCOME_REQUIRES_CONSENSUS: "needs more approvals",
	OUTCOME_ERROR: "cannot be evaluated",
	OUTCOME_TIME_INACTIVE: "is not active at that time",
	OUTCOME_REJECTED: "rejected",
	OUTCOME_REQUIRES_AUTHENTICATORS: "needs a second factor",
};

/** What a policy does to a request: "allows", "does not apply"; an outcome we do not know as it is. */
export function policyOutcomeText(outcome: string): string {
	return Object.hasOwn(WORDS, outcome) ? (WORDS[outcome] ?? outcome) : outcome;
}
