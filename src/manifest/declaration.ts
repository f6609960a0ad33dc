// What one manifest declares: its address, its spec with everything substituted, and its attributes as they are compared.
import { digestOf } from "../base/digest.js";
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonArray, isJsonObject } from "../base/json.js";
import type { Finding } from "../diagnostics/diagnostic.js";
import type { ExpressionLanguage } from "../kinds/expression.js";
import type { Kind, Slot } from "../kinds/kind.js";
import type { Limits } from "../kinds/limits.js";
import { formatAddress } from "../model/address.js";
import { containsReference, distinctReferences, printReferences, RESERVED_CHARACTERS } from "../model/reference.js";
import type { Desired } from "../model/resource.js";
import type { CachedDeclaration } from "./declaration-cache.js";
import type { ReadDocument } from "./document-reading.js";
import type { DocumentSlice } from "./documents.js";
import { textOf } from "./documents.js";
import type { Scope, ValueFinding } from "./interpolation.js";
import { interpolateValue } from "./interpolation.js";
import type { ManifestFinding } from "./manifest-finding.js";
import type { Path } from "./shape-findings.js";
import { readYamlDocument } from "./yaml-document.js";

/** One manifest that could be read as far as its address. */
export interface Declared {
	readonly slice: DocumentSlice;
	readonly kind: Kind;
	readonly desired: Desired;
	/** Digest of what is desired, by meaning. */
	readonly digest: string;
	/** The spec as written; parsed again when the declaration was remembered. */
	written(): JsonObject;
}

export interface DeclarationContext {
	readonly scope: Scope;
	readonly limits: Limits;
	/** Findings about an expression; ranges count in the text given. */
	readonly checkExpression: (text: string, slot: Slot) => readonly Finding[];
}

/** Makes the declaration of one document; adds to `findings` what is wrong with it. Undefined when it has no address. */
export function declare(
	{ slice, kind, value }: ReadDocument,
	context: DeclarationContext,
	findings: ManifestFinding[],
): Declared | undefined {
	const report = (finding: Omit<ManifestFinding, "slice">): void => {
		findings.push({ ...finding, slice });
	};
	const metadata = objectAt(value, "metadata");
	const name = String(metadata["name"]);
	const renamedFrom = metadata["renamedFrom"];
	for (const finding of checkNameText(name, ["metadata", "name"])) report(finding);
	if (typeof renamedFrom === "string")
		for (const finding of checkNameText(renamedFrom, ["metadata", "renamedFrom"])) report(finding);

	const written = objectAt(value, "spec");
	const substitution: ValueFinding[] = [];
	const spec = interpolateValue(written, context.scope, ["spec"], substitution);
	for (const finding of substitution) report({ ...finding, rangeIn: "written" });

	const parent = kind.parentOf?.(spec);
	if (parent !== undefined && containsReference(parent)) {
		report(plainNameExpected(memberHolding(spec, parent)));
		return undefined;
	}
	const address = formatAddress(kind.name, name, parent);
	const absent = value["state"] === "absent";
	const attributes = absent ? {} : kind.normalise(kind.fromSpec(name, spec));
	const protect = objectAt(value, "lifecycle")["protect"];
	const desired: Desired = {
		address,
		kind: kind.name,
		name,
		...(parent === undefined ? {} : { parent }),
		state: absent ? "absent" : "present",
		attributes,
		references: distinctReferences(attributes),
		labels: objectAt(metadata, "labels") as Readonly<Record<string, string>>,
		...(typeof protect === "boolean" ? { protect } : {}),
		...(typeof renamedFrom === "string" ? { renamedFrom } : {}),
		source: { file: slice.file.path, line: slice.content.line, column: slice.content.column },
	};
	const { references } = desired;
	const declared: Declared = { slice, kind, desired, digest: digestOfDesired(desired), written: () => written };
	if (absent || substitution.length > 0) return declared;
	// A kind that makes a reference of a plain name was given a reference already.
	const nested = references.find((reference) => RESERVED_CHARACTERS.test(reference.address));
	if (nested !== undefined) {
		report({
			...plainNameExpected(memberHolding(spec, nested.address.slice(nested.address.search(RESERVED_CHARACTERS)))),
			address,
		});
		return declared;
	}
	const declaration = { address, name, ...(parent === undefined ? {} : { parent }), spec, attributes };
	for (const finding of kind.check(declaration, context.limits)) report({ ...finding, address });
	for (const { path, slot } of kind.expressions) {
		const text = at(spec, path);
		if (typeof text !== "string" || text.trim() === "") continue;
		for (const finding of context.checkExpression(text, slot)) report({ ...finding, path: ["spec", ...path], address });
	}
	return declared;
}

/** By meaning: where a manifest stands, and in which order its members do, is no part of it. */
function digestOfDesired({ address, state, attributes, labels, protect, renamedFrom }: Desired): string {
	return digestOf([address, state, attributes, labels, protect ?? null, renamedFrom ?? null]);
}

/** A declaration remembered from an earlier run, at the place where its document stands now. */
export function recall(slice: DocumentSlice, kind: Kind, { desired, digest }: CachedDeclaration): Declared {
	const source = { file: slice.file.path, line: slice.content.line, column: slice.content.column };
	return {
		slice,
		kind,
		desired: { ...desired, source },
		digest,
		written() {
			const { value } = readYamlDocument(textOf(slice));
			return isJsonObject(value) ? objectAt(value, "spec") : {};
		},
	};
}

/** What of a declaration is worth remembering. */
export function remembered({ desired: { source: _, ...desired }, digest }: Declared): CachedDeclaration {
	return { desired, digest };
}

/** Checks expressions, each text once: manifests made from one template share theirs. */
export function expressionChecker(language: ExpressionLanguage, limits: Limits): DeclarationContext["checkExpression"] {
	const known = new Map<string, readonly Finding[]>();
	return (text, slot) => {
		const key = `${slot} ${text}`;
		let findings = known.get(key);
		if (findings === undefined) {
			findings =
				text.length <= limits.expressionLength ? language.check(text, slot).map(readable) : [tooLong(text, slot, limits)];
			known.set(key, findings);
		}
		return findings;
	};
}

function tooLong(text: string, slot: Slot, limits: Limits): Finding {
	return {
		code: "Q2041",
		severity: "error",
		message: `the ${slot} has ${text.length} characters, at most ${limits.expressionLength} are accepted`,
		help: "split the policy into several",
	};
}

/** Names nothing can be wrong with; nearly all are. */
const ORDINARY_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9 ._/:#@+-]*[A-Za-z0-9._/:#@+-])?$/;

/** The rules every name of ours keeps; how long it may be is for the kind to say. */
function checkNameText(name: string, path: Path): Omit<ManifestFinding, "slice">[] {
	const refuse = (message: string, help: string): Omit<ManifestFinding, "slice">[] => [
		{ code: "Q2020", severity: "error", path, message, help },
	];
	if (ORDINARY_NAME.test(name)) return [];
	if (name !== name.trim()) return refuse(`the name \`${name}\` starts or ends with white space`, `write \`${name.trim()}\``);
	if (/\p{Cc}/u.test(name)) return refuse("the name contains a control character or line break", "use printable characters only");
	if (/\$\{(?:var|env)\./.test(name)) {
		return [
			{
				code: "Q2039",
				severity: "warning",
				path,
				message: `\`${name}\` is taken as it stands: names are not substituted`,
				help: "write the name out",
			},
		];
	}
	return [];
}

const plainNameExpected = (path: Path): Omit<ManifestFinding, "slice"> => ({
	code: "Q2040",
	severity: "error",
	path: ["spec", ...path],
	message: "a reference stands where a plain name is expected",
	help: "write the name alone, without `${…/` and `}`",
});

/** The path of the first text in a spec that contains the given one. */
function memberHolding(value: JsonValue, text: string): Path {
	if (typeof value === "string") return [];
	for (const [key, member] of isJsonArray(value) ? value.entries() : isJsonObject(value) ? Object.entries(value) : []) {
		if (typeof member === "string" ? member.includes(text) : JSON.stringify(member).includes(text))
			return [key, ...memberHolding(member, text)];
	}
	return [];
}

function objectAt(value: JsonObject, key: string): JsonObject {
	const member = value[key];
	return isJsonObject(member) ? member : {};
}

function at(value: JsonValue, path: readonly string[]): JsonValue | undefined {
	let found: JsonValue | undefined = value;
	for (const key of path) found = isJsonObject(found) ? found[key] : undefined;
	return found;
}

/** The language quotes what it was given; a reference in it is shown as its author wrote it. */
function readable(finding: Finding): Finding {
	return printReferences(finding as unknown as JsonObject) as unknown as Finding;
}
