// Literals that can never equal what they are compared with: outside of a closed set, of another length than the slice, or
// of another shape than the field.
import type { Code } from "../diagnostics/codes.js";
import { closest } from "../diagnostics/suggestion.js";
import { activities, activityKinds, activityOf, undocumentedResources } from "./environment/activities.js";
import type { Field, Origin } from "./environment/field.js";
import { listWords } from "./quoted-list.js";
import type { Expression, StringLiteral } from "./tree.js";

export interface NeverEqual {
	readonly code: Code;
	readonly literal: StringLiteral;
	readonly message: string;
	/** The remedy; asked for only when the finding is shown, as finding the nearest word takes time. */
	readonly help?: () => string | undefined;
	/** False where the value is only not published. */
	readonly certain: boolean;
}

/** Whether a literal stands for something that is not there yet: `<NAME>`, `${…}`, `{{…}}`. Nothing is known about it. */
export function isPlaceholder(text: string): boolean {
	return /<[^<>]*>|\$\{|\{\{/.test(text);
}

/** Why a literal is never equal to the value of a path; undefined when it may be. */
export function neverEqual(
	path: Expression,
	origin: Origin | undefined,
	literal: StringLiteral,
	text: string,
): NeverEqual | undefined {
	if (path.kind === "slice") {
		return outsideSlice(path.from, path.to, origin?.field, literal, text.slice(path.target.start, path.target.end));
	}
	if (origin === undefined || (path.kind !== "field" && path.kind !== "name" && path.kind !== "index")) return undefined;
	const { field } = origin;
	// The elements of a list field share its description; anything deeper does not.
	if (field.type.kind !== "string" && !(field.type.kind === "list" && origin.steps === 1)) return undefined;
	const name = text.slice(path.start, path.end).replace(/\s+/g, " ");
	if (field.values !== undefined) return outsideValues(field, field.values, literal, name);
	return outsideShape(field, literal, name);
}

/** Activities that the root quorum alone decides about, with and without the prefix of types. */
const rootQuorumNames: ReadonlySet<string> = new Set(
	activities.flatMap((row) => (row.governedBy === "root-quorum" ? [row.type, row.type.replace(/^ACTIVITY_TYPE_/, "")] : [])),
);

function outsideValues(field: Field, values: readonly string[], literal: StringLiteral, name: string): NeverEqual | undefined {
	const { value } = literal;
	if (field.owner === "Activity" && rootQuorumNames.has(value)) {
		const message = `\`${value}\` is decided by the root quorum alone: no policy is asked about it`;
		return { code: "Q3304", literal, message, certain: true };
	}
	if (field.valueSet?.has(value) === true) {
		if (field.name !== "resource" || !undocumentedResources.includes(value)) return undefined;
		return {
			code: "Q3408",
			literal,
			message: `\`${value}\` is not a published value of \`${name}\``,
			help: () => "name the activities by their type",
			certain: false,
		};
	}
	if (isNewerVersion(field, value)) {
		const message = `\`${value}\` is a version that this program does not know`;
		const help = "name the activity by its kind, which all its versions share, unless this version is meant";
		return { code: "Q3408", literal, message, help: () => help, certain: false };
	}
	return {
		code: "Q3301",
		literal,
		message: `\`${value}\` is not a value of \`${name}\``,
		help: () => helpForValue(field, values, value),
		certain: true,
	};
}

/** Whether a text names an activity that exists, in a version above those that exist: the service may know more than we do. */
function isNewerVersion(field: Field, value: string): boolean {
	if (field.owner !== "Activity" || field.name !== "type") return false;
	const found = /^(ACTIVITY_TYPE_[A-Z0-9_]+)_V([1-9]\d?)$/.exec(value);
	const [, base = "", version] = found ?? [];
	return activityOf(base) !== undefined && Number(version) > 1;
}

function helpForValue(field: Field, values: readonly string[], value: string): string | undefined {
	if (field.owner === "Activity") {
		if (/^(ACTIVITY_TYPE_)?(GET|LIST)_/.test(value)) return "queries are no activities: policies do not see them";
		if (field.name !== "kind" && activityKinds.includes(value)) return `it is a kind: write \`activity.kind == '${value}'\``;
		const type = activityOf(value);
		if (field.name !== "type" && type !== undefined) {
			return type.kind === undefined
				? `it is a type: write \`activity.type == '${value}'\``
				: `write \`activity.kind == '${type.kind}'\``;
		}
	}
	const near = closest(value, values) ?? containing(value, values);
	if (near !== undefined) return `did you mean \`${near}\`?`;
	return values.length <= 12 ? `the values are ${listWords(values.map((each) => (each === "" ? "''" : each)))}` : undefined;
}

/** The one value that ends or begins with a text, as `PAYLOAD_ENCODING_EIP712` does with `EIP712`. */
function containing(text: string, values: readonly string[]): string | undefined {
	if (text.length < 3) return undefined;
	const folded = text.toLowerCase();
	const found = values.filter((value) => value.toLowerCase().endsWith(`_${folded}`) || value.toLowerCase().startsWith(folded));
	return found.length === 1 ? found[0] : undefined;
}

function outsideShape(field: Field, literal: StringLiteral, name: string): NeverEqual | undefined {
	const { value } = literal;
	if (value === "" || field.shape === undefined) return undefined;
	const prefixed = /^0[xX]/.test(value);
	if (field.shape === "bare-hex" ? /^[0-9a-fA-F]*$/.test(value) : prefixed) return undefined;
	const expected =
		field.shape === "evm-address"
			? "addresses that begin with `0x`"
			: field.shape === "bare-hex"
				? "hexadecimal digits without `0x`"
				: "text that begins with `0x`";
	const constant = /^[A-Z][A-Z0-9_]*$/.test(value) ? "write the value in place of the constant's name" : undefined;
	const digits = /^[0-9a-fA-F]{40}$/.test(value) && field.shape === "evm-address" ? `write \`'0x${value}'\`` : undefined;
	const help = digits ?? constant;
	return {
		code: "Q3303",
		literal,
		message: `\`${value}\` is never equal: \`${name}\` holds ${expected}`,
		help: () => help,
		certain: true,
	};
}

function outsideSlice(
	from: Expression,
	to: Expression,
	field: Field | undefined,
	literal: StringLiteral,
	name: string,
): NeverEqual | undefined {
	if (from.kind !== "integer" || to.kind !== "integer" || to.value < from.value) return undefined;
	const wanted = to.value - from.value;
	const length = [...literal.value].length;
	const prefixed = field?.shape === "prefixed-hex" || field?.shape === "evm-address";
	if (BigInt(length) !== wanted) {
		const selector = prefixed && /^0x[0-9a-fA-F]{8}$/.test(literal.value) ? "the selector with its `0x` is `[0..10]`" : undefined;
		const word = /^(0x)?[0-9a-fA-F]{60,66}$/.test(literal.value) ? "a word of call data has 64 digits" : undefined;
		const fits = `a literal of ${length} characters fits \`[${from.value}..${from.value + BigInt(length)}]\``;
		return {
			code: "Q3302",
			literal,
			message: `the slice has ${wanted} characters and the literal ${length}: they are never equal`,
			help: () => selector ?? word ?? fits,
			certain: true,
		};
	}
	if (field?.shape === undefined || length < 2) return undefined;
	const beginsWithPrefix = prefixed && from.value === 0n;
	const fits = beginsWithPrefix
		? /^0[xX]/.test(literal.value)
		: from.value === 1n && prefixed
			? true
			: /^[0-9a-fA-F]*$/.test(literal.value);
	if (fits) return undefined;
	return {
		code: "Q3303",
		literal,
		message: `\`${literal.value}\` is never equal: this part of \`${name}\` ${beginsWithPrefix ? "begins with `0x`" : "has hexadecimal digits only"}`,
		certain: true,
	};
}
