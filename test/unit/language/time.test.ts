// The slot `time`: timestamps, schedules, time zones, and nights on which clocks change.
import { describe, expect, test } from "@jest/globals";
import { type CronSpan, everFires, isOpen, nextOpenings, readCronSpan } from "../../../src/language/cron-span.js";
import { describeInstant, nanosOf, readInstant } from "../../../src/language/instant.js";
import { TimeZone } from "../../../src/language/time-zone.js";
import { evaluated } from "../../support/evaluated.js";

function at(instant: string): { readonly time: { readonly now: bigint } } {
	return { time: { now: nanosOf(Date.parse(instant)) } };
}

function span(cron: string, duration: string, zone: string): CronSpan {
	const read = readCronSpan(cron, duration, zone);
	if (!("schedule" in read)) throw new Error(JSON.stringify(read));
	return read;
}

describe("timestamps", () => {
	test.each([
		["2030-01-31T12:30:45Z", 1896093045000000000n],
		["2030-01-31t12:30:45z", 1896093045000000000n],
		["2030-01-31T12:30:45+00:00", 1896093045000000000n],
		["2030-01-31T12:30:45-00:00", 1896093045000000000n],
		["2030-01-31T12:30:45.000000001Z", 1896093045000000001n],
		["1969-12-31T23:59:59.5Z", -500000000n],
		["2028-02-29T00:00:00Z", 1835395200000000000n],
		["0001-01-01T00:00:00Z", -62135596800000000000n],
	])("%s", (text, nanos) => {
		expect(readInstant(text)).toEqual({ ok: true, nanos });
	});

	test.each([
		"2030-01-31T12:30:45-05:00",
		"2030-01-31T12:30:45+01:00",
		"2030-01-31T12:30:45",
		"2030-01-31",
		"2030-01-31 12:30:45Z",
		"2030-1-31T12:30:45Z",
		"2030-02-29T00:00:00Z",
		"2030-13-01T00:00:00Z",
		"2030-01-31T24:00:00Z",
		"2030-01-31T12:60:00Z",
		"2030-01-31T12:30:60Z",
		"2030-01-31T12:30:45.Z",
		" 2030-01-31T12:30:45Z",
		"",
	])("%j is none", (text) => {
		expect(readInstant(text).ok).toBe(false);
	});

	test("are compared exactly", () => {
		const window = "time.now >= Timestamp('2030-03-01T00:00:00Z') && time.now < Timestamp('2030-04-01T00:00:00Z')";
		expect(evaluated(window, at("2030-02-28T23:59:59.999Z"), "time")).toBe(false);
		expect(evaluated(window, at("2030-03-01T00:00:00Z"), "time")).toBe(true);
		expect(evaluated(window, at("2030-03-31T23:59:59.999Z"), "time")).toBe(true);
		expect(evaluated(window, at("2030-04-01T00:00:00Z"), "time")).toBe(false);
		expect(evaluated("time.now == Timestamp('2030-03-01T00:00:00.0000001Z')", at("2030-03-01T00:00:00Z"), "time")).toBe(false);
		expect(evaluated(window, {}, "time")).toBe("MissingKeyword");
		expect(evaluated("CronSpan('0 9 * * *', '1h', 'UTC')", {}, "time")).toBe("MissingKeyword");
	});

	test("are shown as they are written", () => {
		expect(describeInstant(nanosOf(Date.parse("2030-03-01T00:00:00Z")))).toBe("2030-03-01T00:00:00Z");
		expect(describeInstant(1n << 80n)).toMatch(/ ns$/);
	});
});

describe("windows", () => {
	test.each([
		[
			"the opening counts, the end does not",
			"0 9 * * *",
			"8h",
			"UTC",
			{
				"2030-05-01T08:59:59.999Z": false,
				"2030-05-01T09:00:00Z": true,
				"2030-05-01T16:59:59.999Z": true,
				"2030-05-01T17:00:00Z": false,
			},
		],
		[
			"days of the week, Sunday is 0",
			"0 9 * * 1-5",
			"8h",
			"UTC",
			{
				"2030-05-03T10:00:00Z": true,
				"2030-05-04T10:00:00Z": false,
				"2030-05-05T10:00:00Z": false,
				"2030-05-06T10:00:00Z": true,
			},
		],
		[
			"Sunday",
			"0 0 * * 0",
			"1d",
			"UTC",
			{ "2030-05-05T00:00:00Z": true, "2030-05-05T23:59:00Z": true, "2030-05-06T00:00:00Z": false },
		],
		[
			"a day of month and a day of week are alternatives",
			"0 0 13 * 5",
			"1d",
			"UTC",
			{ "2030-05-13T12:00:00Z": true, "2030-05-10T12:00:00Z": true, "2030-05-12T12:00:00Z": false },
		],
		[
			"months",
			"0 0 1 1,7 *",
			"1h",
			"UTC",
			{ "2030-01-01T00:30:00Z": true, "2030-07-01T00:30:00Z": true, "2030-02-01T00:30:00Z": false },
		],
		[
			"windows overlap: a range of hours with a long duration",
			"0 9-17 * * *",
			"8h",
			"UTC",
			{
				"2030-05-01T09:00:00Z": true,
				"2030-05-02T00:59:00Z": true,
				"2030-05-02T01:00:00Z": false,
				"2030-05-02T08:59:00Z": false,
			},
		],
		[
			"a window may span days",
			"0 18 * * 5",
			"2d14h",
			"UTC",
			{ "2030-05-03T18:00:00Z": true, "2030-05-05T12:00:00Z": true, "2030-05-06T07:59:00Z": true, "2030-05-06T08:00:00Z": false },
		],
		["seven days", "0 0 1 * *", "7d", "UTC", { "2030-05-07T23:59:00Z": true, "2030-05-08T00:00:00Z": false }],
		[
			"minutes",
			"15,45 * * * *",
			"10m",
			"UTC",
			{
				"2030-05-01T10:15:00Z": true,
				"2030-05-01T10:25:00Z": false,
				"2030-05-01T10:50:00Z": true,
				"2030-05-01T11:00:00Z": false,
			},
		],
		["always", "* * * * *", "1m", "UTC", { "2030-05-01T10:15:30Z": true, "1999-12-31T23:59:59.999Z": true }],
		[
			"the zone's wall clock",
			"0 9 * * *",
			"1h",
			"Asia/Kathmandu",
			{ "2030-05-01T03:14:59Z": false, "2030-05-01T03:15:00Z": true, "2030-05-01T04:15:00Z": false },
		],
		["the 29th of February", "0 0 29 2 *", "1d", "UTC", { "2028-02-29T12:00:00Z": true, "2030-03-01T12:00:00Z": false }],
	])("%s", (_, cron, duration, zone, instants) => {
		const expected = Object.entries(instants);
		expect(expected.map(([instant]) => [instant, isOpen(span(cron, duration, zone), Date.parse(instant))])).toEqual(expected);
	});
});

describe("nights on which clocks change", () => {
	// New York 2030: forward on March 10 at 02:00 EST (07:00 UTC), back on November 3 at 02:00 EDT (06:00 UTC).
	test("the duration is elapsed time, so that the local end moves", () => {
		const night = span("0 22 * * *", "8h", "America/New_York");
		// 22:00 EST on March 9 is 03:00 UTC; eight hours later it is 07:00 EDT.
		expect(isOpen(night, Date.parse("2030-03-10T03:00:00Z"))).toBe(true);
		expect(isOpen(night, Date.parse("2030-03-10T10:59:59Z"))).toBe(true);
		expect(isOpen(night, Date.parse("2030-03-10T11:00:00Z"))).toBe(false);
		// 22:00 EDT on November 2 is 02:00 UTC; eight hours later it is 05:00 EST.
		expect(isOpen(night, Date.parse("2030-11-03T01:59:59Z"))).toBe(false);
		expect(isOpen(night, Date.parse("2030-11-03T09:59:59Z"))).toBe(true);
		expect(isOpen(night, Date.parse("2030-11-03T10:00:00Z"))).toBe(false);
	});

	test("a local time that does not exist opens at the end of the gap", () => {
		const gap = span("30 2 * * *", "1h", "America/New_York");
		expect(isOpen(gap, Date.parse("2030-03-10T06:59:59Z"))).toBe(false);
		expect(isOpen(gap, Date.parse("2030-03-10T07:00:00Z"))).toBe(true);
		expect(isOpen(gap, Date.parse("2030-03-10T07:59:59Z"))).toBe(true);
		expect(isOpen(gap, Date.parse("2030-03-10T08:00:00Z"))).toBe(false);
	});

	test("a local time that occurs twice opens once, at the first", () => {
		const twice = span("30 1 * * *", "20m", "America/New_York");
		expect(isOpen(twice, Date.parse("2030-11-03T05:30:00Z"))).toBe(true);
		expect(isOpen(twice, Date.parse("2030-11-03T05:50:00Z"))).toBe(false);
		expect(isOpen(twice, Date.parse("2030-11-03T06:30:00Z"))).toBe(false);
		// While the clock shows one o'clock again, the window that opened at half past one is still known.
		const longer = span("30 1 * * *", "1h", "America/New_York");
		expect(isOpen(longer, Date.parse("2030-11-03T06:10:00Z"))).toBe(true);
		expect(isOpen(longer, Date.parse("2030-11-03T06:30:00Z"))).toBe(false);
	});

	test("southern summers, half-hour changes and zones without any", () => {
		// Lord Howe: back by half an hour on April 7, 2030, at 02:00 (+11:00), that is 15:00 UTC the day before.
		const island = span("45 1 * * *", "10m", "Australia/Lord_Howe");
		expect(isOpen(island, Date.parse("2030-04-06T14:45:00Z"))).toBe(true);
		expect(isOpen(island, Date.parse("2030-04-06T15:15:00Z"))).toBe(false);
		expect(isOpen(span("0 12 * * *", "1m", "Asia/Tokyo"), Date.parse("2030-07-01T03:00:00Z"))).toBe(true);
		expect(isOpen(span("0 12 * * *", "1m", "UTC"), Date.parse("2030-07-01T12:00:00Z"))).toBe(true);
	});

	test("openings and the question whether one is open agree, minute by minute over both nights", () => {
		for (const [zone, from] of [
			["America/New_York", "2030-03-09T00:00:00Z"],
			["America/New_York", "2030-11-02T00:00:00Z"],
			["Europe/Berlin", "2030-03-30T00:00:00Z"],
			["Australia/Lord_Howe", "2030-10-05T00:00:00Z"],
		] as const) {
			const each = span("20,50 0-4,23 * * *", "7m", zone);
			const start = Date.parse(from);
			const openings = nextOpenings(each, start - 86_400_000, 200);
			for (let minute = 0; minute < 2 * 1440; minute += 3) {
				const now = start + minute * 60_000;
				const expected = openings.some((opened) => opened <= now && now < opened + 7 * 60_000);
				expect([new Date(now).toISOString(), isOpen(each, now)]).toEqual([new Date(now).toISOString(), expected]);
			}
		}
	});
});

describe("schedules", () => {
	test.each([
		["0 0 30 2 *", false],
		["0 0 31 4,6,9,11 *", false],
		["0 0 29 2 *", true],
		["0 0 30 2 1", true],
		["0 0 31 1-12 *", true],
		["0 0 * 2 *", true],
	])("%s fires: %s", (cron, fires) => {
		expect(everFires(span(cron, "1h", "UTC").schedule)).toBe(fires);
	});

	test("the next openings, over a gap in the calendar too", () => {
		const next = nextOpenings(span("0 12 29 2 *", "1h", "UTC"), Date.parse("2030-01-01T00:00:00Z"), 1);
		expect(next.map((each) => new Date(each).toISOString())).toEqual(["2032-02-29T12:00:00.000Z"]);
		expect(nextOpenings(span("0 0 30 2 *", "1h", "UTC"), 0, 3)).toEqual([]);
	});

	test.each([
		["+02:00", false],
		["UTC", true],
		["Europe/Berlin", true],
		["Nowhere/Land", false],
		["", false],
	])("time zone %j: %s", (name, known) => {
		expect(TimeZone.named(name) !== undefined).toBe(known);
	});
});
