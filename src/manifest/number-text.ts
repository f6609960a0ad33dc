// Whether a number means to a program what it says to a reader: JSON and YAML numbers become doubles, and some do not fit.

/** The digits and the power of ten of a decimal number, so that 1.50, 15e-1 and +1.5 are the same. */
function significant(text: string): string {
	const [, sign = "", whole = "", fraction = "", exponent = "0"] =
		/^([-+]?)([0-9]*)\.?([0-9]*)(?:[eE]([-+]?[0-9]+))?$/.exec(text) ?? [];
	const digits = `${whole}${fraction}`.replace(/^0+/, "");
	const kept = digits.replace(/0+$/, "");
	if (kept === "") return "0";
	return `${sign === "-" ? "-" : ""}${kept}e${Number(exponent) - fraction.length + (digits.length - kept.length)}`;
}

/** True when a decimal text, read as a double and written down again, is another number. */
export function losesDigits(text: string): boolean {
	const value = Number(text);
	return !Number.isFinite(value) || significant(String(value)) !== significant(text);
}
