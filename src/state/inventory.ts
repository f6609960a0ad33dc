// The inventory: what we last applied, per resource. It tells our own changes from somebody else's, remembers protection,
// and stands in for what the service does not let us read back. Never guessed at: an inventory that cannot be understood is
// an error, because taking it for empty would turn every resource we made into an unknown one.
import { join } from "node:path";
import { canonicalJson, compareText } from "../base/canonical-json.js";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../base/json.js";
import { gathered } from "../base/json-pieces.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { isKindName } from "../model/address.js";
import type { Recorded } from "../model/resource.js";
import { ensureFolder, readText, replaceFile } from "./durable-file.js";

export const INVENTORY_FORMAT_VERSION = "1.0";
const FILE = "inventory.json";

export interface Inventory {
	readonly format_version: typeof INVENTORY_FORMAT_VERSION;
	readonly organization_id: string;
	/** Grows by one with every save. */
	readonly serial: number;
	/** Sorted by address, each address once. */
	readonly resources: readonly Recorded[];
}

export interface InventoryReading {
	/** Undefined when there is none, or when `diagnostics` says why it cannot be used. */
	readonly inventory: Inventory | undefined;
	readonly diagnostics: readonly Diagnostic[];
}

/** Reads the inventory of a state folder. Writes nothing. Rejects with `StateFailure`. */
export async function loadInventory(folder: string, organizationId: string): Promise<InventoryReading> {
	const path = join(folder, FILE);
	const text = await readText(path);
	if (text === undefined) return { inventory: undefined, diagnostics: [] };
	const found = text === null ? "it is not UTF-8" : parseInventory(text);
	if (typeof found === "string") return corrupt(path, found);
	if ("version" in found) return foreign(path, found.version);
	if (found.organization_id !== organizationId) return misplaced(path, found.organization_id, organizationId);
	return { inventory: found, diagnostics: [] };
}

export interface InventoryUpdate {
	readonly organizationId: string;
	/** The serial that was loaded; 0 when there was no inventory. */
	readonly basedOn: number;
	readonly resources: readonly Recorded[];
}

/**
 * Writes the inventory in one piece. Refused with a diagnostic when the file is not the one the update is based on any more.
 * The caller holds the lock. Rejects with `StateFailure`.
 */
export async function saveInventory(folder: string, update: InventoryUpdate): Promise<InventoryReading> {
	const path = join(folder, FILE);
	const present = await loadInventory(folder, update.organizationId);
	if (present.diagnostics.length > 0) return present;
	const serial = present.inventory?.serial ?? 0;
	if (serial !== update.basedOn) return moved(path, update.basedOn, serial);
	const resources = [...update.resources].sort((a, b) => compareText(a.address, b.address));
	const twice = resources.find((each, index) => each.address === resources[index + 1]?.address);
	if (twice !== undefined) throw new Error(`the inventory would hold ${twice.address} twice`);
	const inventory: Inventory = {
		format_version: INVENTORY_FORMAT_VERSION,
		organization_id: update.organizationId,
		serial: serial + 1,
		resources,
	};
	await ensureFolder(folder);
	await replaceFile(path, gathered(printInventory(inventory)));
	return { inventory, diagnostics: [] };
}

/** One line per resource, so that a person can look and a diff is short; equal inventories have equal bytes. */
function* printInventory(inventory: Inventory): Generator<string, void, undefined> {
	const { resources, ...head } = inventory;
	yield `${JSON.stringify(head).slice(0, -1)},"resources":[`;
	for (const [index, each] of resources.entries())
		yield `${index === 0 ? "" : ","}\n${canonicalJson(each as unknown as JsonObject)}`;
	yield resources.length === 0 ? "]}\n" : "\n]}\n";
}

/** The inventory, or why it is none, or the version it has instead of ours. */
function parseInventory(text: string): Inventory | string | { readonly version: string } {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return text.trim() === "" ? "it is empty" : "it is not valid JSON";
	}
	if (!isJsonObject(value)) return "it is not a JSON object";
	const { format_version, organization_id, serial, resources } = value;
	if (typeof format_version !== "string") return "`format_version` is missing";
	// A later minor version may add members and must not change the meaning of those we know.
	if (!/^1\.\d+$/.test(format_version)) return { version: format_version };
	if (typeof organization_id !== "string") return "`organization_id` is missing";
	if (typeof serial !== "number" || !Number.isSafeInteger(serial) || serial < 1) return "`serial` is not a positive whole number";
	if (!isJsonArray(resources)) return "`resources` is not a list";
	const seen = new Set<string>();
	for (const [index, resource] of resources.entries()) {
		const problem = resourceProblem(resource, seen);
		if (problem !== undefined) return `\`resources[${index}]\` ${problem}`;
	}
	return {
		format_version: INVENTORY_FORMAT_VERSION,
		organization_id,
		serial,
		resources: resources as unknown as readonly Recorded[],
	};
}

function resourceProblem(value: JsonValue, seen: Set<string>): string | undefined {
	if (!isJsonObject(value)) return "is not an object";
	const missing = ["address", "kind", "id", "name"].find((member) => typeof value[member] !== "string");
	if (missing !== undefined) return `has no text \`${missing}\``;
	if (!isKindName(String(value["kind"]))) return `is of the unknown kind \`${String(value["kind"])}\``;
	if (!isJsonObject(value["attributes"])) return "has no `attributes`";
	if (typeof value["protect"] !== "boolean") return "has no `protect`";
	const address = String(value["address"]);
	if (seen.has(address)) return `repeats the address \`${address}\``;
	seen.add(address);
	return undefined;
}

const none = (diagnostic: Diagnostic): InventoryReading => ({ inventory: undefined, diagnostics: [diagnostic] });

const RESTORE =
	"restore it from a backup or from version control; as a last resort move it away, and the next plan compares with the live side alone";

function corrupt(path: string, why: string): InventoryReading {
	return none({ code: "Q6001", severity: "error", message: `the inventory \`${path}\` cannot be read: ${why}`, help: RESTORE });
}

function foreign(path: string, version: string): InventoryReading {
	return none({
		code: "Q6002",
		severity: "error",
		message: `the inventory \`${path}\` has the format version \`${version}\`, expected \`${INVENTORY_FORMAT_VERSION}\``,
		help: "it was written by another version of quorate: use that version, or a newer one than this",
	});
}

function misplaced(path: string, found: string, expected: string): InventoryReading {
	return none({
		code: "Q6003",
		severity: "error",
		message: `the inventory \`${path}\` belongs to the organisation \`${found}\`, this environment is \`${expected}\``,
		help: "check the environment's organisation in the project file; two environments must not share a state folder",
	});
}

function moved(path: string, basedOn: number, serial: number): InventoryReading {
	return none({
		code: "Q6004",
		severity: "error",
		message: `the inventory \`${path}\` has changed since it was read: its serial is ${serial}, expected ${basedOn}`,
		help: "somebody else has applied in the meantime; plan again",
	});
}
