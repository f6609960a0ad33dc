// Why a request is decided as it is: every policy with its outcome and the parts of its expressions that made it so.
// Plain versioned JSON. It holds what policies can read of a request and nothing else of it.

/** A deciding part of an expression, and in words what it gave. */
export interface ReasonView {
	readonly slot: "condition" | "consensus" | "time";
	/** The part as it is written. */
	readonly text: string;
	/** As in "`eth.tx.value < 10` is false: `eth.tx.value` is 12". */
	readonly message: string;
	/** What it gave. */
	readonly value: boolean | "error";
}
