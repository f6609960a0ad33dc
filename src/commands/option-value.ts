// Turning what stands on the command line into values, and saying exactly what was wrong when it cannot be.
import { InvalidArgumentError } from "commander";

/** Gathers a repeated option into a list. */
export function collect(value: string, previous: readonly string[]): readonly string[] {
	return [...previous, value];
}

export function positiveInteger(value: string): number {
	const number = Number(value);
	if (!/^\d+$/.test(value) || !Number.isSafeInteger(number) || number < 1)
		throw new InvalidArgumentError("expected a whole number of at least 1.");
	return number;
}

export function wholeNumber(value: string): number {
	const number = Number(value);
	if (!/^\d+$/.test(value) || !Number.isSafeInteger(number)) throw new InvalidArgumentError("expected a whole number.");
	return number;
}

/** A TCP port to listen on; 0 is any free one. */
export function port(value: string): number {
	const number = Number(value);
	if (!/^\d+$/.test(value) || number > 65_535) throw new InvalidArgumentError("expected a port from 0 to 65535.");
	return number;
}

export function percentage(value: string): number {
	const number = Number(value);
	if (!/^\d+$/.test(value) || number > 100) throw new InvalidArgumentError("expected a whole number from 0 to 100.");
	return number;
}

export function positiveNumber(value: string): number {
	const number = Number(value);
	if (!Number.isFinite(number) || number <= 0) throw new InvalidArgumentError("expected a number above 0.");
	return number;
}

/** `NAME=VALUE`, repeated, as a record. The value may contain `=`. */
export function assignment(value: string, previous: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
	const equals = value.indexOf("=");
	if (equals <= 0) throw new InvalidArgumentError("expected NAME=VALUE.");
	return { ...previous, [value.slice(0, equals)]: value.slice(equals + 1) };
}
