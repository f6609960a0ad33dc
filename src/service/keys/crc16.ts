// CRC-16/XMODEM, which Stellar and TON addresses end with.

export function crc16(bytes: Uint8Array): number {
	let crc = 0;
	for (const byte of bytes) {
		crc ^= byte << 8;
		for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
		crc &= 0xffff;
	}
	return crc;
}
