// What the service sends to people: codes, by mail or text message.

export interface Message {
	/** `OTP_TYPE_…`: by which way it goes. */
	readonly type: string;
	/** An e-mail address, or a telephone number in E.164. */
	readonly to: string;
	readonly subject: string;
	readonly text: string;
	/** The code in it, for whoever reads it by machine. */
	readonly code: string;
	/** What the code is for. */
	readonly otpId: string;
	/** The sender asked for; null for the service's own. */
	readonly from: string | null;
	readonly replyTo: string | null;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly expiresAt: number;
}
