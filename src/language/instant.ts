// The argument of `Timestamp`: an RFC 3339 date and time whose offset is zero. Instants are nanoseconds since the epoch, so
// that any fraction a person writes is exact.

const nanosPerMilli = 1_000_000n;

export type InstantText =
	| { readonly ok: true; readonly nanos: bigint }
	| { readonly ok: false; readonly problem: string; readonly help?: string };

const shape = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})$/;

/** Reads a timestamp; offsets other than zero, leap seconds and dates that do not exist are problems. */
export function readInstant(text: string): InstantText {
	const found = shape.exec(text);
	if (found === null) {
		if (/^\d{4}-\d{2}-\d{2}([Tt]\d{2}:\d{2}:\d{2}(\.\d+)?)?$/.test(text)) {
			return { ok: false, problem: "it lacks the time or the offset", help: `write \`'${text.slice(0, 10)}T00:00:00Z'\`` };
		}
		return { ok: false, problem: "it is not an RFC 3339 date and time", help: "write it as `'2030-01-31T00:00:00Z'`" };
	}
	const [, year, month, day, hour, minute, second, fraction, offset] = found;
	if (offset !== "Z" && offset !== "z" && offset !== "+00:00" && offset !== "-00:00") {
		const instant = Date.parse(text.replace(/[tz]/g, (letter) => letter.toUpperCase()));
		const utc = Number.isNaN(instant) ? undefined : new Date(instant).toISOString().replace(".000Z", "Z");
		return {
			ok: false,
			problem: `its offset is \`${offset}\`, expected \`Z\``,
			...(utc === undefined ? {} : { help: `the same instant in UTC is \`'${utc}'\`` }),
		};
	}
	const parts = [year, month, day, hour, minute, second].map(Number);
	const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = parts;
	const milliseconds = Date.UTC(y, mo - 1, d, h, mi, s);
	const date = new Date(milliseconds);
	// The years 0 to 99 mean 1900 to 1999 to Date.UTC.
	if (y < 100) date.setUTCFullYear(y, mo - 1, d);
	const exists =
		date.getUTCMonth() === mo - 1 && date.getUTCDate() === d && date.getUTCHours() === h && date.getUTCMinutes() === mi && s < 60;
	if (!exists) return { ok: false, problem: "there is no such date or time" };
	return { ok: true, nanos: BigInt(date.getTime()) * nanosPerMilli + BigInt((fraction ?? "").padEnd(9, "0")) };
}

/** Nanoseconds of a number of milliseconds since the epoch. */
export function nanosOf(milliseconds: number): bigint {
	const whole = Math.floor(milliseconds);
	return BigInt(whole) * nanosPerMilli + BigInt(Math.round((milliseconds - whole) * 1e6));
}

/** An instant as text, for messages and traces. */
export function describeInstant(nanos: bigint): string {
	const milliseconds = Number(nanos / nanosPerMilli);
	const text =
		Number.isFinite(milliseconds) && Math.abs(milliseconds) <= 8.64e15 ? new Date(milliseconds).toISOString() : `${nanos} ns`;
	return text.replace(".000Z", "Z");
}
