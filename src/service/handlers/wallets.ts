// Wallets and their accounts: made, named, deleted. A wallet's words never leave it but by an export.
import { MNEMONIC_LENGTHS } from "../../api/key-records.js";
import { readPath } from "../../payloads/derivation-path.js";
import { put, remove, type WalletAccountEntity } from "../entity.js";
import { isDerived, suits } from "../keys/address-format.js";
import { type AccountRequest, accountsFrom, newWallet } from "../keys/new-wallet.js";
import { openWalletSecret } from "../keys/wallet-secret.js";
import { invalid, Refusal, unimplemented } from "../refusal.js";
import { checkLabel, checkLimit, checkUuid, found, uniqueIds } from "./argument.js";
import { type ActivityHandler, type ExecutionContext, waiting } from "./handler.js";

export const createWallet = waiting<"create_wallet", Awaited<ReturnType<typeof newWallet>>>({
	check(context, { walletName, accounts, mnemonicLength }) {
		checkNewWallet(context, walletName, accounts);
		checkMnemonicLength(mnemonicLength);
	},
	prepare: (context, { walletName, accounts, mnemonicLength }) =>
		newWallet({ name: walletName, accounts, ...(mnemonicLength ? { mnemonicLength } : {}) }, context),
	execute: (_context, _parameters, { wallet, accounts }) => ({
		changes: [put("wallet", wallet), ...accounts.map((each) => put("walletAccount", each))],
		result: { walletId: wallet.id, addresses: accounts.map((each) => each.address) },
	}),
});

export const createWalletAccounts = waiting<"create_wallet_accounts", readonly WalletAccountEntity[]>({
	check(context, { walletId, accounts, persist }) {
		const { organization } = context;
		const wallet = found(organization, organization.wallets, "walletId", "wallet", walletId);
		if (accounts.length === 0) throw invalid("invalid request body: `accounts` must not be empty");
		checkAccounts(context, accounts);
		// Addresses that are only shown may be of accounts that are there already.
		if (persist !== false) checkPathsAreFree([...organization.walletAccounts.group(wallet.id).values()], accounts);
	},
	prepare(context, { walletId, accounts }) {
		const { organization, sealer } = context;
		const wallet = found(organization, organization.wallets, "walletId", "wallet", walletId);
		return accountsFrom(openWalletSecret(sealer, wallet), wallet.id, accounts, context);
	},
	execute: (_context, { persist }, accounts) => ({
		changes: persist === false ? [] : accounts.map((each) => put("walletAccount", each)),
		result: { addresses: accounts.map((each) => each.address) },
	}),
});

export const updateWallet: ActivityHandler<"update_wallet"> = (context, { walletId, walletName }) => {
	const { organization, now } = context;
	const wallet = found(organization, organization.wallets, "walletId", "wallet", walletId);
	if (walletName === null || walletName === undefined) return { changes: [], result: { walletId } };
	if (walletName !== wallet.name) checkWalletName(context, walletName);
	return { changes: [put("wallet", { ...wallet, name: walletName, updatedAt: now })], result: { walletId } };
};

/** With everything that was derived from them. What was never exported is lost, and has to be meant to be. */
export const deleteWallets: ActivityHandler<"delete_wallets"> = ({ organization }, { walletIds, deleteWithoutExport }) => {
	const ids = uniqueIds("walletIds", walletIds);
	const wallets = ids.map((id) => found(organization, organization.wallets, "walletIds", "wallet", id));
	const kept = wallets.find((each) => !each.exported);
	if (kept && deleteWithoutExport !== true) {
		throw invalid(`wallet ${kept.id} has not been exported; set \`deleteWithoutExport\` to delete it all the same`);
	}
	const accounts = ids.flatMap((id) => [...organization.walletAccounts.group(id).keys()]);
	return {
		changes: [...accounts.map((id) => remove("walletAccount", id)), ...ids.map((id) => remove("wallet", id))],
		result: { walletIds: [...ids] },
	};
};

export const deleteWalletAccounts: ActivityHandler<"delete_wallet_accounts"> = ({ organization }, parameters) => {
	const ids = uniqueIds("walletAccountIds", parameters.walletAccountIds);
	for (const id of ids) {
		checkUuid("walletAccountIds", id);
		const account = organization.walletAccounts.get(id);
		if (!account) throw invalid("wallet account not part of your organization");
		const exported = account.exported || organization.wallets.get(account.walletId)?.exported === true;
		if (!exported && parameters.deleteWithoutExport !== true) {
			throw invalid("wallet account has not been exported", "WALLET_ACCOUNT_NOT_EXPORTED");
		}
	}
	return { changes: ids.map((id) => remove("walletAccount", id)), result: { walletAccountIds: [...ids] } };
};

/** Throws a `Refusal` when there can be no such wallet in the organisation. */
export function checkNewWallet(context: ExecutionContext, name: string, accounts: readonly AccountRequest[]): void {
	const { organization, limits } = context;
	checkWalletName(context, name);
	checkLimit("wallets", organization.wallets.size + 1, limits.wallets);
	checkAccounts(context, accounts);
	checkPathsAreFree([], accounts);
}

/** Throws a `Refusal` (400) for a number of words there is not. */
export function checkMnemonicLength(length: number | null | undefined): void {
	// Zero is how some clients say nothing.
	if (length === null || length === undefined || length === 0 || MNEMONIC_LENGTHS.includes(length)) return;
	throw invalid(`invalid request body: \`mnemonicLength\` must be one of ${MNEMONIC_LENGTHS.join(", ")}`);
}

function checkWalletName({ organization, limits }: ExecutionContext, name: string): void {
	checkLabel("walletName", name, limits);
	for (const wallet of organization.wallets.all()) {
		if (wallet.name === name) throw invalid("wallet label must be unique");
	}
}

/** Throws a `Refusal` when an account cannot be derived as it is asked for. */
function checkAccounts({ organization, limits }: ExecutionContext, accounts: readonly AccountRequest[]): void {
	if (accounts.length > limits.accountsAtOnce) {
		throw invalid(`invalid request body: \`accounts\` must not have more than ${limits.accountsAtOnce} elements`);
	}
	const names = new Set<string>();
	for (const { curve, path, addressFormat, name } of accounts) {
		if (!readPath(path)) throw invalid(`invalid path: \`${path}\``);
		if (!suits(addressFormat, curve))
			throw invalid(`invalid address format: keys of ${curve} have no address of ${addressFormat}`);
		if (!isDerived(addressFormat)) throw unimplemented(`addresses of ${addressFormat} are not derived by this service`);
		if (name === null || name === undefined || name === "") continue;
		checkLabel("name", name, limits);
		if (names.has(name)) throw invalid("wallet account label must be unique");
		names.add(name);
	}
	if (names.size === 0) return;
	for (const account of organization.walletAccounts.all()) {
		if (account.name !== null && names.has(account.name)) throw invalid("wallet account label must be unique");
	}
}

/** One path may serve several formats, each once. */
function checkPathsAreFree(existing: readonly WalletAccountEntity[], accounts: readonly AccountRequest[]): void {
	const place = ({ curve, path, addressFormat }: AccountRequest): string =>
		JSON.stringify([curve, readPath(path)?.map((part) => [part.index, part.hardened]), addressFormat]);
	const taken = new Map(existing.map((each) => [place(each), each.id]));
	for (const account of accounts) {
		const key = place(account);
		const id = taken.get(key);
		if (id === "") throw invalid(`invalid path: \`${account.path}\` is given twice`);
		if (id !== undefined) throw new Refusal("AlreadyExists", `path already exists in wallet account ${id}`);
		taken.set(key, "");
	}
}
