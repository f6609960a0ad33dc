// Signing payloads and transactions with an account of a wallet or a private key. What cannot be signed at all is refused before
// policies are asked.
import { promisify } from "node:util";
import type { ActivityParameters } from "../../api/port.js";
import type { Signature } from "../../payloads/signature.js";
import { checkTreatment, type PayloadTreatment, readPayload } from "../keys/payload.js";
import { openSigningKey, signingKey } from "../keys/signing-key.js";
import { transactionFor } from "../keys/transaction.js";
import { invalid } from "../refusal.js";
import { checkText } from "./argument.js";
import { type ExecutionContext, waiting } from "./handler.js";

/** Lets other requests have their turn. */
const breathe = promisify(setImmediate);

interface RawSigning extends PayloadTreatment {
	readonly signWith: string;
}

export const signRawPayload = waiting<"sign_raw_payload", readonly Signature[]>({
	admit: (context, parameters) => checkSigning(context, parameters, [parameters.payload]),
	check: (context, parameters) => checkSigning(context, parameters, [parameters.payload]),
	prepare: (context, parameters) => signAll(context, parameters, [parameters.payload]),
	execute: (_context, _parameters, [signature]) => ({ changes: [], result: { r: "", s: "", v: "", ...signature } }),
});

export const signRawPayloads = waiting<"sign_raw_payloads", readonly Signature[]>({
	admit: (context, parameters) => checkSigning(context, parameters, parameters.payloads),
	check: (context, parameters) => checkSigning(context, parameters, parameters.payloads),
	prepare: (context, parameters) => signAll(context, parameters, parameters.payloads),
	execute: (_context, _parameters, signatures) => ({
		changes: [],
		result: { signatures: signatures.map(({ r, s, v }) => ({ r, s, v })) },
	}),
});

export const signTransaction = waiting<"sign_transaction", string>({
	admit: checkTransaction,
	check: checkTransaction,
	async prepare({ organization, sealer }, { signWith, type, unsignedTransaction }) {
		const { signed } = await import("../keys/signed-transaction.js");
		const key = signingKey(organization, signWith);
		return signed(transactionFor(key, type, unsignedTransaction), key, openSigningKey(sealer, key));
	},
	execute: (_context, _parameters, signedTransaction) => ({ changes: [], result: { signedTransaction } }),
});

function checkTransaction(
	{ organization }: ExecutionContext,
	{ signWith, type, unsignedTransaction }: ActivityParameters<"sign_transaction">,
): void {
	checkText("signWith", signWith);
	checkText("unsignedTransaction", unsignedTransaction);
	transactionFor(signingKey(organization, signWith), type, unsignedTransaction);
}

function checkSigning({ organization, limits }: ExecutionContext, signing: RawSigning, payloads: readonly string[]): void {
	checkText("signWith", signing.signWith);
	const { curve } = signingKey(organization, signing.signWith);
	checkTreatment(curve, signing);
	if (payloads.length === 0) throw invalid("invalid request body: `payloads` must not be empty");
	if (payloads.length > limits.payloadsAtOnce) {
		throw invalid(`invalid request body: \`payloads\` must not have more than ${limits.payloadsAtOnce} elements`);
	}
	for (const payload of payloads) readPayload(payload, signing);
}

async function signAll(
	{ organization, sealer }: ExecutionContext,
	signing: RawSigning,
	payloads: readonly string[],
): Promise<Signature[]> {
	const [{ signedBytes }, { signatureOf }] = await Promise.all([
		import("../keys/payload-digest.js"),
		import("../keys/signature.js"),
	]);
	const key = signingKey(organization, signing.signWith);
	const privateKey = openSigningKey(sealer, key);
	const signatures: Signature[] = [];
	for (const payload of payloads) {
		if (signatures.length > 0) await breathe();
		signatures.push(await signatureOf(key, privateKey, signedBytes(readPayload(payload, signing), signing.hashFunction)));
	}
	return signatures;
}
