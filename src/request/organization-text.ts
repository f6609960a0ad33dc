// An organisation as a person writes it down: in the form of a seed of the embedded service, of which tests read what
// policies can see. Things refer to each other by name; identifiers and keys that are not given are made, always the same.
import { sha256Hex } from "../base/digest.js";
import { didYouMean } from "../diagnostics/suggestion.js";
import { formatAddress } from "../model/address.js";
import type { Organization, OrganizationCredential, OrganizationTag } from "../model/organization.js";
import { identifierOf } from "./named-identifier.js";
import type { RequestProblem } from "./request.js";

interface Named {
	readonly name: string;
	readonly id?: string;
}

/** What the schema lets through (`schemas/policy-test.schema.json`, `schemas/seed.schema.json`). */
export interface OrganizationText {
	readonly rootQuorum?: { readonly threshold: number; readonly users: readonly string[] };
	readonly userTags?: readonly Named[];
	readonly users?: readonly UserText[];
	readonly privateKeyTags?: readonly Named[];
	readonly privateKeys?: readonly KeyText[];
	readonly wallets?: readonly WalletText[];
}

interface UserText extends Named {
	readonly email?: string;
	readonly tags?: readonly string[];
	readonly apiKeys?: readonly (Named & { readonly publicKey?: string; readonly curve?: string })[];
	readonly authenticators?: readonly (Named & { readonly publicKey?: string; readonly credentialId?: string })[];
}

interface KeyText extends Named {
	readonly curve?: string;
	readonly tags?: readonly string[];
	readonly imported?: boolean;
	readonly exported?: boolean;
	readonly addressFormats?: readonly string[];
	readonly addresses?: readonly string[];
}

interface WalletText extends Named {
	readonly imported?: boolean;
	readonly exported?: boolean;
	readonly accounts?: readonly { readonly address?: string; readonly path?: string; readonly addressFormat?: string }[];
}

/** Reads an organisation that satisfies its schema; every name that stands for nothing and every name given twice is told. */
export function readOrganization(text: OrganizationText): {
	readonly organization: Required<Omit<Organization, "sessionProfiles">>;
	readonly problems: readonly RequestProblem[];
} {
	const problems: RequestProblem[] = [];
	const users = text.users ?? [];
	const tagsOf = (kind: string, list: string, declared: readonly Named[] = []): OrganizationTag[] => {
		unique(list, declared, problems);
		return declared.map(({ name, id }) => ({ name, id: id ?? identifierOf(formatAddress(kind, name)) }));
	};
	const userTags = tagsOf("UserTag", "userTags", text.userTags);
	const privateKeyTags = tagsOf("PrivateKeyTag", "privateKeyTags", text.privateKeyTags);
	unique("users", users, problems);
	unique("privateKeys", text.privateKeys ?? [], problems);
	unique("wallets", text.wallets ?? [], problems);
	const idOf = (what: string, known: readonly Required<Named>[], name: string, path: RequestProblem["path"]): string[] => {
		const found = known.find((each) => each.name === name);
		if (found === undefined) problems.push(unknownName(what, name, namesOf(known), path));
		return found === undefined ? [] : [found.id];
	};

	const people = users.map((user, index) => {
		const id = user.id ?? identifierOf(formatAddress("User", user.name));
		const tagIds = (user.tags ?? []).flatMap((tag, at) => idOf("user tag", userTags, tag, ["users", index, "tags", at]));
		const credentials = credentialsOf(user);
		unique("apiKeys", user.apiKeys ?? [], problems, ["users", index]);
		unique("authenticators", user.authenticators ?? [], problems, ["users", index]);
		return { id, name: user.name, tagIds, credentials, ...(user.email === undefined ? {} : { email: user.email }) };
	});
	const privateKeys = (text.privateKeys ?? []).map((key, index) => ({
		id: key.id ?? identifierOf(formatAddress("PrivateKey", key.name)),
		name: key.name,
		tagIds: (key.tags ?? []).flatMap((tag, at) =>
			idOf("private key tag", privateKeyTags, tag, ["privateKeys", index, "tags", at]),
		),
		imported: key.imported ?? false,
		exported: key.exported ?? false,
		addresses: key.addresses ?? madeAddresses(key),
	}));
	const wallets = (text.wallets ?? []).map((wallet) => ({
		id: wallet.id ?? identifierOf(formatAddress("Wallet", wallet.name)),
		name: wallet.name,
		imported: wallet.imported ?? false,
		exported: wallet.exported ?? false,
		accounts: (wallet.accounts ?? []).map(({ address, path, addressFormat }) => ({
			address: address ?? madeAddress(`${formatAddress("Wallet", wallet.name)} ${path} ${addressFormat}`),
			...(path === undefined ? {} : { path }),
		})),
	}));
	const quorum = text.rootQuorum ?? { threshold: 1, users: [] };
	const userIds = quorum.users.flatMap((name, at) => idOf("user", people, name, ["rootQuorum", "users", at]));
	return {
		organization: {
			users: people,
			userTags,
			privateKeyTags,
			privateKeys,
			wallets,
			rootQuorum: { threshold: quorum.threshold, userIds },
		},
		problems,
	};
}

/** A user of whose keys nothing is said has one, as in a seed. */
function credentialsOf({ name: user, apiKeys = [{ name: "default" }], authenticators = [] }: UserText): OrganizationCredential[] {
	return [
		...apiKeys.map(({ name, id, publicKey, curve = "API_KEY_CURVE_P256" }) => {
			const address = formatAddress("ApiKey", name, user);
			return {
				id: id ?? identifierOf(address),
				name,
				type: `CREDENTIAL_TYPE_API_KEY_${curve.slice("API_KEY_CURVE_".length)}`,
				publicKey: publicKey ?? `02${sha256Hex(address)}`,
			};
		}),
		...authenticators.map(({ name, id, publicKey, credentialId }) => {
			const address = formatAddress("Authenticator", name, user);
			return {
				id: id ?? identifierOf(address),
				name,
				type: "CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR",
				publicKey: publicKey ?? `04${sha256Hex(address)}`,
				credentialId: credentialId ?? Buffer.from(sha256Hex(address).slice(0, 32), "hex").toString("base64url"),
			};
		}),
	];
}

/** Stands for an address that no policy can name, since nobody wrote it down. */
const madeAddress = (seed: string): string => `0x${sha256Hex(seed).slice(0, 40)}`;

function madeAddresses({ name, curve, addressFormats = ["ADDRESS_FORMAT_ETHEREUM"] }: KeyText): readonly string[] {
	const hasOne = curve === "CURVE_SECP256K1" && addressFormats.includes("ADDRESS_FORMAT_ETHEREUM");
	return hasOne ? [madeAddress(formatAddress("PrivateKey", name))] : [];
}

const namesOf = (items: readonly Named[]): readonly string[] => items.map((each) => each.name);

/** The finding about a name that stands for nothing. */
export function unknownName(what: string, name: string, known: readonly string[], path: RequestProblem["path"]): RequestProblem {
	const help =
		didYouMean(name, known) ??
		(known.length === 0
			? `declare it: there is no ${what}`
			: `there ${known.length === 1 ? "is" : "are"} ${known
					.slice(0, 8)
					.map((each) => `\`${each}\``)
					.join(", ")}${known.length > 8 ? " and others" : ""}`);
	return { code: "Q3701", path, message: `there is no ${what} \`${name}\``, help };
}

function unique(list: string, items: readonly Named[], problems: RequestProblem[], above: RequestProblem["path"] = []): void {
	const seen = new Set<string>();
	for (const [index, { name }] of items.entries()) {
		if (seen.has(name)) {
			problems.push({
				code: "Q3705",
				path: [...above, list, index, "name"],
				message: `\`${name}\` stands twice in \`${list}\``,
				help: "give each a name of its own",
			});
		}
		seen.add(name);
	}
}
