// What a seed's schema cannot see: names that stand for nothing, names that must be unique and are not, values the
// service's own rules refuse.
import { validateMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import type { AddressFormat, Curve } from "../api/key-records.js";
import { Secret } from "../base/secret.js";
import type { Code } from "../diagnostics/codes.js";
import { didYouMean } from "../diagnostics/suggestion.js";
import { readPath } from "../payloads/derivation-path.js";
import { readRules } from "./handlers/ip-allowlists.js";
import { publicKeyOf } from "./key-generation.js";
import { isDerived, suits } from "./keys/address-format.js";
import { Refusal } from "./refusal.js";
import { apiKeysOf, replaceReferences, SEED_REFERENCES, type SeedReference, type SeedSpec, seedNames } from "./seed-spec.js";
import { DEFAULT_SERVICE_LIMITS } from "./service-limits.js";
import { importPublicKey, type KeyCurve } from "./stamp-verification.js";

export interface SeedProblem {
	readonly code: Code;
	readonly message: string;
	readonly help?: string;
	/** Leads from the document's root to the value meant. */
	readonly path: readonly (string | number)[];
}

/** Every problem of a spec that satisfies the schema. */
export function seedProblems(spec: SeedSpec): readonly SeedProblem[] {
	return [...new SeedCheck(spec).run()];
}

class SeedCheck {
	readonly #spec: SeedSpec;
	readonly #names: Readonly<Record<SeedReference, readonly string[]>>;

	constructor(spec: SeedSpec) {
		this.#spec = spec;
		this.#names = seedNames(spec);
	}

	*run(): Generator<SeedProblem> {
		yield* this.#uniqueness();
		yield* this.#references();
		yield* this.#keys();
		yield* this.#quorum();
		yield* this.#allowlists();
		yield* this.#privateKeys();
		yield* this.#wallets();
		yield* this.#tvcApps();
	}

	*#tvcApps(): Generator<SeedProblem> {
		for (const [index, { operators, threshold, deployments }] of (this.#spec.tvcApps ?? []).entries()) {
			const path = ["tvcApps", index];
			const count = operators?.length ?? 1;
			if (threshold !== undefined && threshold > count) {
				const message = `the threshold is ${threshold}, and there ${count === 1 ? "is 1 operator" : `are ${count} operators`}`;
				yield { code: "Q4163", message, path: [...path, "threshold"] };
			}
			const live = (deployments ?? []).filter((each) => each.live === true);
			if (live.length > 1) yield { code: "Q4163", message: "more than one deployment is live", path: [...path, "deployments"] };
			if (live.some((each) => each.deleted === true)) {
				yield { code: "Q4163", message: "a deployment is both live and deleted", path: [...path, "deployments"] };
			}
		}
	}

	*#uniqueness(): Generator<SeedProblem> {
		const spec = this.#spec;
		yield* unique("user", ["users"], spec.users);
		yield* unique("user tag", ["userTags"], spec.userTags ?? []);
		yield* unique("private key tag", ["privateKeyTags"], spec.privateKeyTags ?? []);
		yield* unique("policy", ["policies"], spec.policies ?? []);
		yield* unique("session profile", ["sessionProfiles"], spec.sessionProfiles ?? []);
		yield* unique(
			"MFA policy",
			["mfaPolicies"],
			(spec.mfaPolicies ?? []).map(({ user, name }) => ({ name: `${user}/${name}` })),
		);
		for (const [index, user] of spec.users.entries()) {
			yield* unique(`API key of ${user.name}`, ["users", index, "apiKeys"], user.apiKeys ?? []);
		}
		yield* uniqueIdentifiers(spec);
	}

	*#references(): Generator<SeedProblem> {
		const spec = this.#spec;
		for (const [index, name] of spec.rootQuorum.users.entries()) {
			yield* this.#known("User", name, ["rootQuorum", "users", index]);
		}
		for (const [index, user] of spec.users.entries()) {
			for (const [at, tag] of (user.tags ?? []).entries()) yield* this.#known("UserTag", tag, ["users", index, "tags", at]);
		}
		for (const [index, key] of (spec.privateKeys ?? []).entries()) {
			for (const [at, tag] of (key.tags ?? []).entries()) {
				yield* this.#known("PrivateKeyTag", tag, ["privateKeys", index, "tags", at]);
			}
		}
		for (const [index, policy] of (spec.policies ?? []).entries()) {
			for (const slot of ["condition", "consensus"] as const) {
				yield* this.#expression(policy[slot] ?? "", ["policies", index, slot]);
			}
		}
		for (const [index, { scope }] of (spec.sessionProfiles ?? []).entries()) {
			yield* this.#expression(scope, ["sessionProfiles", index, "scope"]);
		}
		for (const [index, policy] of (spec.mfaPolicies ?? []).entries()) {
			yield* this.#known("User", policy.user, ["mfaPolicies", index, "user"]);
			yield* this.#expression(policy.condition, ["mfaPolicies", index, "condition"]);
		}
		for (const [index, list] of (spec.ipAllowlist?.apiKeys ?? []).entries()) {
			yield* this.#known("User", list.user, ["ipAllowlist", "apiKeys", index, "user"]);
			const user = spec.users.find((each) => each.name === list.user);
			const keys = user ? apiKeysOf(user).map((each) => each.name) : [];
			if (user && !keys.includes(list.apiKey)) {
				yield unknown(`API key of ${user.name}`, list.apiKey, keys, ["ipAllowlist", "apiKeys", index, "apiKey"]);
			}
		}
	}

	*#expression(text: string, path: SeedProblem["path"]): Generator<SeedProblem> {
		const problems: SeedProblem[] = [];
		replaceReferences(text, (kind, name) => {
			const reference = SEED_REFERENCES.find((each) => each === kind);
			if (reference) problems.push(...this.#known(reference, name, path));
			else problems.push(unknown("kind of reference", kind, SEED_REFERENCES, path));
			return "";
		});
		yield* problems;
	}

	*#known(reference: SeedReference, name: string, path: SeedProblem["path"]): Generator<SeedProblem> {
		const names = this.#names[reference];
		if (!names.includes(name)) yield unknown(WORDS[reference], name, names, path);
	}

	*#keys(): Generator<SeedProblem> {
		for (const [index, user] of this.#spec.users.entries()) {
			for (const [at, { publicKey, curve }] of (user.apiKeys ?? []).entries()) {
				if (publicKey === undefined) continue;
				const name = (curve ?? "API_KEY_CURVE_P256").slice("API_KEY_CURVE_".length);
				if (importPublicKey(name as KeyCurve, publicKey)) continue;
				yield {
					code: "Q4163",
					message: `\`${publicKey}\` is not a public key of curve ${name}`,
					help: "write the compressed point in lower-case hexadecimal, or leave `publicKey` out to have a key made",
					path: ["users", index, "apiKeys", at, "publicKey"],
				};
			}
		}
	}

	*#quorum(): Generator<SeedProblem> {
		const { threshold, users } = this.#spec.rootQuorum;
		const members = new Set(users).size;
		if (threshold <= members) return;
		yield {
			code: "Q4163",
			message: `threshold ${threshold} can never be reached: the root quorum has ${members} ${members === 1 ? "user" : "users"}`,
			path: ["rootQuorum", "threshold"],
		};
	}

	*#allowlists(): Generator<SeedProblem> {
		const { ipAllowlist } = this.#spec;
		const lists = [
			{ rules: ipAllowlist?.rules ?? [], path: ["ipAllowlist", "rules"] },
			...(ipAllowlist?.apiKeys ?? []).map(({ rules }, at) => ({ rules, path: ["ipAllowlist", "apiKeys", at, "rules"] })),
		];
		for (const { rules, path } of lists) {
			try {
				readRules(rules, DEFAULT_SERVICE_LIMITS);
			} catch (error) {
				if (!(error instanceof Refusal)) throw error;
				yield { code: "Q4163", message: error.message, path };
			}
		}
	}

	*#privateKeys(): Generator<SeedProblem> {
		for (const [index, { curve, privateKey, addressFormats }] of (this.#spec.privateKeys ?? []).entries()) {
			const path = ["privateKeys", index];
			if (privateKey !== undefined && !isPrivateKey(curve, privateKey)) {
				yield { code: "Q4163", message: `this is no private key of ${curve}`, path: [...path, "privateKey"] };
			}
			for (const [at, format] of (addressFormats ?? []).entries()) {
				yield* addressFormat(format, curve, [...path, "addressFormats", at]);
			}
		}
	}

	*#wallets(): Generator<SeedProblem> {
		const wallets = this.#spec.wallets ?? [];
		const names = wallets.flatMap(({ accounts }, index) =>
			(accounts ?? []).flatMap(({ name }, at) =>
				name === undefined ? [] : [{ name, path: ["wallets", index, "accounts", at] }],
			),
		);
		for (const [at, { name, path }] of names.entries()) {
			if (names.findIndex((each) => each.name === name) === at) continue;
			yield { code: "Q4165", message: `a second wallet account is called \`${name}\``, path: [...path, "name"] };
		}
		for (const [index, { mnemonic, accounts }] of wallets.entries()) {
			if (mnemonic !== undefined && !isEnglishMnemonic(mnemonic)) {
				// The words themselves are a secret, even wrong ones.
				yield {
					code: "Q4163",
					message: "these are not the words of an English mnemonic, or their checksum is wrong",
					path: ["wallets", index, "mnemonic"],
				};
			}
			for (const [at, account] of (accounts ?? []).entries()) {
				const path = ["wallets", index, "accounts", at];
				yield* addressFormat(account.addressFormat, account.curve, [...path, "addressFormat"]);
				if (readPath(account.path)) continue;
				const help = "write a path as m/44'/60'/0'/0/0";
				yield { code: "Q4163", message: `\`${account.path}\` is no derivation path`, help, path: [...path, "path"] };
			}
		}
	}
}

function* addressFormat(format: AddressFormat, curve: Curve, path: SeedProblem["path"]): Generator<SeedProblem> {
	if (!suits(format, curve)) yield { code: "Q4163", message: `keys of ${curve} have no address of ${format}`, path };
	else if (!isDerived(format)) yield { code: "Q4163", message: `addresses of ${format} are not derived by this service`, path };
}

function isPrivateKey(curve: Curve, privateKey: string): boolean {
	try {
		publicKeyOf(curve, new Secret(privateKey));
		return true;
	} catch {
		return false;
	}
}

function isEnglishMnemonic(words: string): boolean {
	return validateMnemonic(words.normalize("NFKD").trim().split(/\s+/).join(" "), wordlist);
}

const WORDS: Readonly<Record<SeedReference, string>> = {
	User: "user",
	UserTag: "user tag",
	PrivateKeyTag: "private key tag",
	PrivateKey: "private key",
	Wallet: "wallet",
};

function unknown(what: string, name: string, names: readonly string[], path: SeedProblem["path"]): SeedProblem {
	const help = didYouMean(name, names) ?? (names.length === 0 ? "the seed describes none" : `there is ${names.join(", ")}`);
	return { code: "Q4164", message: `no ${what} is called \`${name}\``, help, path };
}

function* unique(what: string, path: SeedProblem["path"], items: readonly { readonly name: string }[]): Generator<SeedProblem> {
	const seen = new Set<string>();
	for (const [index, { name }] of items.entries()) {
		if (seen.has(name))
			yield { code: "Q4165", message: `a second ${what} is called \`${name}\``, path: [...path, index, "name"] };
		seen.add(name);
	}
}

/** Identifiers and public keys must be unique in the whole seed, whatever they belong to. */
function* uniqueIdentifiers(spec: SeedSpec): Generator<SeedProblem> {
	const seen = new Set<string>();
	for (const { value, path } of identifiersIn(spec, [])) {
		if (seen.has(value)) yield { code: "Q4165", message: `\`${value}\` is given twice`, path };
		seen.add(value);
	}
}

function* identifiersIn(
	value: unknown,
	path: SeedProblem["path"],
): Generator<{ readonly value: string; readonly path: SeedProblem["path"] }> {
	if (Array.isArray(value)) {
		for (const [index, item] of value.entries()) yield* identifiersIn(item, [...path, index]);
		return;
	}
	if (typeof value !== "object" || value === null) return;
	for (const [key, member] of Object.entries(value)) {
		// An MFA step's `id` refers to something; everything else that is called so is the thing's own.
		if (key === "requiredAuthenticationMethods") continue;
		if ((key === "id" || key === "publicKey" || key === "credentialId") && typeof member === "string") {
			yield { value: member, path: [...path, key] };
		} else yield* identifiersIn(member, [...path, key]);
	}
}
