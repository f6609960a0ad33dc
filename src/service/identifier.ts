// Identifiers: random UUIDs for things, time-ordered ones for activities, so that their order is the order of the log.
import { randomUUID } from "node:crypto";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
	return text.length === 36 && UUID.test(text);
}

export function newId(): string {
	return randomUUID();
}

/** A version 7 UUID: 48 bits of milliseconds since the epoch, then random bits. */
export function newActivityId(now: number): string {
	const random = randomUUID();
	const time = Math.floor(now).toString(16).padStart(12, "0");
	return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}
