// Which address formats there are for which curves.
import type { AddressFormat, Curve } from "../../api/key-records.js";

/** Formats that hold for one curve only; those that are not named here hold for secp256k1. */
const ED25519_FORMATS: ReadonlySet<AddressFormat> = new Set([
	"ADDRESS_FORMAT_SOLANA",
	"ADDRESS_FORMAT_SUI",
	"ADDRESS_FORMAT_APTOS",
	"ADDRESS_FORMAT_XLM",
	"ADDRESS_FORMAT_TON_V3R2",
	"ADDRESS_FORMAT_TON_V4R2",
	"ADDRESS_FORMAT_TON_V5R1",
]);

/** Formats the service has and this one does not derive. */
const NOT_DERIVED: ReadonlySet<AddressFormat> = new Set(["ADDRESS_FORMAT_SPARK_MAINNET", "ADDRESS_FORMAT_SPARK_REGTEST"]);

export function isDerived(format: AddressFormat): boolean {
	return !NOT_DERIVED.has(format);
}

/** Whether keys of the curve have an address in the format. */
export function suits(format: AddressFormat, curve: Curve): boolean {
	if (format === "ADDRESS_FORMAT_COMPRESSED") return true;
	if (format === "ADDRESS_FORMAT_UNCOMPRESSED") return curve !== "CURVE_ED25519";
	return curve === (ED25519_FORMATS.has(format) ? "CURVE_ED25519" : "CURVE_SECP256K1");
}
