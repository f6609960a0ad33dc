// Misbehaviour to order: what a network, a proxy or a dying server can do to a client, at a rate one can choose. Nothing
// here is left to chance, so that a failing test fails again: a rate of 0.1 strikes every tenth request, or, with a seed,
// requests that only look random and are the same ones for the same seed.
import { createHash } from "node:crypto";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { didYouMean } from "../diagnostics/suggestion.js";

export interface Faults {
	/** Milliseconds to wait before each answer. */
	readonly latency?: number;
	/** The share of requests, 0 to 1, that are refused with 429 before anything is done. */
	readonly rate429?: number;
	/** The share that are refused with 503 before anything is done. */
	readonly rate503?: number;
	/** The share that are carried out and stored, and whose connection is then cut without an answer. */
	readonly dropAfterCommit?: number;
	/** The share whose answer breaks off in the middle. */
	readonly truncate?: number;
	/** The share that are carried out and answered with a web page instead of JSON. */
	readonly html?: number;
	/** Scatters the faults: which requests are struck follows from this number. Evenly spaced when absent. */
	readonly seed?: number;
}
export type FaultName = Exclude<keyof Faults, "latency" | "seed">;

const RATES: Readonly<Record<string, FaultName>> = {
	rate429: "rate429",
	rate503: "rate503",
	"drop-after-commit": "dropAfterCommit",
	truncate: "truncate",
	html: "html",
};
const NAMES = ["latency", ...Object.keys(RATES), "seed"];

/** Reads `latency=200ms,rate429=0.1,drop-after-commit=0.05,seed=7`. `faults` is there only when nothing is wrong. */
export function readFaults(text: string): { readonly faults?: Faults; readonly diagnostics: readonly Diagnostic[] } {
	const faults: Record<string, number> = {};
	const diagnostics: Diagnostic[] = [];
	const given = new Set<string>();
	const problem = (message: string, help: string): void => {
		diagnostics.push({ code: "Q4151", severity: "error", message, help });
	};
	for (const part of text.split(",").map((each) => each.trim())) {
		const [, name = part, value = ""] = /^([^=]*)=(.*)$/.exec(part) ?? [];
		const rate = Object.hasOwn(RATES, name) ? RATES[name] : undefined;
		if (given.has(name)) problem(`fault \`${name}\` is given twice`, "say it once");
		given.add(name);
		if (name === "latency") {
			const match = /^(\d+(?:\.\d+)?)(ms|s)?$/.exec(value);
			if (match) faults["latency"] = Number(match[1]) * (match[2] === "s" ? 1000 : 1);
			else problem(`\`${value}\` is not a latency`, "write milliseconds or seconds, such as latency=200ms or latency=1.5s");
		} else if (name === "seed") {
			if (/^\d{1,9}$/.test(value)) faults["seed"] = Number(value);
			else problem(`\`${value}\` is not a seed`, "write a whole number of at most nine digits, such as seed=7");
		} else if (rate !== undefined) {
			const share = /^(?:0|1|0?\.\d+|1\.0+)$/.test(value) ? Number(value) : undefined;
			if (share !== undefined) faults[rate] = share;
			else problem(`\`${value}\` is not a rate for ${name}`, `write a share of the requests from 0 to 1, such as ${name}=0.1`);
		} else {
			problem(`unknown fault \`${name}\``, didYouMean(name, NAMES) ?? `the faults are ${NAMES.join(", ")}`);
		}
	}
	return diagnostics.length > 0 ? { diagnostics } : { faults: faults as Faults, diagnostics };
}

/** Counts requests and says which of them a fault strikes. */
export class FaultInjector {
	readonly latency: number;
	readonly #faults: Faults;
	readonly #due = new Map<FaultName, number>();
	readonly #asked = new Map<FaultName, number>();

	constructor(faults: Faults = {}) {
		this.#faults = faults;
		this.latency = faults.latency ?? 0;
	}

	/** To be asked once per request and fault. */
	strikes(name: FaultName): boolean {
		const share = this.#faults[name] ?? 0;
		if (share === 0) return false;
		const { seed } = this.#faults;
		if (seed !== undefined) return this.#drawn(name, seed) < share;
		const due = (this.#due.get(name) ?? 0) + share;
		// A hair below one, because ten times 0.1 is not quite one.
		const struck = due >= 1 - 1e-9;
		this.#due.set(name, struck ? due - 1 : due);
		return struck;
	}
	/** A number in [0, 1) that follows from seed, fault and how often it was asked for, and from nothing else. */
	#drawn(name: FaultName, seed: number): number {
		const count = (this.#asked.get(name) ?? 0) + 1;
		this.#asked.set(name, count);
		return createHash("sha256").update(`${seed} ${name} ${count}`).digest().readUInt32BE() / 2 ** 32;
	}
}
