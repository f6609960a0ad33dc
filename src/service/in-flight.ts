// How many requests are being served, so that closing can wait for them.

export class InFlight {
	#count = 0;
	#closing = false;
	#drained: (() => void) | undefined;

	/** Whether a request may begin; one that may must `leave`. */
	enter(): boolean {
		if (this.#closing) return false;
		this.#count += 1;
		return true;
	}

	leave(): void {
		this.#count -= 1;
		if (this.#count === 0) this.#drained?.();
	}

	/** Lets no further request begin and resolves when those that did are answered. */
	drain(): Promise<void> {
		this.#closing = true;
		if (this.#count === 0) return Promise.resolve();
		return new Promise((resolve) => {
			this.#drained = resolve;
		});
	}
}
