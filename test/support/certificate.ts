// A self-signed certificate, made on the spot so that no private key lies in the repository. Just enough DER for one.
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
	const body = Buffer.concat(parts);
	const length =
		body.length < 0x80
			? Buffer.from([body.length])
			: body.length < 0x100
				? Buffer.from([0x81, body.length])
				: Buffer.from([0x82, body.length >> 8, body.length & 0xff]);
	return Buffer.concat([Buffer.from([tag]), length, body]);
};
const sequence = (...parts: Buffer[]): Buffer => tlv(0x30, ...parts);
const oid = (hex: string): Buffer => tlv(0x06, Buffer.from(hex, "hex"));
const time = (at: number): Buffer => tlv(0x18, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`));

/** For the address 127.0.0.1, P-256, valid between the two moments. */
export function selfSignedCertificate(
	from = Date.now() - 60_000,
	until = Date.now() + 3_600_000,
	address = [127, 0, 0, 1],
): { readonly key: string; readonly cert: string } {
	const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
	const name = sequence(tlv(0x31, sequence(oid("550403"), tlv(0x0c, Buffer.from("quorate test")))));
	const alternativeName = sequence(oid("551d11"), tlv(0x04, sequence(tlv(0x87, Buffer.from(address)))));
	const toBeSigned = sequence(
		tlv(0xa0, tlv(0x02, Buffer.from([2]))),
		tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
		ecdsaWithSha256,
		name,
		sequence(time(from), time(until)),
		name,
		publicKey.export({ type: "spki", format: "der" }),
		tlv(0xa3, sequence(alternativeName)),
	);
	const signature = sign("sha256", toBeSigned, privateKey);
	const der = sequence(toBeSigned, ecdsaWithSha256, tlv(0x03, Buffer.from([0]), signature));
	const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
	return {
		key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
		cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
	};
}
