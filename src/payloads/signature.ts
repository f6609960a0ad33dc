// A signature as results carry it, and as it is put into a transaction.

/** `r` and `s` are 64 lower-case hexadecimal digits, `v` is `00` or `01`: what recovers the key, `00` where nothing does. */
export interface Signature {
	readonly r: string;
	readonly s: string;
	readonly v: string;
}
