// Where every path begins: the roots of the three slots. A root of two parts, such as `eth.tx`, sits in a namespace.
import type { Slot } from "../slot.js";
import { activityKinds, activityResources, activityTypes, undocumentedResources } from "./activities.js";
import { bitcoinTransaction } from "./bitcoin.js";
import { activityActions } from "./enumerations.js";
import { eip712TypedData, eip7702Authorization, ethereumTransaction } from "./ethereum.js";
import { type Field, type FieldRow, fieldMap, many, one, struct, text } from "./field.js";
import { credential, user } from "./identity.js";
import { parameters } from "./parameters.js";
import { solanaTransaction } from "./solana.js";
import { tempoTransaction } from "./tempo.js";
import { tronTransaction } from "./tron.js";
import { timestamp } from "./type.js";
import { privateKey, secret, wallet, walletAccount } from "./wallet.js";

const activity = struct("Activity", {
	type: text("exact type with its version", { values: activityTypes }),
	kind: text("type without its version", { values: activityKinds }),
	resource: text("what it acts on", { values: [...activityResources, ...undocumentedResources] }),
	action: text("what it does", { values: activityActions }),
	params: one(parameters, "its parameters, as far as policies may read them"),
});

function namespace(name: string, rows: Readonly<Record<string, FieldRow>>): FieldRow {
	return { type: { kind: "namespace", name, members: fieldMap(name, rows) }, about: "only groups roots" };
}

const condition = fieldMap("condition", {
	activity: one(activity, "the activity that is asked for"),
	eth: namespace("eth", {
		tx: one(ethereumTransaction, "the transaction of an EVM chain"),
		eip_712: one(eip712TypedData, "the typed data of a raw payload"),
		eip_7702_authorization: one(eip7702Authorization, "the authorisation of a raw payload"),
	}),
	solana: namespace("solana", { tx: one(solanaTransaction, "the Solana transaction") }),
	tron: namespace("tron", { tx: one(tronTransaction, "the Tron transaction") }),
	bitcoin: namespace("bitcoin", { tx: one(bitcoinTransaction, "the Bitcoin transaction") }),
	tempo: namespace("tempo", { tx: one(tempoTransaction, "the Tempo transaction") }),
	wallet: one(wallet, "the wallet that is used or exported"),
	wallet_account: one(walletAccount, "the account that is used or exported"),
	wallets: many(wallet, "the wallets of a request about several"),
	private_key: one(privateKey, "the stand-alone private key that is used or exported"),
	secret: one(secret, "the secret that is exported; early access"),
});

const consensus = fieldMap("consensus", {
	approvers: many(user, "the users who have approved so far, who asked included"),
	credentials: many(credential, "the credentials of those approvals"),
});

const time = fieldMap("time", {
	time: namespace("time", { now: { type: timestamp, about: "the instant of the request" } }),
});

/** The first names of each slot. */
export const roots: Readonly<Record<Slot, ReadonlyMap<string, Field>>> = { condition, consensus, time };

/** The slot whose root a first name is, or undefined when it is none of any slot. */
export function slotOfRoot(name: string): Slot | undefined {
	if (condition.has(name)) return "condition";
	if (consensus.has(name)) return "consensus";
	return time.has(name) ? "time" : undefined;
}

/** Roots that say what is signed; at most one is there. */
export const payloadRoots = [
	"eth.tx",
	"eth.eip_712",
	"eth.eip_7702_authorization",
	"solana.tx",
	"tron.tx",
	"bitcoin.tx",
	"tempo.tx",
] as const;

/** Roots that say what signs or is exported. */
export const targetRoots = ["wallet", "wallet_account", "wallets", "private_key", "secret"] as const;

export const conditionRoots = ["activity", ...payloadRoots, ...targetRoots] as const;

export type ConditionRoot = (typeof conditionRoots)[number];
export type PayloadRoot = (typeof payloadRoots)[number];
export type TargetRoot = (typeof targetRoots)[number];
