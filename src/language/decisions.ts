// Where the service's documentation is silent or contradicts itself, this is what we hold. One row per question; those that
// change what an evaluation gives can be set otherwise. `docs/decisions/policy-language.md` says the same at more length.

/** What an evaluation holds to. Each has a default that errs towards showing a problem. */
export interface Decisions {
	/** `function_name` and `function_signature` when no interface is uploaded: an empty text, or an error. */
	readonly namesWithoutInterface: "empty" | "error";
	/** Reading a map by a key it does not have: an error, or a value that equals nothing. */
	readonly missingKey: "error" | "unequal";
	/** An integer in call arguments or messages that does not fit 128 bits, when it is compared: an error, or its value. */
	readonly wideDynamicInteger: "error" | "value";
	/** `==` between a dynamic value of one type and a value of another: unequal, or an error. */
	readonly mismatchedEquality: "unequal" | "error";
	/** Whether upper and lower case are the same in `eth.tx.to`, `eth.tx.from`, addresses among call arguments, and Tempo input. */
	readonly evmAddressCase: "ignored" | "exact";
	/** A DENY on a request of several calls: when any of them satisfies it, or when all do. */
	readonly denyOnBatch: "any" | "all";
	/** An ALLOW that names the activity and waits in vain: does it take the implicit permission over one's own credentials away? */
	readonly namedAllowReplacesImplicit: boolean;
}

export const defaultDecisions: Decisions = {
	namesWithoutInterface: "empty",
	missingKey: "error",
	wideDynamicInteger: "error",
	mismatchedEquality: "unequal",
	evmAddressCase: "ignored",
	denyOnBatch: "any",
	namedAllowReplacesImplicit: true,
};

export interface DecisionRow {
	readonly question: string;
	readonly answer: string;
	/** The member of `Decisions` that changes the answer, when one does. */
	readonly setting?: keyof Decisions;
}

/** Every open question and our answer, in the order in which they meet a reader of the language. */
export const decisionRows: readonly DecisionRow[] = [
	{
		question: "precedence and associativity of the operators",
		answer:
			"as in CEL: postfix, `!`, comparisons and `in`, `&&`, `||`; printing and formatting put `&&` inside `||` into parentheses",
	},
	{ question: "escapes in strings", answer: "none; a backslash is an ordinary character and gives a warning" },
	{ question: "line breaks in strings, comments, struct literals", answer: "refused" },
	{ question: "chained comparisons, trailing commas, slices with one bound", answer: "refused" },
	{ question: "empty lists", answer: "accepted with a warning" },
	{ question: "`.count` without parentheses", answer: "accepted with a warning; formatting adds the parentheses" },
	{ question: "`!` in conditions, and in front of something without parentheses", answer: "accepted" },
	{ question: "a variable with the name of a root", answer: "the variable is meant; a warning says so" },
	{ question: "type of an integer literal", answer: "int up to 2^127 - 1, where a uint is wanted also uint; uint above that" },
	{ question: "comparison of an int field with a uint field", answer: "a type error" },
	{ question: "comparison of an integer with a string", answer: "a type error, although some published examples do it" },
	{ question: "`==` on truth values", answer: "accepted" },
	{
		question: "`in` over unsigned integers and inside EIP-712 messages",
		answer: "accepted with a warning that shows the expansion",
	},
	{ question: "characters of a string", answer: "code points" },
	{ question: "index or slice out of range", answer: "an evaluation error" },
	{ question: "a map without the key that is read", answer: "an evaluation error", setting: "missingKey" },
	{
		question: "fields of an uploaded interface when there is none",
		answer: "names are empty, arguments are an evaluation error",
		setting: "namesWithoutInterface",
	},
	{
		question: "integers in call arguments and messages beyond 128 bits",
		answer: "comparing one is an evaluation error",
		setting: "wideDynamicInteger",
	},
	{
		question: "equality of a dynamic value with a value of another type",
		answer: "unequal, no error; an order between them is an error",
		setting: "mismatchedEquality",
	},
	{
		question: "upper and lower case of EVM addresses",
		answer:
			"the same in `eth.tx.to`, `eth.tx.from`, address arguments and Tempo input; exact in wallet accounts, EIP-712 and everywhere else",
		setting: "evmAddressCase",
	},
	{ question: "`all` on an empty list", answer: "true" },
	{
		question: "an error in a quantifier's condition for one element",
		answer: "the expression is an error, a decisive element before it or not",
	},
	{ question: "the argument of `Timestamp`", answer: "a literal; fractions of a second are accepted, leap seconds are not" },
	{ question: "ranges inside lists of a cron field", answer: "accepted" },
	{ question: "order and repetition in a duration", answer: "days, hours, minutes, each at most once" },
	{ question: "local times that do not exist", answer: "the window opens at the end of the gap" },
	{ question: "local times that occur twice", answer: "the window opens once, at the first" },
	{ question: "which roots MFA conditions and session scopes have", answer: "those of a condition" },
	{ question: "roots of DELETE_WALLETS", answer: "`wallets`" },
	{ question: "roots of activities whose roots are not documented", answer: "nothing is assumed: no finding rests on them" },
	{ question: "an error in consensus or time", answer: "as in a condition: the policy neither allows nor denies" },
	{ question: "an error in an MFA condition", answer: "the policy is skipped and the next one is tried" },
	{ question: "`time` when later votes arrive", answer: "each vote is a new evaluation at its own instant" },
	{
		question: "whether an unsatisfied consensus waits or denies",
		answer: "it waits if the one who asked belongs to a smallest set of voters that satisfies it, and is denied otherwise",
	},
	{ question: "a DENY on a request of several calls", answer: "it applies when any call satisfies it", setting: "denyOnBatch" },
	{
		question: "which policies take the implicit permission over one's own credentials away",
		answer: "a DENY that applies, and an ALLOW whose condition names the activity and is true",
		setting: "namedAllowReplacesImplicit",
	},
];
