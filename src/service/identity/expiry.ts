// How long things last, as requests say it: decimal seconds in a text.
import { invalid } from "../refusal.js";

/** Ten digits are three centuries; more is a slip. */
const SECONDS = /^[1-9]\d{0,9}$/;

/** Seconds, or undefined when none are given. Throws a `Refusal` (400) for anything but a positive integer. */
export function readSeconds(text: string | null | undefined, message = "invalid api key expiration"): number | undefined {
	if (text === null || text === undefined || text === "") return undefined;
	if (!SECONDS.test(text)) throw invalid(message);
	return Number(text);
}
