// Deciding which live resource an address means: by the identifier we recorded, else by name, else by the former name.
import { compareText } from "../base/canonical-json.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Kind } from "../kinds/kind.js";
import type { Address } from "../model/address.js";
import { formatAddress } from "../model/address.js";
import type { Desired, Live, Reading, Recorded } from "../model/resource.js";
import type { KindSettings } from "./input.js";

/** The three witnesses of one resource. At least one is there. */
export interface Match {
	readonly address: Address;
	readonly kind: Kind;
	readonly desired?: Desired;
	readonly live?: Live;
	readonly recorded?: Recorded;
	/** The address under which it is live, when a manifest renames it. */
	readonly previousAddress?: Address;
	/** Set when it cannot be decided which live resource is meant; then nothing may be done. */
	readonly ambiguous?: string;
}

export interface Matched {
	readonly matches: readonly Match[];
	readonly ignored: number;
	readonly diagnostics: readonly Diagnostic[];
}

export function matchKind(
	kind: Kind,
	desired: readonly Desired[],
	reading: Reading,
	recorded: readonly Recorded[],
	settings: KindSettings,
): Matched {
	const diagnostics: Diagnostic[] = [];
	const present: Live[] = [];
	const retired: Live[] = [];
	let ignored = 0;
	for (const live of reading.live) {
		if (settings.ignores(live.name)) ignored += 1;
		else (live.retired ? retired : present).push(live);
	}
	const byId = new Map([...present, ...retired].map((live) => [live.id, live]));
	const byAddress = listsByAddress(present);
	const recordedByAddress = new Map(recorded.map((each) => [each.address, each]));
	const taken = new Set<string>();
	const matches: Match[] = [];

	const declared = desired.filter((wanted) => {
		if (!settings.ignores(wanted.name)) return true;
		diagnostics.push(declaredAndIgnored(kind, wanted));
		return false;
	});
	// What we recorded decides first: a name may have moved to another resource since.
	const byRecord = new Map<Address, Live>();
	for (const { address } of declared) {
		const live = byId.get(recordedByAddress.get(address)?.id ?? "");
		if (live === undefined) continue;
		byRecord.set(address, live);
		taken.add(live.id);
	}
	const candidates = { recordedByAddress, byId, byAddress, retiredByAddress: listsByAddress(retired), taken };
	for (const wanted of declared) {
		const known = byRecord.get(wanted.address);
		const recorded = recordedByAddress.get(wanted.address);
		if (known !== undefined && recorded !== undefined) {
			matches.push({ address: wanted.address, kind, desired: wanted, live: known, recorded });
			continue;
		}
		const match = matchOne(kind, wanted, candidates);
		if (match.live !== undefined) taken.add(match.live.id);
		if (match.ambiguous !== undefined) for (const live of byAddress.get(wanted.address) ?? []) taken.add(live.id);
		matches.push(match);
	}
	const recordedById = new Map(recorded.map((each) => [each.id, each]));
	for (const live of present) {
		if (taken.has(live.id)) continue;
		const record = recordedById.get(live.id);
		matches.push({ address: live.address, kind, live, ...(record === undefined ? {} : { recorded: record }) });
	}
	const seen = new Set(matches.flatMap((match) => (match.recorded === undefined ? [] : [match.recorded.id])));
	for (const record of recorded) {
		if (!seen.has(record.id) && !settings.ignores(record.name)) matches.push({ address: record.address, kind, recorded: record });
	}
	matches.sort((a, b) => compareText(a.address, b.address) || compareText(a.live?.id ?? "", b.live?.id ?? ""));
	return { matches, ignored, diagnostics };
}

function declaredAndIgnored(kind: Kind, desired: Desired): Diagnostic {
	return {
		code: "Q5103",
		severity: "error",
		address: desired.address,
		message: `\`${desired.address}\` is declared, and ignored by \`kinds.${kind.name}.ignore\` in the project file`,
		help: "remove the manifest, or narrow the pattern",
	};
}

interface Candidates {
	readonly recordedByAddress: ReadonlyMap<Address, Recorded>;
	readonly byId: ReadonlyMap<string, Live>;
	readonly byAddress: ReadonlyMap<Address, readonly Live[]>;
	readonly retiredByAddress: ReadonlyMap<Address, readonly Live[]>;
	readonly taken: ReadonlySet<string>;
}

function matchOne(kind: Kind, desired: Desired, candidates: Candidates): Match {
	const { address } = desired;
	const { taken } = candidates;
	const base = { address, kind, desired };
	const recorded = candidates.recordedByAddress.get(address);
	const withRecord = recorded === undefined ? base : { ...base, recorded };
	const free = (list: readonly Live[] | undefined) => (list ?? []).filter((live) => !taken.has(live.id));
	const named = free(candidates.byAddress.get(address));
	if (named.length > 1) {
		const ids = named.map((live) => live.id).sort(compareText);
		return { ...withRecord, ambiguous: `${ids.length} live resources are named \`${desired.name}\`: ${ids.join(", ")}` };
	}
	if (named[0] !== undefined) return { ...withRecord, live: named[0] };

	if (desired.renamedFrom !== undefined) {
		const previousAddress = formatAddress(kind.name, desired.renamedFrom, desired.parent);
		const formerRecord = candidates.recordedByAddress.get(previousAddress);
		const former =
			(formerRecord && candidates.byId.get(formerRecord.id)) ?? onlyOne(free(candidates.byAddress.get(previousAddress)));
		if (former !== undefined && !taken.has(former.id)) {
			return { ...base, live: former, previousAddress, ...(formerRecord === undefined ? {} : { recorded: formerRecord }) };
		}
	}
	const remainder = onlyOne(free(candidates.retiredByAddress.get(address)));
	return remainder === undefined ? withRecord : { ...withRecord, live: remainder };
}

function listsByAddress(lives: readonly Live[]): ReadonlyMap<Address, readonly Live[]> {
	const lists = new Map<Address, Live[]>();
	for (const live of lives) {
		const others = lists.get(live.address);
		if (others) others.push(live);
		else lists.set(live.address, [live]);
	}
	return lists;
}

const onlyOne = <T>(list: readonly T[] | undefined): T | undefined => (list?.length === 1 ? list[0] : undefined);
