// Ethereum's recursive length prefix: bytes and lists of them. Only the one shortest encoding is read.

export type RlpItem = Uint8Array | readonly RlpItem[];

/** Undefined when the bytes are not exactly one item. */
export function decodeRlp(bytes: Uint8Array): RlpItem | undefined {
	try {
		const { item, end } = decodeAt(Buffer.from(bytes), 0, 0);
		return end === bytes.length ? item : undefined;
	} catch (error) {
		if (error instanceof Malformed) return undefined;
		throw error;
	}
}

/** Never leaves this file. */
class Malformed extends Error {}

const DEEPEST = 16;

function decodeAt(bytes: Buffer, at: number, depth: number): { readonly item: RlpItem; readonly end: number } {
	const prefix = bytes[at];
	if (prefix === undefined) throw new Malformed("there is no item");
	if (prefix < 0x80) return { item: bytes.subarray(at, at + 1), end: at + 1 };
	const isList = prefix >= 0xc0;
	const { start, end } = extentAt(bytes, at, prefix - (isList ? 0xc0 : 0x80));
	if (!isList) {
		const item = bytes.subarray(start, end);
		if (item.length === 1 && (item[0] ?? 0) < 0x80) throw new Malformed("a byte that stands for itself has no prefix");
		return { item, end };
	}
	if (depth >= DEEPEST) throw new Malformed("lists are nested too deeply");
	const items: RlpItem[] = [];
	for (let next = start; next < end; ) {
		const element = decodeAt(bytes.subarray(0, end), next, depth + 1);
		items.push(element.item);
		next = element.end;
	}
	return { item: items, end };
}

/** `short` is the length itself, or says how many bytes it takes. */
function extentAt(bytes: Buffer, at: number, short: number): { readonly start: number; readonly end: number } {
	let start = at + 1;
	let length = short;
	if (short > 55) {
		const size = short - 55;
		// Six bytes count more than any text has.
		if (size > 6 || start + size > bytes.length) throw new Malformed("the length is too long, or cut off");
		length = bytes.readUIntBE(start, size);
		if (length < 56 || bytes[start] === 0) throw new Malformed("the length is not the shortest");
		start += size;
	}
	if (start + length > bytes.length) throw new Malformed("the item is cut off");
	return { start, end: start + length };
}

export function encodeRlp(item: RlpItem): Buffer {
	if (item instanceof Uint8Array) {
		if (item.length === 1 && (item[0] ?? 0) < 0x80) return Buffer.from(item);
		return Buffer.concat([prefixed(item.length, 0x80), item]);
	}
	const content = Buffer.concat(item.map(encodeRlp));
	return Buffer.concat([prefixed(content.length, 0xc0), content]);
}

/** An integer as RLP writes it: big-endian, no leading zero, nothing for zero. */
export function integerBytes(value: bigint): Buffer {
	if (value === 0n) return Buffer.alloc(0);
	const digits = value.toString(16);
	return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex");
}

function prefixed(length: number, base: number): Buffer {
	if (length <= 55) return Buffer.from([base + length]);
	const size = integerBytes(BigInt(length));
	return Buffer.concat([Buffer.from([base + 55 + size.length]), size]);
}
