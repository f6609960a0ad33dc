// Signing with a wallet's account or a private key. Rows of the catalogue.
import { list, oneOf, record, text } from "./field.js";
import { signature, TRANSACTION_TYPES } from "./key-records.js";
import { activityOperation } from "./operation.js";
import { HASH_FUNCTIONS, PAYLOAD_ENCODINGS } from "./records.js";

export const signingOperations = {
	sign_raw_payload: activityOperation({
		profile: "core",
		name: "sign_raw_payload",
		type: "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2",
		parameters: {
			signWith: text(),
			payload: text(),
			encoding: oneOf(...PAYLOAD_ENCODINGS),
			hashFunction: oneOf(...HASH_FUNCTIONS),
		},
		intentKey: "signRawPayloadIntentV2",
		resultKey: "signRawPayloadResult",
		result: signature,
		policy: ["PRIVATE_KEY", "SIGN"],
	}),
	sign_raw_payloads: activityOperation({
		profile: "full",
		name: "sign_raw_payloads",
		type: "ACTIVITY_TYPE_SIGN_RAW_PAYLOADS",
		parameters: {
			signWith: text(),
			payloads: list(text()),
			encoding: oneOf(...PAYLOAD_ENCODINGS),
			hashFunction: oneOf(...HASH_FUNCTIONS),
		},
		intentKey: "signRawPayloadsIntent",
		resultKey: "signRawPayloadsResult",
		result: { signatures: list(record(signature)) },
		policy: ["PRIVATE_KEY", "SIGN"],
	}),
	sign_transaction: activityOperation({
		profile: "full",
		name: "sign_transaction",
		type: "ACTIVITY_TYPE_SIGN_TRANSACTION_V2",
		parameters: { signWith: text(), unsignedTransaction: text(), type: oneOf(...TRANSACTION_TYPES) },
		intentKey: "signTransactionIntentV2",
		resultKey: "signTransactionResult",
		result: { signedTransaction: text() },
		policy: ["PRIVATE_KEY", "SIGN"],
	}),
} as const;
