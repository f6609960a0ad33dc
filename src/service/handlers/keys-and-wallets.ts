// Private keys, wallets and their accounts as they are listed: public halves and addresses, never a secret.
import type { PrivateKeyEntity, WalletAccountEntity, WalletEntity } from "../entity.js";
import type { OrganizationView } from "../organization.js";
import { invalid, Refusal } from "../refusal.js";
import { timestampObject } from "../timestamp.js";
import { found } from "./argument.js";
import type { QueryHandler } from "./handler.js";
import { readPage } from "./page.js";

export const listPrivateKeys: QueryHandler<"list_private_keys"> = ({ organization }) => ({
	privateKeys: [...organization.privateKeys.all()].map(privateKeyRecord),
});

export const getPrivateKey: QueryHandler<"get_private_key"> = ({ organization }, { privateKeyId }) => ({
	privateKey: privateKeyRecord(found(organization, organization.privateKeys, "privateKeyId", "private key", privateKeyId)),
});

export const listWallets: QueryHandler<"list_wallets"> = ({ organization }) => ({
	wallets: [...organization.wallets.all()].map(walletRecord),
});

export const getWallet: QueryHandler<"get_wallet"> = ({ organization }, { walletId }) => ({
	wallet: walletRecord(found(organization, organization.wallets, "walletId", "wallet", walletId)),
});

/** By address, by path, or by both. */
export const getWalletAccount: QueryHandler<"get_wallet_account"> = ({ organization }, { walletId, address, path }) => {
	const wallet = found(organization, organization.wallets, "walletId", "wallet", walletId);
	const asked = [
		["address", address],
		["path", path],
	] as const;
	const given = asked.filter(([, value]) => value !== null && value !== undefined && value !== "");
	if (given.length === 0) throw invalid("invalid request body: either `address` or `path` must be given");
	const accounts = [...organization.walletAccounts.group(wallet.id).values()];
	const account = accounts.find((each) => given.every(([field, value]) => each[field] === value));
	if (!account) {
		const what = given.map(([field, value]) => `${field}: ${value}`).join(" and ");
		throw new Refusal("NotFound", `Could not find wallet account with ${what}`);
	}
	return { account: accountRecord(organization, account) };
};

/** In order of creation, page by page: ten at a time when nothing else is asked for. */
export const listWalletAccounts: QueryHandler<"list_wallet_accounts"> = ({ organization }, parameters) => {
	const { walletId, includeWalletDetails, paginationOptions } = parameters;
	const ofOne = walletId !== null && walletId !== undefined && walletId !== "";
	const accounts = ofOne
		? [
				...organization.walletAccounts
					.group(found(organization, organization.wallets, "walletId", "wallet", walletId).id)
					.values(),
			]
		: [...organization.walletAccounts.all()];
	const page = readPage(organization, "wallet account", accounts, paginationOptions);
	return { accounts: page.map((each) => accountRecord(organization, each, includeWalletDetails === true)) };
};

export function privateKeyRecord(key: PrivateKeyEntity) {
	return {
		privateKeyId: key.id,
		publicKey: key.publicKey,
		privateKeyName: key.name,
		curve: key.curve,
		addresses: key.addresses.map(({ format, address }) => ({ format, address })),
		privateKeyTags: [...key.tags],
		createdAt: timestampObject(key.createdAt),
		updatedAt: timestampObject(key.updatedAt),
		exported: key.exported,
		imported: key.imported,
	};
}

export function walletRecord(wallet: WalletEntity) {
	return {
		walletId: wallet.id,
		walletName: wallet.name,
		createdAt: timestampObject(wallet.createdAt),
		updatedAt: timestampObject(wallet.updatedAt),
		exported: wallet.exported,
		imported: wallet.imported,
	};
}

function accountRecord(organization: OrganizationView, account: WalletAccountEntity, withWallet = false) {
	const wallet = withWallet ? organization.wallets.get(account.walletId) : undefined;
	return {
		walletAccountId: account.id,
		organizationId: organization.id,
		walletId: account.walletId,
		curve: account.curve,
		pathFormat: account.pathFormat,
		path: account.path,
		addressFormat: account.addressFormat,
		address: account.address,
		createdAt: timestampObject(account.createdAt),
		updatedAt: timestampObject(account.updatedAt),
		publicKey: account.publicKey,
		...(wallet ? { walletDetails: walletRecord(wallet) } : {}),
		...(account.name === null ? {} : { name: account.name }),
	};
}
