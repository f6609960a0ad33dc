// The seam to the policy language: what the engine asks of it, so that kinds and manifests need not know how it works.
import type { Finding } from "../diagnostics/diagnostic.js";
import type { Slot } from "./kind.js";

export interface ExpressionLanguage {
	/** Differs when `check` may answer differently although the program is the same: its settings, as a text. */
	readonly identity?: string;
	/** Parses and type-checks one expression; ranges count in the text given. */
	check(text: string, slot: Slot): readonly Finding[];
	/** Whether two texts are the same expression, so that white space alone is no change. */
	same(a: string, b: string): boolean;
	/** The expression as it should be laid out: line breaks stay. What is no expression comes back as it is. */
	format(text: string): string;
}
