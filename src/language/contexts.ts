// The situations a condition can be evaluated in: each activity type with each thing it can sign with and each payload it can
// carry. In a situation every root is there, not there, or nobody has said; so whether an expression can be true, or must
// end in an error, is decidable situation by situation.
import { type ActivityRow, activities } from "./environment/activities.js";
import { payloadEncodings, transactionTypes } from "./environment/enumerations.js";
import { parametersOf } from "./environment/parameters.js";
import type { ConditionRoot, PayloadRoot, TargetRoot } from "./environment/roots.js";

export interface Context {
	readonly activity: ActivityRow;
	/** Roots that are there, and those of which nobody has said that they are not. */
	readonly roots: ReadonlySet<ConditionRoot>;
	/** Roots among them that are documented to be there. */
	readonly certain: ReadonlySet<ConditionRoot>;
	readonly parameters: ReadonlySet<string>;
	/** Parameters whose value the situation fixes. */
	readonly fixed: ReadonlyMap<string, string>;
}

const payloadOfTransaction: Readonly<Record<(typeof transactionTypes)[number], PayloadRoot>> = {
	TRANSACTION_TYPE_ETHEREUM: "eth.tx",
	TRANSACTION_TYPE_SOLANA: "solana.tx",
	TRANSACTION_TYPE_TRON: "tron.tx",
	TRANSACTION_TYPE_BITCOIN: "bitcoin.tx",
	TRANSACTION_TYPE_TEMPO: "tempo.tx",
};

const payloadOfEncoding: Readonly<Partial<Record<(typeof payloadEncodings)[number], PayloadRoot>>> = {
	PAYLOAD_ENCODING_EIP712: "eth.eip_712",
	PAYLOAD_ENCODING_EIP7702_AUTHORIZATION: "eth.eip_7702_authorization",
};

/** What a signing request signs with: an account of a wallet, or a private key; never both. */
const signers: readonly (readonly TargetRoot[])[] = [["wallet", "wallet_account"], ["private_key"]];

/** One payload, with the parameter value that announces it. */
interface Carried {
	readonly payload?: PayloadRoot;
	readonly fixed?: readonly [string, string];
}

const transactions: readonly Carried[] = transactionTypes.map((type) => ({
	payload: payloadOfTransaction[type],
	fixed: ["type", type],
}));

const rawPayloads: readonly Carried[] = payloadEncodings.map((encoding) => {
	const payload = payloadOfEncoding[encoding];
	return { fixed: ["encoding", encoding], ...(payload === undefined ? {} : { payload }) };
});

const opaquePayloads: readonly Carried[] = payloadEncodings.map((encoding) => ({ fixed: ["encoding", encoding] }));

function context(
	activity: ActivityRow,
	certain: readonly ConditionRoot[],
	possible: readonly ConditionRoot[],
	fixed?: readonly [string, string],
): Context {
	const parameters = parametersOf(activity.type);
	return {
		activity,
		certain: new Set(["activity" as const, ...certain]),
		roots: new Set(["activity" as const, ...certain, ...possible]),
		parameters,
		fixed: new Map(fixed !== undefined && parameters.has(fixed[0]) ? [fixed] : []),
	};
}

function signing(activity: ActivityRow, carried: readonly Carried[]): Context[] {
	return signers.flatMap((signer) =>
		carried.map(({ payload, fixed }) => context(activity, payload === undefined ? signer : [...signer, payload], [], fixed)),
	);
}

/** Types whose roots are not what their resource suggests, by type without its prefix and version. */
const special: Readonly<Record<string, (activity: ActivityRow) => Context[]>> = {
	SIGN_TRANSACTION: (activity) => signing(activity, transactions),
	SIGN_RAW_PAYLOAD: (activity) => signing(activity, rawPayloads),
	SIGN_RAW_PAYLOADS: (activity) => signing(activity, opaquePayloads),
	ETH_SEND_TRANSACTION: (activity) => signing(activity, [{ payload: "eth.tx" }]),
	SOL_SEND_TRANSACTION: (activity) => signing(activity, [{ payload: "solana.tx" }]),
	EXPORT_PRIVATE_KEY: (activity) => [context(activity, ["private_key"], [])],
	EXPORT_WALLET: (activity) => [context(activity, ["wallet"], [])],
	EXPORT_WALLET_ACCOUNT: (activity) => [context(activity, ["wallet", "wallet_account"], [])],
	EXPORT_SECRETS: (activity) => [context(activity, ["secret"], [])],
	DELETE_WALLETS: (activity) => [context(activity, ["wallets"], ["wallet"])],
	// Undocumented: what these carry is a guess, and the guess may not be relied upon.
	ETH_SEND_RAW_TRANSACTION: (activity) => signers.map((signer) => context(activity, [], ["eth.tx", ...signer])),
	ETH_UNDELEGATE_7702: (activity) =>
		signers.map((signer) => context(activity, [], ["eth.tx", "eth.eip_7702_authorization", ...signer])),
	UPDATE_WALLET_ACCOUNT_NAME: (activity) => [context(activity, [], ["wallet", "wallet_account"])],
};

function contextsOf(activity: ActivityRow): Context[] {
	const name = activity.type.replace(/^ACTIVITY_TYPE_/, "").replace(/_V\d+$/, "");
	const build = special[name];
	if (build !== undefined) return build(activity);
	switch (activity.resource) {
		case "WALLET":
			return [context(activity, [], ["wallet", "wallets"])];
		case "SECRET":
			return [context(activity, [], ["secret"])];
		case "PRIVATE_KEY":
			// Swaps and Spark sign with something, but whether policies see with what is not documented.
			if (activity.action === "SIGN") return signers.map((signer) => context(activity, [], signer));
			return [context(activity, [], ["private_key"])];
		case undefined:
			if (parametersOf(activity.type).size > 0) return signers.map((signer) => context(activity, [], signer));
			return [context(activity, [], [])];
		default:
			return [context(activity, [], [])];
	}
}

/** All situations in which policies are asked; what the root quorum alone decides is not among them. */
export const contexts: readonly Context[] = activities.filter((row) => row.governedBy !== "root-quorum").flatMap(contextsOf);
