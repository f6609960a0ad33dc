// The service's identifiers: lower-case UUIDs, unique enough that finding one in a text means that text refers to it.

const IDENTIFIER = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const IDENTIFIERS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export function isIdentifier(text: string): boolean {
	return IDENTIFIER.test(text);
}

/** Every identifier in a text, in reading order. */
export function identifiersIn(text: string): string[] {
	return text.match(IDENTIFIERS) ?? [];
}
