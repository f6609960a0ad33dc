// What is wrong with the credentials somebody gave us. Found before anything is sent, and never holding key material.

export type CredentialProblemCode =
	| "missing"
	| "private-key-malformed"
	| "public-key-malformed"
	| "curve-unsupported"
	| "key-mismatch"
	| "file-missing"
	| "file-unreadable"
	| "file-exposed"
	| "file-malformed"
	| "signer-not-found"
	| "signer-failed"
	| "signer-timeout"
	| "signer-malformed"
	| "signer-wrong";

/** Credentials that cannot be used; `message` says which and why, `help` what to do. */
export class CredentialProblem extends Error {
	override readonly name = "CredentialProblem";
	readonly code: CredentialProblemCode;
	readonly help: string;

	constructor(code: CredentialProblemCode, message: string, help: string, cause?: unknown) {
		super(message, cause === undefined ? undefined : { cause });
		this.code = code;
		this.help = help;
	}
}
