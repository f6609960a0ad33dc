// What manifests say about each other: no address twice, every reference leads somewhere, no circles, renames that fit.
import type { Dependencies } from "../base/graph.js";
import { topologicalOrder } from "../base/graph.js";
import type { JsonValue } from "../base/json.js";
import { isJsonArray, isJsonObject } from "../base/json.js";
import type { TextRange } from "../diagnostics/span.js";
import { closest } from "../diagnostics/suggestion.js";
import type { Address } from "../model/address.js";
import { formatAddress, isKindName, splitAddress } from "../model/address.js";
import { referenceToken } from "../model/reference.js";
import type { Declared } from "./declaration.js";
import type { Scope } from "./interpolation.js";
import { interpolate } from "./interpolation.js";
import type { ManifestFinding } from "./manifest-finding.js";
import type { Path } from "./shape-findings.js";
import { MOST_FINDINGS } from "./yaml-document.js";

export interface Surroundings {
	readonly scope: Scope;
	/** Addresses that exist without a manifest and may be referred to. */
	readonly external: ReadonlySet<Address>;
	/** Addresses whose manifests have errors of their own: whether they are declared is not the question. */
	readonly faulty: ReadonlySet<Address>;
}

/** `declared` in the order in which a reader meets them: the first of two with one address is the original. */
export function checkTogether(declared: readonly Declared[], surroundings: Surroundings): ManifestFinding[] {
	const first = new Map<Address, Declared>();
	const findings: ManifestFinding[] = [];
	for (const each of declared) {
		const { address } = each.desired;
		const earlier = first.get(address);
		if (earlier === undefined) first.set(address, each);
		else findings.push(duplicate(each, earlier));
	}
	findings.push(...renames(declared, first));
	const dependencies = new Map<Address, Set<Address>>();
	for (const each of first.values()) {
		const { address } = each.desired;
		const before = findings.length;
		for (const { address: reference } of each.desired.references) {
			if (!isManaged(reference)) continue;
			if (findings.length - before >= MOST_FINDINGS) break;
			const target = first.get(reference);
			if (target?.desired.state === "present") {
				const others = dependencies.get(address);
				if (others) others.add(reference);
				else dependencies.set(address, new Set([reference]));
			} else if (target !== undefined) {
				findings.push({
					...locate(each, reference, surroundings.scope),
					code: "Q2036",
					severity: "error",
					address,
					message: `\`${reference}\` is declared absent, so nothing can refer to it`,
					help: "remove the reference, or `state: absent` there",
					related: [{ slice: target.slice, path: ["state"], label: "declared absent at" }],
				});
			} else if (!surroundings.external.has(reference) && !surroundings.faulty.has(reference)) {
				findings.push({
					...locate(each, reference, surroundings.scope),
					code: "Q2035",
					severity: "error",
					address,
					message: `no manifest declares \`${reference}\``,
					help: suggestion(reference, first, surroundings.external),
				});
			}
		}
	}
	findings.push(...cycles(dependencies, first, surroundings.scope));
	return findings;
}

const isManaged = (address: Address): boolean => isKindName(address.slice(0, address.indexOf("/")));

function duplicate(each: Declared, earlier: Declared): ManifestFinding {
	return {
		slice: each.slice,
		path: ["metadata", "name"],
		code: "Q2021",
		severity: "error",
		address: each.desired.address,
		message: `\`${each.desired.address}\` is declared twice`,
		help: "remove one of the two, or give it another name",
		related: [{ slice: earlier.slice, path: ["metadata", "name"], label: "first declared at" }],
	};
}

function renames(declared: readonly Declared[], first: ReadonlyMap<Address, Declared>): ManifestFinding[] {
	const claims = new Map<Address, Declared>();
	const findings: ManifestFinding[] = [];
	for (const each of declared) {
		const { renamedFrom, parent, address } = each.desired;
		if (renamedFrom === undefined) continue;
		const old = formatAddress(each.kind.name, renamedFrom, parent);
		const report = (message: string, help: string, other: Declared, path: Path): void => {
			findings.push({
				slice: each.slice,
				path: ["metadata", "renamedFrom"],
				code: "Q2022",
				severity: "error",
				address,
				message,
				help,
				...(other === each ? {} : { related: [{ slice: other.slice, path, label: "there:" }] }),
			});
		};
		const standing = first.get(old);
		const claimed = claims.get(old);
		if (standing?.desired.address === address)
			report("`renamedFrom` is the resource's own name", "remove `renamedFrom`", each, []);
		else if (standing !== undefined) {
			report(`\`${old}\` still has a manifest of its own`, "remove that manifest, or `renamedFrom` here", standing, [
				"metadata",
				"name",
			]);
		} else if (claimed !== undefined) {
			report(`\`${old}\` is renamed to two names`, "keep `renamedFrom` in one of the two", claimed, ["metadata", "renamedFrom"]);
		} else claims.set(old, each);
	}
	return findings;
}

function suggestion(missing: Address, declared: ReadonlyMap<Address, Declared>, external: ReadonlySet<Address>): string {
	const { kind = "", path = "" } = splitAddress(missing) ?? {};
	for (const { desired } of declared.values()) {
		if (desired.renamedFrom !== undefined && formatAddress(desired.kind, desired.renamedFrom, desired.parent) === missing) {
			return `it was renamed: write \`\${${desired.address}}\``;
		}
	}
	const names: string[] = [];
	for (const address of [...declared.keys(), ...external]) {
		const parts = splitAddress(address);
		if (parts?.kind === kind) names.push(parts.path);
	}
	const meant = closest(path, names);
	if (meant !== undefined) return `did you mean \`\${${kind}/${meant}}\`?`;
	return `add a manifest for it, or list \`${missing}\` under \`external:\` in the project file if it exists in the organisation`;
}

const MOST_CYCLES = 20;

/** One finding per circle; resources of a circle already told are left out of the search for the next. */
function cycles(dependencies: Dependencies, first: ReadonlyMap<Address, Declared>, scope: Scope): ManifestFinding[] {
	const findings: ManifestFinding[] = [];
	const remaining = new Map(dependencies);
	for (
		let ordered = topologicalOrder(remaining);
		!ordered.ok && findings.length < MOST_CYCLES;
		ordered = topologicalOrder(remaining)
	) {
		const [start = "", next = ""] = ordered.cycle;
		const each = first.get(start);
		if (each === undefined) break;
		findings.push({
			...locate(each, next, scope),
			code: "Q2037",
			severity: "error",
			address: start,
			message: `references go in a circle: ${ordered.cycle.map((address) => `\`${address}\``).join(" -> ")}`,
			help: "remove one of these references",
		});
		for (const address of ordered.cycle) remaining.delete(address);
	}
	return findings;
}

type Place = Pick<ManifestFinding, "slice" | "path" | "rangeIn"> & { readonly range?: TextRange };

/** Where in a spec a reference is written: the `${…}` itself, or the plain name a kind made a reference of. */
function locate({ slice, written }: Declared, address: Address, scope: Scope): Place {
	const name = splitAddress(address)?.path ?? address;
	const token = referenceToken({ address });
	const search = (value: JsonValue, path: Path): Place | undefined => {
		if (typeof value === "string") {
			if (value === name) return { slice, path };
			const piece = value.includes("${") ? interpolate(value, scope).pieces.find((each) => each.text.includes(token)) : undefined;
			return piece === undefined ? undefined : { slice, path, range: { start: piece.start, end: piece.end }, rangeIn: "written" };
		}
		for (const [key, member] of isJsonArray(value) ? value.entries() : isJsonObject(value) ? Object.entries(value) : []) {
			const found = search(member, [...path, key]);
			if (found !== undefined) return found;
		}
		return undefined;
	};
	return search(written(), ["spec"]) ?? { slice, path: ["spec"] };
}
