// The login proxy as the sender of what it does: it stamps with a key of the service's own, and goes by the name of its
// configuration.
import { sign } from "node:crypto";
import { normalP256PublicKey } from "../../api/p256.js";
import { P256_SCHEME } from "../../api/stamp.js";
import type { Requester } from "../requester.js";
import type { ServiceKeys } from "../service-keys.js";

/** `body`: what it sends, which the stamp is over. */
export function proxyRequester({ authProxy }: ServiceKeys, organizationId: string, proxyId: string, body: string): Requester {
	return {
		organizationId,
		homeOrganizationId: organizationId,
		userId: proxyId,
		stamp: {
			publicKey: normalP256PublicKey(authProxy.publicKey) ?? "",
			scheme: P256_SCHEME,
			signature: sign("sha256", Buffer.from(body), authProxy.key).toString("hex"),
		},
		proof: { type: "AUTHENTICATION_TYPE_API_KEY", id: proxyId },
		sessionProfileId: null,
		isStillValid: () => true,
	};
}
