// Tron transactions.
import { tronContractTypes, tronPermissionTypes, tronResources } from "./enumerations.js";
import { flag, many, one, struct, type Traits, text, whole } from "./field.js";

function of(...values: (typeof tronContractTypes)[number][]): Traits {
	return { available: { when: "variant", field: "type", values } };
}

const staking = of(
	"DelegateResourceContract",
	"UnDelegateResourceContract",
	"FreezeBalanceV2Contract",
	"UnfreezeBalanceV2Contract",
);
const delegating = of("DelegateResourceContract", "UnDelegateResourceContract");

const tronKey = struct("TronKey", {
	address: text("address"),
	weight: whole("weight"),
});

const tronPermission = struct("TronPermission", {
	type: text("sort of permission", { values: tronPermissionTypes }),
	id: whole("0 for the owner, 1 for the witness, from 2 on for the active ones"),
	permission_name: text("name"),
	threshold: whole("weight that is needed"),
	parent_id: whole("always 0"),
	operations: text("32 bytes, hexadecimal", { shape: "bare-hex" }),
	keys: many(tronKey, "keys and their weights"),
});

const tronContract = struct("TronContract", {
	type: text("sort of contract", { values: tronContractTypes }),
	permission_id: whole("permission that is used"),
	owner_address: text("sender"),
	to_address: text("receiver", of("TransferContract")),
	amount: whole("amount", { ...of("TransferContract"), unit: "sun" }),
	contract_address: text("called contract", of("TriggerSmartContract")),
	call_value: whole("amount sent along", { ...of("TriggerSmartContract"), unit: "sun" }),
	data: text("selector and arguments, hexadecimal without `0x`", { ...of("TriggerSmartContract"), shape: "bare-hex" }),
	call_token_value: whole("tokens sent along", of("TriggerSmartContract")),
	token_id: whole("token sent along", of("TriggerSmartContract")),
	resource: text("resource", { ...staking, values: tronResources }),
	balance: whole("amount", { ...delegating, unit: "sun" }),
	receiver_address: text("receiver", delegating),
	lock: flag("whether it is locked", of("DelegateResourceContract")),
	lock_period: whole("blocks it is locked for", of("DelegateResourceContract")),
	frozen_balance: whole("amount", { ...of("FreezeBalanceV2Contract"), unit: "sun" }),
	unfreeze_balance: whole("amount", { ...of("UnfreezeBalanceV2Contract"), unit: "sun" }),
	owner: one(tronPermission, "new owner permission", of("AccountPermissionUpdateContract")),
	witness: one(tronPermission, "new witness permission", of("AccountPermissionUpdateContract")),
	actives: many(tronPermission, "new active permissions", of("AccountPermissionUpdateContract")),
});

export const tronTransaction = struct("TronTransaction", {
	ref_block_bytes: text("reference block"),
	ref_block_hash: text("hash of the reference block"),
	expiration: whole("end of validity", { unit: "milliseconds" }),
	timestamp: whole("time it was made", { unit: "milliseconds" }),
	data: text("memo; the call data is in the contract"),
	fee_limit: whole("highest fee", { unit: "sun" }),
	contract: many(tronContract, "contracts; one today"),
});
