// Time and randomness as the rest of the program may see them: handed in, never reached for.

export interface Clock {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Resolves after that many milliseconds; rejects with the signal's reason when it is aborted first. */
	sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** A number in [0, 1), for jitter only; keys and nonces come from `node:crypto`. */
export type Random = () => number;
