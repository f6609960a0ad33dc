// What an activity must wait for before it can be carried out: an answer from another server, work done beside the event
// loop. It runs between two passes of the pipeline, never inside one, so that whatever a pass looked up still holds when it
// acts on it; the second pass decides everything anew and takes the outcome from here.
import { Refusal } from "./refusal.js";

/** What came of an errand: a value for the handler, or the refusal it met. */
export type ErrandOutcome = { readonly value: unknown } | { readonly refusal: Refusal };

export class Errand {
	/** Names what it is for: the same for whoever waits for the same activity. */
	readonly key: string;
	readonly #work: () => Promise<unknown>;

	constructor(key: string, work: () => Promise<unknown>) {
		this.key = key;
		this.#work = work;
	}

	/** Rejects only with what is nobody's refusal. */
	async run(): Promise<ErrandOutcome> {
		try {
			return { value: await this.#work() };
		} catch (error) {
			if (error instanceof Refusal) return { refusal: error };
			throw error;
		}
	}
}

/** Errands under way, so that two requests that come to the same activity at once are on one. */
export class Errands {
	readonly #running = new Map<string, Promise<ErrandOutcome>>();

	run(errand: Errand): Promise<ErrandOutcome> {
		let running = this.#running.get(errand.key);
		if (!running) {
			running = errand.run().finally(() => this.#running.delete(errand.key));
			this.#running.set(errand.key, running);
		}
		return running;
	}
}
