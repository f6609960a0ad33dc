// Lets requests begin a few at a time. All that have arrived could be served in one turn of the event loop; but then none of
// them would be written to the disk or answered before the last is served, and those who wait for the answers to ask their
// next question would all wait together.

export class Turnstile {
	readonly #perTurn: number;
	readonly #waiting: (() => void)[] = [];
	/** How many have begun in this turn of the event loop. */
	#begun = 0;

	constructor(perTurn: number) {
		this.#perTurn = perTurn;
	}

	/** Resolves when it is one's turn, which is at once for the first few; in order of arrival. */
	async pass(): Promise<void> {
		if (this.#begun === 0) setImmediate(() => this.#turn());
		if (this.#begun < this.#perTurn) {
			this.#begun += 1;
			return;
		}
		await new Promise<void>((begin) => {
			this.#waiting.push(begin);
		});
	}

	#turn(): void {
		const next = this.#waiting.splice(0, this.#perTurn);
		this.#begun = next.length;
		if (next.length > 0) setImmediate(() => this.#turn());
		for (const begin of next) begin();
	}
}
