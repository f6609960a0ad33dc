// Wall-clock time of an IANA time zone and the instants it stands for, across changes of the offset. "Wall" numbers are
// milliseconds as if the wall clock showed UTC.

const hour = 3_600_000;
const day = 24 * hour;

export class TimeZone {
	readonly name: string;
	readonly #format: Intl.DateTimeFormat;

	private constructor(name: string, format: Intl.DateTimeFormat) {
		this.name = name;
		this.#format = format;
	}

	/** The zone of an IANA name, or undefined when there is none. Bare offsets such as `+02:00` are no names. */
	static named(name: string): TimeZone | undefined {
		if (!/^[A-Za-z]/.test(name)) return undefined;
		try {
			const format = new Intl.DateTimeFormat("en-US", {
				timeZone: name,
				hourCycle: "h23",
				year: "numeric",
				month: "numeric",
				day: "numeric",
				hour: "numeric",
				minute: "numeric",
				second: "numeric",
			});
			return new TimeZone(name, format);
		} catch {
			return undefined;
		}
	}

	/** How far the wall clock is ahead of UTC at an instant, in milliseconds. */
	offsetAt(instant: number): number {
		const wall: Record<string, number> = {};
		for (const part of this.#format.formatToParts(instant)) {
			if (part.type !== "literal") wall[part.type] = Number(part.value);
		}
		const shown = Date.UTC(wall.year ?? 0, (wall.month ?? 1) - 1, wall.day, wall.hour, wall.minute, wall.second);
		return shown - Math.floor(instant / 1000) * 1000;
	}

	/** What the wall clock shows at an instant. */
	wallAt(instant: number): number {
		return instant + this.offsetAt(instant);
	}

	/** The latest reading the wall clock has shown up to an instant: more than the present one after it was set back. */
	latestWallUntil(instant: number): number {
		const now = this.offsetAt(instant);
		const before = this.offsetAt(instant - day);
		if (before <= now) return instant + now;
		const change = this.#changeBetween(instant - day, instant);
		return Math.max(instant + now, change + before - 1);
	}

	/**
	 * The instant at which the wall clock shows a reading: the first one when it shows it twice, and the end of the gap when
	 * it never does.
	 */
	instantOf(wall: number): number {
		const before = this.offsetAt(wall - day);
		const after = this.offsetAt(wall + day);
		const early = wall - Math.max(before, after);
		const late = wall - Math.min(before, after);
		if (early + this.offsetAt(early) === wall) return early;
		if (late + this.offsetAt(late) === wall) return late;
		return this.#changeBetween(early - hour, late + hour);
	}

	/** The first instant after a change of the offset, somewhere between two instants whose offsets differ. */
	#changeBetween(from: number, to: number): number {
		const old = this.offsetAt(from);
		let low = Math.floor(from / 1000);
		let high = Math.ceil(to / 1000);
		while (high - low > 1) {
			const middle = Math.floor((low + high) / 2);
			if (this.offsetAt(middle * 1000) === old) low = middle;
			else high = middle;
		}
		return high * 1000;
	}
}
