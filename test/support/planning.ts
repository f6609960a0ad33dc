// Builds the input of a plan from a few words, so that a test shows only what it is about.
import type { Profile } from "../../src/api/operation.js";
import { offers } from "../../src/api/operation.js";
import type { OperationName } from "../../src/api/operations.js";
import { operations } from "../../src/api/operations.js";
import { digestOf } from "../../src/base/digest.js";
import type { JsonObject } from "../../src/base/json.js";
import { kindNamed, kinds } from "../../src/kinds/all.js";
import { DEFAULT_LIMITS } from "../../src/kinds/limits.js";
import type { LookupEntry, LookupTable } from "../../src/kinds/lookups.js";
import { indexLookups } from "../../src/kinds/lookups.js";
import type { KindName, LookupName } from "../../src/model/address.js";
import { formatAddress, KIND_NAMES, splitAddress } from "../../src/model/address.js";
import type { Plan } from "../../src/model/plan.js";
import { distinctReferences, referenceToken } from "../../src/model/reference.js";
import type { Desired, Live, Reading, Recorded } from "../../src/model/resource.js";
import type { KindSettings, PlanInput } from "../../src/plan/input.js";
import { NO_OVERRIDES } from "../../src/plan/overrides.js";
import type { Circumstances } from "../../src/plan/plan-document.js";
import { NO_CIRCUMSTANCES, planDocument, stepsOf } from "../../src/plan/plan-document.js";
import { WHOLE } from "../../src/plan/scope.js";
import { study } from "../../src/plan/study.js";

/** `${Kind/name}` in a spec, as the manifest reader would leave it. */
export function withTokens<V>(value: V): V {
	const text = JSON.stringify(value).replaceAll(/\$\{([^}]+)\}/g, (_, inner: string) => {
		const [address = "", field] = inner.split("#");
		return referenceToken(field === undefined ? { address } : { address, field });
	});
	return JSON.parse(text) as V;
}

export function desire(kind: KindName, name: string, spec: JsonObject, extra: Partial<Desired> = {}): Desired {
	const described = kindNamed(kind);
	const given = withTokens(spec);
	const parent = described.parentOf?.(given);
	const attributes = described.normalise(described.fromSpec(name, given));
	return {
		address: formatAddress(kind, name, parent),
		kind,
		name,
		...(parent === undefined ? {} : { parent }),
		state: "present",
		attributes,
		references: distinctReferences(attributes),
		labels: {},
		source: { file: "manifests/all.yaml", line: 1, column: 1 },
		...extra,
	};
}

/** An identifier that is readable in a failing test: `00000000-0000-4000-8000-0000000000NN`. */
export function identifier(number: number): string {
	return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

/** A live resource with the attributes a spec describes; identifiers are written out in the spec. */
export function live(kind: KindName, id: string, name: string, spec: JsonObject, parent?: string): Live {
	const described = kindNamed(kind);
	const attributes = described.normalise(described.fromSpec(name, spec));
	return {
		address: formatAddress(kind, name, parent),
		kind,
		id,
		name,
		...(parent === undefined ? {} : { parent }),
		attributes,
	};
}

export function record(of: Live, extra: Partial<Recorded> = {}): Recorded {
	return {
		address: of.address,
		kind: of.kind,
		id: of.id,
		name: of.name,
		...(of.parent === undefined ? {} : { parent: of.parent }),
		attributes: of.attributes,
		protect: false,
		...extra,
	};
}

export interface Situation {
	readonly desired?: readonly Desired[];
	readonly live?: readonly Live[];
	/** Undefined for no inventory. */
	readonly recorded?: readonly Recorded[];
	readonly profile?: Profile;
	readonly exclusive?: readonly KindName[];
	/** `User/alice` → identifier. */
	readonly lookups?: Readonly<Record<string, string>>;
	readonly unknown?: Readonly<Partial<Record<KindName, string>>>;
	readonly completeness?: Reading["completeness"];
	readonly input?: Partial<PlanInput>;
}

export function planInput(situation: Situation): PlanInput {
	const profile = situation.profile ?? "full";
	const readings = new Map<KindName, Reading>(
		KIND_NAMES.map((kind) => {
			const reason = situation.unknown?.[kind];
			return [
				kind,
				reason === undefined
					? { completeness: situation.completeness ?? "read", live: (situation.live ?? []).filter((each) => each.kind === kind) }
					: { completeness: "unknown", reason, live: [] },
			];
		}),
	);
	const settings = Object.fromEntries(
		KIND_NAMES.map((kind): [KindName, KindSettings] => [
			kind,
			{ manage: situation.exclusive?.includes(kind) ? "exclusive" : "declared", ignores: () => false },
		]),
	) as Record<KindName, KindSettings>;
	return {
		toolVersion: "0.0.0-test",
		environment: "test",
		organizationId: identifier(999),
		profile,
		offers: (operation: OperationName) => offers(profile, operations[operation]),
		kinds,
		settings,
		limits: DEFAULT_LIMITS,
		language: { check: () => [], format: (text) => text, same: (a, b) => a.replaceAll(/\s+/g, "") === b.replaceAll(/\s+/g, "") },
		desired: situation.desired ?? [],
		configDigest: digestOf((situation.desired ?? []).map(({ address, attributes }) => ({ address, attributes }))),
		recorded: situation.recorded,
		readings,
		lookups: lookupTable(situation.lookups ?? {}),
		external: new Set(),
		egress: [],
		scope: WHOLE,
		overrides: NO_OVERRIDES,
		...situation.input,
	};
}

function lookupTable(given: Readonly<Record<string, string>>): LookupTable {
	const entries = new Map<LookupName, LookupEntry[]>();
	for (const [address, id] of Object.entries(given)) {
		const lookup = splitAddress(address)?.kind as LookupName;
		entries.set(lookup, [
			...(entries.get(lookup) ?? []),
			{ lookup, address, id, fields: { publicKey: `02${id.replaceAll("-", "")}` } },
		]);
	}
	for (const name of ["User", "UserTag", "PrivateKey", "Wallet", "ApiKey", "Authenticator"] as const) {
		if (!entries.has(name)) entries.set(name, []);
	}
	return { entries, byAddress: indexLookups(entries), unreadable: new Map(), given: {} };
}

export function planOf(situation: Situation, circumstances: Circumstances = NO_CIRCUMSTANCES): Plan {
	const studied = study(planInput(situation));
	return planDocument(studied, stepsOf(studied), circumstances);
}
