// The headers of a delivery, and the key set with which whoever receives it checks their signature. All of it as the
// service documents it.
import { sign } from "node:crypto";
import type { JsonObject } from "../../base/json.js";
import type { WebhookKey } from "../service-keys.js";
import type { Delivery } from "./delivery.js";

const ALGORITHM = "ed25519";
const VERSION = "v1";

/**
 * The headers of one attempt: `timestamp`, in milliseconds since the epoch, and the signature over it are its own, the event
 * is the delivery's. `organizationId` is the endpoint's organisation.
 */
export function deliveryHeaders(
	delivery: Pick<Delivery, "eventId" | "eventType" | "body">,
	organizationId: string,
	timestamp: number,
	{ key, keyId }: WebhookKey,
): Readonly<Record<string, string>> {
	const { eventId, eventType, body } = delivery;
	const signed = `${VERSION}.${ALGORITHM}.${keyId}.${timestamp}.${eventId}.${body}`;
	return {
		"Content-Type": "application/json",
		"X-Turnkey-Organization-Id": organizationId,
		"X-Turnkey-Event-Type": eventType,
		"X-Turnkey-Timestamp": String(timestamp),
		"X-Turnkey-Webhook-Version": "1",
		"X-Turnkey-Event-Id": eventId,
		"X-Turnkey-Signature-Key-Id": keyId,
		"X-Turnkey-Signature-Algorithm": ALGORITHM,
		"X-Turnkey-Signature-Version": VERSION,
		"X-Turnkey-Signature": sign(null, Buffer.from(signed), key).toString("hex"),
	};
}

/** The key set document (RFC 7517). */
export function keySet({ publicKey, keyId }: WebhookKey): JsonObject {
	return {
		keys: [
			{
				kid: keyId,
				kty: "OKP",
				crv: "Ed25519",
				alg: "EdDSA",
				use: "sig",
				x: Buffer.from(publicKey, "hex").toString("base64url"),
				turnkey_signature_algorithm: ALGORITHM,
				turnkey_signature_version: VERSION,
			},
		],
	};
}
