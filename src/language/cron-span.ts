// The arguments of `CronSpan`: when windows open, for how long, in which time zone; and whether one is open at an instant.
import { TimeZone } from "./time-zone.js";

const minute = 60_000;
const day = 1440 * minute;

/** The longest duration that the service accepts. */
export const longestSpan = 7 * day;

/** A problem of one argument: which, and where in its text. */
export interface SpanProblem {
	readonly argument: 0 | 1 | 2;
	readonly start: number;
	readonly end: number;
	readonly problem: string;
	readonly help?: string;
}

/** The values a field of the schedule allows, ascending, and whether it was `*`. */
interface ScheduleField {
	readonly any: boolean;
	readonly values: readonly number[];
}

export interface Schedule {
	readonly minutes: ScheduleField;
	readonly hours: ScheduleField;
	readonly days: ScheduleField;
	readonly months: ScheduleField;
	readonly weekdays: ScheduleField;
}

export interface CronSpan {
	readonly schedule: Schedule;
	/** Elapsed time, in milliseconds. */
	readonly duration: number;
	readonly zone: TimeZone;
}

const fieldRules = [
	{ name: "minute", low: 0, high: 59 },
	{ name: "hour", low: 0, high: 23 },
	{ name: "day of month", low: 1, high: 31 },
	{ name: "month", low: 1, high: 12 },
	{ name: "day of week", low: 0, high: 6 },
] as const;

type FieldRule = (typeof fieldRules)[number];

/** Reads the three arguments; all problems at once. */
export function readCronSpan(cron: string, duration: string, zone: string): CronSpan | readonly SpanProblem[] {
	const problems: SpanProblem[] = [];
	const schedule = readSchedule(cron, problems);
	const milliseconds = readDuration(duration, problems);
	const timeZone = TimeZone.named(zone);
	if (timeZone === undefined) {
		problems.push({
			argument: 2,
			start: 0,
			end: zone.length,
			problem: zone === "" ? "the time zone is empty" : `there is no time zone \`${zone}\``,
			help: "use an IANA name such as `Europe/Berlin` or `UTC`",
		});
	}
	if (schedule === undefined || milliseconds === undefined || timeZone === undefined) return problems;
	return { schedule, duration: milliseconds, zone: timeZone };
}

function readSchedule(text: string, problems: SpanProblem[]): Schedule | undefined {
	const fields = [...text.matchAll(/\S+/g)];
	if (fields.length !== 5) {
		const found = fields.length === 1 ? "1 field" : `${fields.length} fields`;
		problems.push({
			argument: 0,
			start: 0,
			end: text.length,
			problem: `a schedule has five fields (minute hour day-of-month month day-of-week), found ${found}`,
			...(fields.length === 6 ? { help: "there is no field for seconds" } : {}),
		});
		return undefined;
	}
	const before = problems.length;
	const read = fieldRules.map((rule, index) => readField(fields[index]?.[0] ?? "", fields[index]?.index ?? 0, rule, problems));
	const [minutes, hours, days, months, weekdays] = read;
	if (problems.length > before || !minutes || !hours || !days || !months || !weekdays) return undefined;
	return { minutes, hours, days, months, weekdays };
}

function readField(text: string, start: number, rule: FieldRule, problems: SpanProblem[]): ScheduleField {
	const complain = (from: number, length: number, problem: string, help?: string): void => {
		problems.push({
			argument: 0,
			start: start + from,
			end: start + from + length,
			problem,
			...(help === undefined ? {} : { help }),
		});
	};
	const values = new Set<number>();
	if (text === "*") {
		for (let value = rule.low as number; value <= rule.high; value += 1) values.add(value);
		return { any: true, values: [...values] };
	}
	let at = 0;
	for (const item of text.split(",")) {
		const found = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(item);
		if (found === null) {
			const step = item.includes("/") ? "steps are not supported: list the values, as in `0,15,30,45`" : undefined;
			const named = /[A-Za-z]/.test(item) ? "names are not supported: use numbers, Sunday is 0 and January is 1" : undefined;
			complain(at, item.length, `expected \`*\`, a number or a range for the ${rule.name}, found \`${item}\``, step ?? named);
		} else {
			const low = Number(found[1]);
			const high = found[2] === undefined ? low : Number(found[2]);
			const wrong = [low, high].find((value) => value < rule.low || value > rule.high);
			if (wrong !== undefined) {
				const sunday = rule.name === "day of week" && wrong === 7 ? "Sunday is 0" : undefined;
				complain(at, item.length, `the ${rule.name} is ${rule.low} to ${rule.high}, found ${wrong}`, sunday);
			} else if (low > high) {
				complain(
					at,
					item.length,
					`the range \`${item}\` ends before it begins`,
					`write \`${low}-${rule.high},${rule.low}-${high}\``,
				);
			} else for (let value = low; value <= high; value += 1) values.add(value);
		}
		at += item.length + 1;
	}
	return { any: false, values: [...values].sort((a, b) => a - b) };
}

function readDuration(text: string, problems: SpanProblem[]): number | undefined {
	const complain = (problem: string, help?: string): undefined => {
		problems.push({ argument: 1, start: 0, end: text.length, problem, ...(help === undefined ? {} : { help }) });
		return undefined;
	};
	const found = /^(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?$/.exec(text);
	if (found === null || text === "") {
		const help = /s$/.test(text) ? "there are no seconds" : "write it as `8h`, `90m` or `1d12h`";
		return complain(`a duration is whole days, hours and minutes, found \`${text}\``, help);
	}
	const milliseconds = Number(found[1] ?? 0) * day + Number(found[2] ?? 0) * 60 * minute + Number(found[3] ?? 0) * minute;
	if (milliseconds === 0) return complain("a duration is longer than nothing");
	if (milliseconds > longestSpan) return complain(`a duration is at most seven days, found \`${text}\``);
	return milliseconds;
}

/** Whether any day of any year is asked for: the 30th of February is not. */
export function everFires(schedule: Schedule): boolean {
	if (schedule.days.any || !schedule.weekdays.any) return true;
	const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
	return schedule.months.values.some((month) => schedule.days.values.some((each) => each <= (longest[month - 1] ?? 31)));
}

/** Whether windows open on the day that a wall-clock reading falls on. A restricted day of month and day of week are alternatives. */
function firesOn(schedule: Schedule, wall: number): boolean {
	const date = new Date(wall);
	if (!schedule.months.values.includes(date.getUTCMonth() + 1)) return false;
	const dayMatches = schedule.days.values.includes(date.getUTCDate());
	const weekdayMatches = schedule.weekdays.values.includes(date.getUTCDay());
	if (schedule.days.any) return weekdayMatches;
	if (schedule.weekdays.any) return dayMatches;
	return dayMatches || weekdayMatches;
}

/** Readings of the wall clock at which windows open, the latest first, from a reading back over a number of days. */
function* opensBefore(schedule: Schedule, wall: number, days: number): Generator<number> {
	const today = Math.floor(wall / day) * day;
	for (let back = 0; back <= days; back += 1) {
		const date = today - back * day;
		if (!firesOn(schedule, date)) continue;
		for (let h = schedule.hours.values.length - 1; h >= 0; h -= 1) {
			for (let m = schedule.minutes.values.length - 1; m >= 0; m -= 1) {
				const opens = date + (schedule.hours.values[h] ?? 0) * 60 * minute + (schedule.minutes.values[m] ?? 0) * minute;
				if (opens <= wall) yield opens;
			}
		}
	}
}

/** The instant at which the latest window opened, looking back as far as the duration can reach; undefined when none did. */
export function lastOpening(span: CronSpan, now: number): number | undefined {
	const days = Math.ceil(span.duration / day) + 2;
	for (const wall of opensBefore(span.schedule, span.zone.latestWallUntil(now), days)) {
		const instant = span.zone.instantOf(wall);
		if (instant <= now) return instant;
	}
	return undefined;
}

/** Whether a window is open at an instant (milliseconds since the epoch): from its opening, inclusive, for its duration, exclusive. */
export function isOpen(span: CronSpan, now: number): boolean {
	const opened = lastOpening(span, now);
	return opened !== undefined && now < opened + span.duration;
}

/** The next openings after an instant, earliest first, looking ahead over a bounded number of days. */
export function nextOpenings(span: CronSpan, now: number, count: number, days = 1500): readonly number[] {
	const found: number[] = [];
	const first = Math.floor(span.zone.wallAt(now) / day) * day;
	for (let ahead = 0; ahead <= days && found.length < count; ahead += 1) {
		const date = first + ahead * day;
		if (!firesOn(span.schedule, date)) continue;
		for (const hours of span.schedule.hours.values) {
			for (const minutes of span.schedule.minutes.values) {
				const instant = span.zone.instantOf(date + hours * 60 * minute + minutes * minute);
				// Readings inside a gap all stand for its end.
				if (instant > now && instant !== found[found.length - 1] && found.length < count) found.push(instant);
			}
		}
	}
	return found;
}
