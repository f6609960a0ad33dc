// Parameters as a person writes them: what is named by its name becomes the identifier that is sent.
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonArray, isJsonObject } from "../base/json.js";
import { isIdentifier } from "../model/identifier.js";
import type { Organization } from "../model/organization.js";
import { unknownName } from "./organization-text.js";
import type { RequestProblem } from "./request.js";

/** Parameters that hold an identifier, or a list of them, of something that has a name. */
const NAMED: Readonly<Record<string, { readonly list: "users" | "privateKeys" | "wallets"; readonly what: string }>> = {
	userId: { list: "users", what: "user" },
	userIds: { list: "users", what: "user" },
	privateKeyId: { list: "privateKeys", what: "private key" },
	privateKeyIds: { list: "privateKeys", what: "private key" },
	walletId: { list: "wallets", what: "wallet" },
	walletIds: { list: "wallets", what: "wallet" },
};

const REFERENCE = /\$\{([A-Za-z]+\/[^}]+)\}/g;

/** Replaces names by identifiers (by addresses in `from`, by which activities that send call a key), and `${Kind/name}` anywhere by what it stands for. */
export function readParameters(
	given: JsonObject,
	organization: Organization,
	identifiers: ReadonlyMap<string, string>,
): { readonly parameters: JsonObject; readonly problems: readonly RequestProblem[] } {
	const problems: RequestProblem[] = [];
	const replaced = (value: JsonValue, path: RequestProblem["path"]): JsonValue => {
		if (typeof value === "string") {
			return value.replaceAll(REFERENCE, (whole, address: string) => {
				const found = identifiers.get(address);
				if (found === undefined) problems.push(unknownName("thing called", address, [...identifiers.keys()], path));
				return found ?? whole;
			});
		}
		if (isJsonArray(value)) return value.map((each, index) => replaced(each, [...path, index]));
		if (!isJsonObject(value)) return value;
		return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each, [...path, key])]));
	};
	const identified = (name: string, value: JsonValue, path: RequestProblem["path"]): JsonValue => {
		const named = NAMED[name];
		if (isJsonArray(value) && named !== undefined) return value.map((each, index) => identified(name, each, [...path, index]));
		// A reference that stands for nothing was told already.
		if (typeof value !== "string" || value.includes("${")) return value;
		if (name === "from" || name === "signWith") {
			const { key, text } = signer(value, organization, path, problems);
			return (name === "from" ? key?.addresses[0] : key?.id) ?? text;
		}
		if (named === undefined || isIdentifier(value)) return value;
		const known = organization[named.list] ?? [];
		const found = known.find((each) => each.name === value || each.id === value);
		if (found === undefined)
			problems.push(
				unknownName(
					named.what,
					value,
					known.map((each) => each.name),
					path,
				),
			);
		return found?.id ?? value;
	};
	const parameters = Object.fromEntries(
		Object.entries(given).map(([name, value]) => {
			const path = ["params", name];
			return [name, identified(name, replaced(value, path), path)];
		}),
	);
	return { parameters, problems };
}

/** A private key by its name or identifier; otherwise the address of a key or of an account of a wallet. */
function signer(
	text: string,
	{ privateKeys = [], wallets = [] }: Organization,
	path: RequestProblem["path"],
	problems: RequestProblem[],
): { readonly key?: NonNullable<Organization["privateKeys"]>[number]; readonly text: string } {
	const key = privateKeys.find((each) => each.name === text || each.id === text);
	if (key !== undefined) return { key, text };
	const addresses = [...privateKeys.flatMap((each) => each.addresses), ...wallets.flatMap(accountsOf)];
	if (addresses.includes(text)) return { text };
	// A wallet with one account is meant by its name.
	const [only, ...others] = wallets.filter((each) => each.name === text).flatMap(accountsOf);
	if (only !== undefined && others.length === 0) return { text: only };
	const known = [...privateKeys.map((each) => each.name), ...addresses];
	problems.push(unknownName("private key or account", text, known, path));
	return { text };
}

const accountsOf = ({ accounts }: NonNullable<Organization["wallets"]>[number]): readonly string[] =>
	accounts.map((each) => each.address);
