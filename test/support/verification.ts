// Verification tokens without the way round: a code is asked for, read where the service wrote it, and traded in.
import { encryptOtpCodeToBundle } from "@turnkey/crypto";
import type { TestService } from "./running-service.js";
import type { TestClient } from "./service-client.js";

/** `code` tells what was sent last. */
export async function verificationToken(
	service: TestService,
	client: TestClient,
	{ contact, publicKey, code }: { readonly contact: string; readonly publicKey: string; code(): string },
): Promise<string> {
	const begun = await client.activity("init_otp", { otpType: "OTP_TYPE_EMAIL", contact, appName: "Wallets" });
	const { otpId, otpEncryptionTargetBundle } = begun.result.initOtpResultV2;
	const { tlsFetcher } = service.publicKeys;
	const encryptedOtpBundle = await encryptOtpCodeToBundle(code(), otpEncryptionTargetBundle, publicKey, tlsFetcher);
	const done = await client.activity("verify_otp", { otpId, encryptedOtpBundle });
	return done.result.verifyOtpResult.verificationToken;
}
