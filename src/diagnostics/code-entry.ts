// What one row of the code table says about a code; `quorate explain CODE` prints it.

export interface CodeEntry {
	/** A few words, lower case: what went wrong. */
	readonly title: string;
	/** Why it is refused or reported, and what to do, in full sentences. */
	readonly explanation: string;
	/** A piece of input that provokes it, when one line can show it. */
	readonly example?: string;
}

export type CodeTable = Readonly<Record<string, CodeEntry>>;
