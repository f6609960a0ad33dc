// Tempo transactions. There are no interfaces to read arguments with: slices of `input` take their place.
import { many, struct, text, whole } from "./field.js";

const call = struct("TempoCall", {
	to: text("receiver; empty when a contract is created"),
	input: text("call data with `0x`", { shape: "prefixed-hex", letterCase: "ignored" }),
	function_signature: text("`0x` and 8 digits; empty when the input is too short", { shape: "prefixed-hex" }),
});

export const tempoTransaction = struct("TempoTransaction", {
	chain_id: whole("chain"),
	from: text("sender"),
	nonce: whole("nonce"),
	gas_limit: whole("gas limit"),
	max_fee_per_gas: whole("highest fee"),
	max_priority_fee_per_gas: whole("highest tip"),
	fee_token: text("address of the token that pays the fee"),
	valid_before: whole("end of validity, 0 when not set", { absent: "default" }),
	valid_after: whole("begin of validity, 0 when not set", { absent: "default" }),
	calls: many(call, "calls"),
});
