// Imports: the service makes a key for one user to encrypt a secret to, takes the secret back once, and forgets the key.

import { Secret } from "../../base/secret.js";
import { type ImportTargetEntity, type PrivateKeyEntity, put, remove } from "../entity.js";
import { openWith, uncompressedP256 } from "../hpke.js";
import { generateKeyPair, publicKeyOf } from "../key-generation.js";
import { importBundle, readEncryptedBundle } from "../keys/bundle.js";
import { newPrivateKey } from "../keys/new-private-key.js";
import { type NewWallet, walletFrom } from "../keys/new-wallet.js";
import { openWalletSecret } from "../keys/wallet-secret.js";
import type { OrganizationView } from "../organization.js";
import { invalid, Refusal } from "../refusal.js";
import { found } from "./argument.js";
import type { ActivityHandler, Execution, ExecutionContext } from "./handler.js";
import { waiting } from "./handler.js";
import { addressRecords, checkNewPrivateKeys } from "./private-keys.js";
import { checkNewWallet } from "./wallets.js";

/** What was decrypted with which key. */
interface Decrypted {
	readonly target: ImportTargetEntity;
}

type Purpose = ImportTargetEntity["purpose"];

export const initImportWallet: ActivityHandler<"init_import_wallet"> = (context, { userId }) =>
	initImport(context, userId, "wallet");

export const initImportPrivateKey: ActivityHandler<"init_import_private_key"> = (context, { userId }) =>
	initImport(context, userId, "private-key");

export const importWallet = waiting<"import_wallet", NewWallet & Decrypted>({
	check(context, { userId, walletName, accounts, encryptedBundle }) {
		checkNewWallet(context, walletName, accounts);
		targetOf(context.organization, userId, "wallet");
		encrypted(encryptedBundle);
	},
	async prepare(context, { userId, walletName, accounts, encryptedBundle }) {
		const target = targetOf(context.organization, userId, "wallet");
		const text = Buffer.from(await decrypted(context, target, encryptedBundle)).toString("utf8");
		const [words = "", ...passphrase] = text.split("\n");
		const { readMnemonic } = await import("../keys/mnemonic.js");
		const mnemonic = await readMnemonic(words);
		if (!mnemonic) throw invalid("invalid mnemonic: the words are of no language, or their checksum is wrong");
		const secret = { ...mnemonic, passphrase: passphrase.join("\n") };
		const made = await walletFrom(secret, { name: walletName, accounts, imported: true }, context);
		return { ...made, target };
	},
	execute(context, _parameters, { wallet, accounts, target }) {
		const { organization, sealer } = context;
		const imported = openWalletSecret(sealer, wallet);
		for (const each of organization.wallets.all()) {
			const { entropy, language, passphrase } = openWalletSecret(sealer, each);
			const same = Buffer.compare(entropy, imported.entropy) === 0 && language === imported.language;
			if (same && passphrase === imported.passphrase) {
				throw new Refusal("AlreadyExists", `seed for wallet ${each.id} already imported in this organization`);
			}
		}
		return used(context, target, {
			changes: [put("wallet", wallet), ...accounts.map((each) => put("walletAccount", each))],
			result: { walletId: wallet.id, addresses: accounts.map((each) => each.address) },
		});
	},
});

export const importPrivateKey = waiting<"import_private_key", { readonly key: PrivateKeyEntity } & Decrypted>({
	check(context, { userId, privateKeyName, curve, addressFormats, encryptedBundle }) {
		checkNewPrivateKeys(context, [{ name: privateKeyName, curve, addressFormats, tags: [] }]);
		targetOf(context.organization, userId, "private-key");
		encrypted(encryptedBundle);
	},
	async prepare(context, { userId, privateKeyName, curve, addressFormats, encryptedBundle }) {
		const target = targetOf(context.organization, userId, "private-key");
		const bytes = await decrypted(context, target, encryptedBundle);
		const privateKey = new Secret(Buffer.from(bytes).toString("hex"));
		const isKey = bytes.length === 32 && hasPublicKey(curve, privateKey);
		if (!isKey) throw invalid(`invalid private key: expected the 32 bytes of a key of ${curve}`);
		const key = await newPrivateKey({ name: privateKeyName, curve, addressFormats, tags: [] }, context, privateKey);
		return { key, target };
	},
	execute(context, _parameters, { key, target }) {
		for (const each of context.organization.privateKeys.all()) {
			if (each.publicKey === key.publicKey && each.curve === key.curve) {
				throw new Refusal("AlreadyExists", `private key with ID ${each.id} has already been imported in this organization`);
			}
		}
		return used(context, target, {
			changes: [put("privateKey", key)],
			result: { privateKeyId: key.id, addresses: addressRecords(key.addresses) },
		});
	},
});

/** One key per user and purpose: a new one takes the place of the one before. */
function initImport({ organization, keys, sealer, now }: ExecutionContext, userId: string, purpose: Purpose): Execution {
	const user = found(organization, organization.users, "userId", "user", userId);
	const id = targetId(purpose, user.id);
	const { publicKey, privateKey } = generateKeyPair("CURVE_P256");
	const point = Buffer.from(uncompressedP256(publicKey) ?? []).toString("hex");
	const target: ImportTargetEntity = {
		id,
		userId: user.id,
		purpose,
		publicKey: point,
		sealedKey: sealer.seal(privateKey, sealedAsTarget(id, point)),
		createdAt: now,
		updatedAt: now,
	};
	return {
		changes: [put("importTarget", target)],
		result: { importBundle: importBundle(point, organization.id, user.id, keys.enclaveQuorum) },
	};
}

function targetId(purpose: Purpose, userId: string): string {
	return `${purpose} ${userId}`;
}

function sealedAsTarget(id: string, publicKey: string): string {
	return `import target ${id} ${publicKey}`;
}

function targetOf(organization: OrganizationView, userId: string, purpose: Purpose): ImportTargetEntity {
	const user = found(organization, organization.users, "userId", "user", userId);
	const target = organization.importTargets.get(targetId(purpose, user.id));
	if (!target) throw noTarget(user.id);
	return target;
}

function encrypted(encryptedBundle: string): NonNullable<ReturnType<typeof readEncryptedBundle>> {
	const read = readEncryptedBundle(encryptedBundle);
	if (!read) {
		throw invalid("invalid encrypted bundle: expected JSON with `encappedPublic`, an uncompressed P-256 key, and `ciphertext`");
	}
	return read;
}

async function decrypted({ sealer }: ExecutionContext, target: ImportTargetEntity, encryptedBundle: string): Promise<Uint8Array> {
	const privateKey = sealer.open(target.sealedKey, sealedAsTarget(target.id, target.publicKey));
	const plaintext = await openWith(privateKey, encrypted(encryptedBundle));
	if (!plaintext)
		throw invalid("could not decrypt the encrypted bundle: it is not for the key of this user's latest import bundle");
	return plaintext;
}

/** What an import does, and with it the end of the key it was made with, which may have met its end while it was made. */
function used(
	{ organization }: ExecutionContext,
	{ id, publicKey, userId }: ImportTargetEntity,
	execution: Execution,
): Execution {
	if (organization.importTargets.get(id)?.publicKey !== publicKey) throw noTarget(userId);
	return { ...execution, changes: [remove("importTarget", id), ...execution.changes] };
}

function noTarget(userId: string): Refusal {
	return invalid(`no import was begun for user ${userId}, or it is over: ask for an import bundle first`);
}

function hasPublicKey(curve: PrivateKeyEntity["curve"], privateKey: Secret): boolean {
	try {
		publicKeyOf(curve, privateKey);
		return true;
	} catch {
		return false;
	}
}
