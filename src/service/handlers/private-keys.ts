// Private keys that stand alone: made, put out of use, deleted.
import { type PrivateKeyEntity, put, remove } from "../entity.js";
import { isDerived, suits } from "../keys/address-format.js";
import { newPrivateKey, type PrivateKeyRequest } from "../keys/new-private-key.js";
import { invalid, unimplemented } from "../refusal.js";
import { checkLabel, checkLimit, found, uniqueIds } from "./argument.js";
import { type ActivityHandler, type ExecutionContext, waiting } from "./handler.js";

export const createPrivateKeys = waiting<"create_private_keys", readonly PrivateKeyEntity[]>({
	check(context, { privateKeys }) {
		if (privateKeys.length === 0) throw invalid("invalid request body: `privateKeys` must not be empty");
		checkNewPrivateKeys(context, privateKeys.map(requestOf));
	},
	prepare: (context, { privateKeys }) => Promise.all(privateKeys.map((each) => newPrivateKey(requestOf(each), context))),
	execute: (_context, _parameters, keys) => ({
		changes: keys.map((each) => put("privateKey", each)),
		result: { privateKeys: keys.map(({ id, addresses }) => ({ privateKeyId: id, addresses: addressRecords(addresses) })) },
	}),
});

/** It stays where it is, and signs no more. */
export const disablePrivateKey: ActivityHandler<"disable_private_key"> = ({ organization, now }, { privateKeyId }) => {
	const key = found(organization, organization.privateKeys, "privateKeyId", "private key", privateKeyId);
	return { changes: [put("privateKey", { ...key, disabled: true, updatedAt: now })], result: { privateKeyId } };
};

/** What was never exported is lost, and has to be meant to be. */
export const deletePrivateKeys: ActivityHandler<"delete_private_keys"> = ({ organization }, parameters) => {
	const ids = uniqueIds("privateKeyIds", parameters.privateKeyIds);
	const keys = ids.map((id) => found(organization, organization.privateKeys, "privateKeyIds", "private key", id));
	const kept = keys.find((each) => !each.exported);
	if (kept && parameters.deleteWithoutExport !== true) {
		throw invalid(`private key ${kept.id} has not been exported; set \`deleteWithoutExport\` to delete it all the same`);
	}
	return { changes: ids.map((id) => remove("privateKey", id)), result: { privateKeyIds: [...ids] } };
};

/** Throws a `Refusal` when there can be no such private keys in the organisation. */
export function checkNewPrivateKeys(context: ExecutionContext, requests: readonly PrivateKeyRequest[]): void {
	const { organization, limits } = context;
	checkLimit("private keys", organization.privateKeys.size + requests.length, limits.privateKeys);
	const names = new Set([...organization.privateKeys.all()].map((each) => each.name));
	for (const { name, curve, tags, addressFormats } of requests) {
		checkLabel("privateKeyName", name, limits);
		if (names.has(name)) throw invalid("private key label must be unique");
		names.add(name);
		for (const tag of tags) found(organization, organization.privateKeyTags, "privateKeyTags", "private key tag", tag);
		for (const format of addressFormats) {
			if (!suits(format, curve)) throw invalid(`invalid address format: keys of ${curve} have no address of ${format}`);
			if (!isDerived(format)) throw unimplemented(`addresses of ${format} are not derived by this service`);
		}
	}
}

/** Addresses as results carry them. */
export function addressRecords(addresses: PrivateKeyEntity["addresses"]) {
	return addresses.map(({ format, address }) => ({ format, address }));
}

function requestOf(parameters: {
	readonly privateKeyName: string;
	readonly curve: PrivateKeyRequest["curve"];
	readonly privateKeyTags: readonly string[];
	readonly addressFormats: PrivateKeyRequest["addressFormats"];
}): PrivateKeyRequest {
	const { privateKeyName, curve, privateKeyTags, addressFormats } = parameters;
	return { name: privateKeyName, curve, tags: [...new Set(privateKeyTags)], addressFormats };
}
