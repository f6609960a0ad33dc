// Why a text is no transaction of the kind it is said to be.

/** The message says why. */
export class TransactionError extends Error {
	override readonly name = "TransactionError";
}
