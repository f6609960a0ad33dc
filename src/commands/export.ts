// `quorate export`: the live organisation as manifests. Planning them again changes nothing; that is what it is tested by.
import { join, relative, resolve } from "node:path";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../base/json.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { kinds } from "../kinds/all.js";
import type { Kind } from "../kinds/kind.js";
import { type Snapshot, takeSnapshot } from "../kinds/snapshot.js";
import { wouldFind } from "../manifest/manifest-files.js";
import { writeManifest } from "../manifest/write.js";
import { type Address, LOOKUP_NAMES } from "../model/address.js";
import { identifiersIn } from "../model/identifier.js";
import { referenceToken } from "../model/reference.js";
import type { Live } from "../model/resource.js";
import { diagnosticsText } from "../render/diagnostic-text.js";
import { type ConnectionOptions, openReader } from "./connection.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { type Inputs, openInputs, readManifests } from "./inputs.js";
import { type NewFile, writeNewFiles } from "./new-files.js";
import { paletteFor } from "./output.js";
import { readState } from "./planning.js";
import { Refusal } from "./refusal.js";
import { readScope, type ScopeOptions } from "./scope-options.js";

export interface ExportOptions extends ConnectionOptions, ScopeOptions {
	readonly to: string;
}

export async function runExport(context: Context, options: ExportOptions): Promise<ExitCode> {
	const scope = readScope(options);
	const inputs = await openInputs(context, options);
	const connection = await openReader(context, options, inputs);
	try {
		const { inventory } = await readState(inputs.stateFolder, connection.organizationId);
		const snapshot = await takeSnapshot(connection.port, {
			kinds,
			desired: [],
			recorded: inventory?.resources ?? [],
			exclusive: new Set(kinds.map((kind) => kind.name)),
			identifiers: inputs.environment.identifiers,
			allLookups: LOOKUP_NAMES,
		});
		const wanted = (live: Live) =>
			!live.retired &&
			!inputs.environment.kinds[live.kind].ignores(live.name) &&
			!scope.excludes.some((pattern) => pattern.matches(live.address)) &&
			(scope.targets.length === 0 || scope.targets.some((pattern) => pattern.matches(live.address)));
		const { files, diagnostics, addresses } = writeManifests(snapshot, wanted, inputs);
		if (diagnostics.length > 0)
			context.stderr.write(diagnosticsText(diagnostics, paletteFor(context.stderr, context, options.color)));
		const unread = [...snapshot.readings].filter(([, reading]) => reading.completeness === "unknown");
		if (unread.length > 0) {
			throw new Refusal(
				EXIT.error,
				unread.map(([kind, reading]) => ({
					code: "Q5101",
					severity: "error",
					message: `${kind} resources could not be read, so nothing was exported: ${reading.reason ?? ""}`,
					help: "an export that silently leaves things out would later delete them",
				})),
			);
		}
		const folder = resolve(context.cwd, options.to);
		await refuseDeclaredTwice(context, options, inputs, { folder, files, addresses });
		await writeNewFiles(context, folder, files);
		for (const { path } of files) context.stdout.write(`${relative(context.cwd, join(folder, path))}\n`);
		context.stdout.write(`Exported ${addresses.length} ${addresses.length === 1 ? "resource" : "resources"}.\n`);
		return EXIT.success;
	} finally {
		await connection.close();
	}
}

interface Exported {
	readonly files: readonly NewFile[];
	readonly diagnostics: readonly Diagnostic[];
	/** Of the resources that the files declare. */
	readonly addresses: readonly Address[];
}

interface Destination extends Pick<Exported, "files" | "addresses"> {
	readonly folder: string;
}

/** Files that the project would read must not declare what it declares already: every later command would refuse both. */
async function refuseDeclaredTwice(
	context: Context,
	options: ExportOptions,
	inputs: Inputs,
	{ folder, files, addresses }: Destination,
): Promise<void> {
	const { root, manifests } = inputs.project;
	if (!files.some(({ path }) => wouldFind(manifests, relative(root, join(folder, path)).replaceAll("\\", "/")))) return;
	const { desired } = await readManifests(context, options, inputs);
	const declared = new Set(desired.map((each) => each.address));
	const twice = addresses.filter((each) => declared.has(each));
	if (twice[0] === undefined) return;
	throw new Refusal(EXIT.error, [
		{
			code: "Q7125",
			severity: "error",
			message: `\`${twice[0]}\`${twice.length > 1 ? ` and ${twice.length - 1} more are` : " is"} declared already; nothing was written`,
			help: "choose a folder that `manifests:` does not cover, or leave out what is declared with --exclude",
		},
	]);
}

function writeManifests(snapshot: Snapshot, wanted: (live: Live) => boolean, inputs: Inputs): Exported {
	const diagnostics: Diagnostic[] = [];
	const chosen = new Map<Kind, Live[]>();
	for (const kind of kinds)
		chosen.set(kind, unambiguous(kind, snapshot.readings.get(kind.name)?.live.filter(wanted) ?? [], diagnostics));
	const names = namesOf(snapshot, [...chosen.values()].flat());
	const files: NewFile[] = [];
	const addresses: Address[] = [];
	for (const [kind, resources] of chosen) {
		if (resources.length === 0) continue;
		const schema = relative(join(inputs.project.root, "manifests"), join(inputs.project.root, ".quorate/schemas", kind.schema));
		const documents = resources
			.sort((a, b) => (a.address < b.address ? -1 : 1))
			.map((live, index) => {
				const attributes = nameIdentifiers(live.attributes, names, live.id) as JsonObject;
				const spec = kind.toSpec(attributes, { name: live.name, parent: live.parent });
				return writeManifest(kind, live.name, spec, index === 0 ? { schema } : {});
			});
		for (const { address } of resources) addresses.push(address);
		files.push({ path: `${kind.schema.replace(/\.schema\.json$/, "")}.yaml`, text: documents.join("---\n") });
	}
	return { files, diagnostics, addresses };
}

/** A name that several resources share, or that no manifest can hold, cannot be an address. */
function unambiguous(kind: Kind, resources: readonly Live[], diagnostics: Diagnostic[]): Live[] {
	const counts = new Map<string, number>();
	for (const { address } of resources) counts.set(address, (counts.get(address) ?? 0) + 1);
	return resources.filter((live) => {
		const shared = (counts.get(live.address) ?? 0) > 1;
		// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being looked for
		const unwritable = /[\u0000-\u001f\u007f\ue000\ue001]/.test(live.name) || live.name.trim() !== live.name;
		if (!shared && !unwritable) return true;
		diagnostics.push({
			code: "Q7122",
			severity: "warning",
			message: shared
				? `${counts.get(live.address)} live ${kind.name} resources share the name \`${live.name}\`; ${live.id} is left out`
				: `the name of ${kind.name} ${live.id} cannot stand in a manifest; it is left out`,
			help: "rename it, then export again",
		});
		return false;
	});
}

/** Identifiers that one name stands for, and the name: those of lookups, and of what is exported along. */
function namesOf(snapshot: Snapshot, exported: readonly Live[]): ReadonlyMap<string, string> {
	const names = new Map<string, string>();
	const taken = new Map<string, number>();
	const entries = [
		...[...snapshot.lookups.entries.values()].flat().map((entry) => [entry.id, entry.address] as const),
		...exported.map((live) => [live.id, live.address] as const),
	];
	for (const [, address] of entries) taken.set(address, (taken.get(address) ?? 0) + 1);
	for (const [id, address] of entries) if (taken.get(address) === 1) names.set(id, address);
	return names;
}

/** References in place of identifiers; a resource does not refer to itself. */
function nameIdentifiers(value: JsonValue, names: ReadonlyMap<string, string>, own: string): JsonValue {
	if (typeof value === "string") {
		let named = value;
		for (const identifier of identifiersIn(value)) {
			const address = names.get(identifier);
			if (address !== undefined && identifier !== own) named = named.replaceAll(identifier, referenceToken({ address }));
		}
		return named;
	}
	if (isJsonArray(value)) return value.map((item) => nameIdentifiers(item, names, own));
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, nameIdentifiers(item, names, own)]));
}
