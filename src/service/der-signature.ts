// ECDSA signatures as stamps carry them: strict DER in, two numbers of 32 bytes out. One signature has one encoding, so
// that a stamp cannot be varied by whoever relays it.

const HEX = /^(?:[0-9a-fA-F]{2})+$/;

/** `r` then `s`, 64 bytes; undefined when the text is not hexadecimal of the one DER encoding of two positive integers. */
export function readDerSignature(hexadecimal: string): Buffer | undefined {
	if (!HEX.test(hexadecimal)) return undefined;
	const bytes = Buffer.from(hexadecimal, "hex");
	// A sequence whose short-form length is exactly what follows.
	if (bytes[0] !== 0x30 || bytes[1] !== bytes.length - 2 || bytes.length > 72) return undefined;
	const first = readInteger(bytes, 2);
	if (!first) return undefined;
	const second = readInteger(bytes, first.end);
	if (!second || second.end !== bytes.length) return undefined;
	return Buffer.concat([first.value, second.value]);
}

/** A positive integer of at most 32 bytes, written with no byte more than it needs. */
function readInteger(bytes: Buffer, at: number): { readonly value: Buffer; readonly end: number } | undefined {
	const length = bytes[at + 1];
	if (bytes[at] !== 0x02 || length === undefined || length === 0 || length > 33) return undefined;
	const end = at + 2 + length;
	if (end > bytes.length) return undefined;
	const digits = bytes.subarray(at + 2, end);
	const [first = 0, second = 0] = digits;
	const negative = first >= 0x80;
	const padded = first === 0 && (length === 1 || second < 0x80);
	if (negative || padded) return undefined;
	const magnitude = first === 0 ? digits.subarray(1) : digits;
	if (magnitude.length > 32) return undefined;
	return { value: Buffer.concat([Buffer.alloc(32 - magnitude.length), magnitude]), end };
}
