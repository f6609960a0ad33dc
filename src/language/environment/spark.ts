// Parameters of the Spark activities. What belongs to a variant that is not active reads as the type's default, and so does
// an optional text that was left out: this is one of the few places where absence is no error.
import { sparkDerivationTypes } from "./enumerations.js";
import { many, one, struct, text, whole } from "./field.js";

const absent = { absent: "default" } as const;

const keyDerivation = struct("SparkKeyDerivation", {
	type: text("variant", { ...absent, values: sparkDerivationTypes }),
	signing_leaf: one(
		struct("SparkSigningLeafDerivation", { leaf_id: text("leaf, in the variant signing_leaf", absent) }),
		"variant signing_leaf",
		absent,
	),
	static_deposit: one(
		struct("SparkStaticDepositDerivation", { index: whole("index, in the variant static_deposit; 0 is a valid one", absent) }),
		"variant static_deposit",
		absent,
	),
});

const frostCommitment = struct("SparkFrostCommitment", {
	id: text("operator"),
	hiding: text("hiding commitment"),
	binding: text("binding commitment"),
});

const operatorRecipient = struct("SparkOperatorRecipient", {
	operator_id: text("operator"),
	encryption_public_key: text("its key"),
});

const transferLeaf = struct("SparkTransferLeaf", {
	leaf_id: text("leaf"),
	old_leaf_derivation: one(keyDerivation, "key before"),
	new_leaf_derivation: one(keyDerivation, "key after"),
	refund_signature: text("signature", absent),
	direct_refund_signature: text("signature", absent),
	direct_from_cpfp_refund_signature: text("signature", absent),
});

const claimLeaf = struct("SparkClaimLeaf", {
	leaf_id: text("leaf"),
	ciphertext: text("ciphertext", absent),
	sender_signature: text("the sender's signature", absent),
});

export const sparkSignatureRequest = struct("SparkSignatureRequest", {
	derivation: one(keyDerivation, "key that signs"),
	message: text("message"),
	verifying_key: text("key that verifies"),
	operator_commitments: many(frostCommitment, "commitments of the operators"),
	adaptor_public_key: text("adaptor key, empty when left out", absent),
});

export const sparkTransferPackage = struct("SparkTransferPackage", {
	transfer_id: text("transfer"),
	leaves: many(transferLeaf, "leaves"),
	threshold: whole("operators that are needed"),
	operator_recipients: many(operatorRecipient, "operators"),
	receiver_public_key: text("the receiver's key", absent),
});

export const sparkClaimPackage = struct("SparkClaimPackage", {
	leaves: many(claimLeaf, "leaves"),
	threshold: whole("operators that are needed"),
	operator_recipients: many(operatorRecipient, "operators"),
	transfer_id: text("transfer", absent),
	sender_identity_public_key: text("the sender's identity key", absent),
});

export const sparkLightningReceivePackage = struct("SparkLightningReceivePackage", {
	threshold: whole("operators that are needed"),
	operator_recipients: many(operatorRecipient, "operators"),
});
