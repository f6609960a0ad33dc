// One environment of a project: an organisation, how to reach it, and how carefully its resources are treated. Every
// default is filled in; what the environment says wins over what the project says for all of them.
import picomatch from "picomatch";
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonArray, isJsonObject } from "../base/json.js";
import type { Limits } from "../kinds/limits.js";
import { DEFAULT_LIMITS } from "../kinds/limits.js";
import type { KindName } from "../model/address.js";
import { KIND_NAMES } from "../model/address.js";

/** How a kind's live resources without a manifest are treated. */
export interface KindManagement {
	/** `exclusive`: they are deleted. `declared`: they are reported and left alone. */
	readonly manage: "exclusive" | "declared";
	/** The patterns as written. */
	readonly ignore: readonly string[];
	/** Whether a name is treated as if nothing of that name existed. */
	ignores(name: string): boolean;
}

/** Where the API key is found. File paths are relative to the project's folder. */
export type CredentialLocation =
	| { readonly from: "environment"; readonly prefix?: string }
	| { readonly from: "file"; readonly path: string }
	| { readonly from: "command"; readonly argv: readonly string[]; readonly publicKey?: string };

export interface Environment {
	readonly name: string;
	/** True when the service runs inside the command. */
	readonly embedded: boolean;
	/** Absent for the embedded service, and where it comes from outside the project file. */
	readonly baseUrl?: string;
	readonly authProxyUrl?: string;
	/** Absent for an embedded service that makes its own. */
	readonly organizationId?: string;
	readonly profile: "core" | "full";
	/** The project's, then the environment's, then those given on the command line. */
	readonly variables: Readonly<Record<string, string>>;
	/** Those of them that only the command line knows. */
	readonly undeclaredVariables: readonly string[];
	/** Identifiers by reference, for what the profile cannot look up. */
	readonly identifiers: Readonly<Record<string, string>>;
	readonly kinds: Readonly<Record<KindName, KindManagement>>;
	readonly limits: Limits;
	readonly credentials: CredentialLocation;
	/** Addresses and blocks from which this program reaches the service. */
	readonly egress: readonly string[];
	readonly requestsPerSecond?: number;
	readonly concurrency: number;
	readonly timeoutSeconds: number;
	/** For the embedded service: the organisation it begins with, and where it keeps its data. Relative to the project's folder. */
	readonly seed?: string;
	readonly data?: string;
}

const DEFAULT_CONCURRENCY = 4;
const DEFAULT_TIMEOUT_SECONDS = 30;

/** `project` and `settings` satisfy the project file's schema. `given` is a profile that wins over theirs. */
export function environmentOf(
	name: string,
	settings: JsonObject,
	project: JsonObject,
	variables: Readonly<Record<string, string>>,
	given?: Environment["profile"],
): Environment {
	const profile = given ?? ((settings["profile"] ?? project["profile"] ?? "full") as Environment["profile"]);
	const declared = { ...texts(project["variables"]), ...texts(settings["variables"]) };
	return {
		name,
		embedded: settings["service"] === "embedded",
		profile,
		variables: { ...declared, ...variables },
		undeclaredVariables: Object.keys(variables).filter((each) => !Object.hasOwn(declared, each)),
		identifiers: texts(settings["identifiers"]),
		kinds: managementOf(project["kinds"], settings["kinds"]),
		limits: {
			...DEFAULT_LIMITS,
			...members(project["limits"]),
			...members(settings["limits"]),
			time: timeIn(profile, list(settings["features"] ?? project["features"])),
		},
		credentials: credentialsOf(members(settings["credentials"])),
		egress: list(settings["egress"] ?? project["egress"]),
		concurrency: (settings["concurrency"] ?? DEFAULT_CONCURRENCY) as number,
		timeoutSeconds: (settings["timeoutSeconds"] ?? DEFAULT_TIMEOUT_SECONDS) as number,
		...(typeof settings["requestsPerSecond"] === "number" ? { requestsPerSecond: settings["requestsPerSecond"] } : {}),
		...pick(settings, "baseUrl", "authProxyUrl", "organizationId", "seed", "data"),
	};
}

function timeIn(profile: Environment["profile"], features: readonly string[]): Limits["time"] {
	if (profile === "core") return "profile";
	return features.includes("policy-time") ? "accepted" : "feature";
}

function managementOf(project: JsonValue | undefined, environment: JsonValue | undefined): Environment["kinds"] {
	const entries = KIND_NAMES.map((kind): [KindName, KindManagement] => {
		const settings = { ...members(members(project)[kind]), ...members(members(environment)[kind]) };
		const ignore = list(settings["ignore"]);
		// `*` matches a slash too: names are no paths.
		const matches = ignore.length === 0 ? () => false : picomatch([...ignore], { bash: true, dot: true });
		return [
			kind,
			{ manage: settings["manage"] === "exclusive" ? "exclusive" : "declared", ignore, ignores: (each) => matches(each) },
		];
	});
	return Object.fromEntries(entries) as Environment["kinds"];
}

function credentialsOf({ env, keyFile, command, publicKey }: JsonObject): CredentialLocation {
	if (typeof keyFile === "string") return { from: "file", path: keyFile };
	if (isJsonArray(command))
		return { from: "command", argv: list(command), ...(typeof publicKey === "string" ? { publicKey } : {}) };
	return { from: "environment", ...(typeof env === "string" ? { prefix: env } : {}) };
}

const members = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});
const texts = (value: JsonValue | undefined): Readonly<Record<string, string>> =>
	members(value) as Readonly<Record<string, string>>;
const list = (value: JsonValue | undefined): readonly string[] => (isJsonArray(value) ? value.map(String) : []);

function pick<K extends string>(settings: JsonObject, ...keys: readonly K[]): { readonly [Key in K]?: string } {
	const found: { [Key in K]?: string } = {};
	for (const key of keys) {
		const value = settings[key];
		if (typeof value === "string") found[key] = value;
	}
	return found;
}
