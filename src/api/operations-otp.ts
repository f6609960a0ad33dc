// One-time passwords: sending a code, and trading the code for a token that proves whose address it was. Rows of the
// catalogue.
import { flag, optional, text, uint32 } from "./field.js";
import { otpDelivery } from "./identity-records.js";
import { activityOperation } from "./operation.js";

export const otpOperations = {
	init_otp: activityOperation({
		profile: "full",
		name: "init_otp",
		type: "ACTIVITY_TYPE_INIT_OTP_V3",
		parameters: {
			otpType: text(),
			contact: text(),
			appName: text(),
			otpLength: optional(uint32()),
			alphanumeric: optional(flag()),
			userIdentifier: optional(text()),
			expirationSeconds: optional(text()),
			...otpDelivery,
		},
		intentKey: "initOtpIntentV3",
		resultKey: "initOtpResultV2",
		result: { otpId: text(), otpEncryptionTargetBundle: text() },
		policy: ["OTP", "CREATE"],
	}),
	verify_otp: activityOperation({
		profile: "full",
		name: "verify_otp",
		type: "ACTIVITY_TYPE_VERIFY_OTP_V2",
		parameters: { otpId: text(), encryptedOtpBundle: text(), expirationSeconds: optional(text()) },
		intentKey: "verifyOtpIntentV2",
		resultKey: "verifyOtpResult",
		result: { verificationToken: text() },
		policy: ["OTP", "VERIFY"],
	}),
} as const;
