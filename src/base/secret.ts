// A value that must not be printed. Every way of turning it into text yields the redaction; only `reveal` gives it away.
import { inspect } from "node:util";

export const REDACTED = "(secret)";

export class Secret {
	readonly #value: string;

	constructor(value: string) {
		this.#value = value;
	}

	/** The value itself. Call it at the place of use and keep no copy. */
	reveal(): string {
		return this.#value;
	}

	toString(): string {
		return REDACTED;
	}

	toJSON(): string {
		return REDACTED;
	}

	[inspect.custom](): string {
		return REDACTED;
	}
}
