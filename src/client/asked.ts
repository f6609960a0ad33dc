// What is known about a request while its answer is read.

export interface Asked {
	readonly operation: string;
	/** Of a write: the time its body carries, in milliseconds since the epoch. */
	readonly timestampMs: number | undefined;
	/** Our clock when the answer came. */
	readonly now: number;
	/** Never to appear in a message, although an answer might repeat it. */
	readonly stamp: string;
}
