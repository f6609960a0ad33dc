// `${…}` inside the strings of a spec: references become tokens, variables their values, `$${` a plain `${`.
import type { JsonValue } from "../base/json.js";
import { isJsonArray, isJsonObject } from "../base/json.js";
import type { Finding } from "../diagnostics/diagnostic.js";
import type { TextRange } from "../diagnostics/span.js";
import { closest, didYouMean } from "../diagnostics/suggestion.js";
import { isKindName, isLookupName, KIND_NAMES, LOOKUP_NAMES } from "../model/address.js";
import { parseReferenceText, REFERENCE_FIELDS, RESERVED_CHARACTERS, referenceToken, toPlaceholders } from "../model/reference.js";
import { MOST_FINDINGS } from "./yaml-document.js";

/** Where the values of `${var.…}` and `${env.…}` come from. */
export interface Scope {
	readonly variables: Readonly<Record<string, string>>;
	readonly environment: (name: string) => string | undefined;
	/** Environment variables that may be read besides those that start with `QUORATE_VAR_`. */
	readonly allowedEnvironment: readonly string[];
}

const ENVIRONMENT_PREFIX = "QUORATE_VAR_";

/** A stretch of the text before substitution, and what it became. */
interface Piece {
	readonly start: number;
	readonly end: number;
	readonly text: string;
	/** True when `text` is that stretch itself, so that places inside it correspond. */
	readonly literal: boolean;
}

export interface Interpolation {
	readonly text: string;
	readonly pieces: readonly Piece[];
	/** Ranges count in the text before substitution. */
	readonly findings: readonly (Finding & { readonly range: TextRange })[];
}

/** Substitutes in one text. What cannot be substituted is reported and left out. */
export function interpolate(text: string, scope: Scope): Interpolation {
	const pieces: Piece[] = [];
	const findings: (Finding & { range: TextRange })[] = [];
	let at = 0;
	const literal = (end: number): void => {
		if (end > at) pieces.push({ start: at, end, text: text.slice(at, end), literal: true });
	};
	const result = substituteAll(text, scope, (start, end, outcome) => {
		literal(start);
		at = end;
		if (typeof outcome !== "string") findings.push({ ...outcome, severity: "error", range: { start, end } });
		pieces.push({ start, end, text: typeof outcome === "string" ? outcome : "", literal: false });
	});
	literal(text.length);
	return { text: result, pieces, findings };
}

/**
 * The text with every substitution made; `visit` is told of each, with the stretch it takes. In a run of `$` before `{`
 * each pair stands for one `$`: `$${` is the text `${`, and `$$${Kind/name}` a `$` and a reference.
 */
function substituteAll(
	text: string,
	scope: Scope,
	visit: (start: number, end: number, outcome: string | Refusal) => void,
): string {
	let result = "";
	let at = 0;
	for (let open = text.indexOf("${"); open !== -1; open = text.indexOf("${", at)) {
		let start = open;
		while (start > at && text[start - 1] === "$") start -= 1;
		const dollars = open - start + 1;
		result += text.slice(at, start);
		const escaped = "$".repeat(dollars >> 1) + (dollars % 2 === 0 ? "{" : "");
		at = dollars % 2 === 0 ? open + 2 : open;
		if (escaped !== "") visit(start, at, escaped);
		result += escaped;
		if (dollars % 2 === 0) continue;
		const close = closing(text, open + 2);
		const outcome = substitute(close === -1 ? undefined : text.slice(open + 2, close), scope);
		if (typeof outcome === "string") result += outcome;
		at = close === -1 ? open + 2 : close + 1;
		visit(open, at, outcome);
	}
	return at === 0 ? text : result + text.slice(at);
}

/** Where the `}` stands that ends a substitution; -1 when the text, its line or the next substitution comes first. */
function closing(text: string, from: number): number {
	for (let at = from; at < text.length; at += 1) {
		const character = text[at];
		if (character === "}") return at;
		if (character === "\n" || (character === "$" && text[at + 1] === "{")) return -1;
	}
	return -1;
}

/** The range of the text before substitution that a range of the text after it came from. */
export function beforeInterpolation({ pieces }: Interpolation, range: TextRange): TextRange {
	const origin = (offset: number, edge: "start" | "end"): number | undefined => {
		let from = 0;
		for (const piece of pieces) {
			const within = offset - from;
			if (within < piece.text.length) return piece.literal ? piece.start + within + (edge === "end" ? 1 : 0) : piece[edge];
			from += piece.text.length;
		}
		return undefined;
	};
	const last = pieces.at(-1)?.end ?? 0;
	const start = origin(range.start, "start") ?? last;
	return { start, end: range.end <= range.start ? start : (origin(range.end - 1, "end") ?? last) };
}

type Refusal = Pick<Finding, "code" | "message" | "help">;

function substitute(inner: string | undefined, scope: Scope): string | Refusal {
	if (inner === undefined) {
		return {
			code: "Q2030",
			message: "`${` is not closed by `}` on its line",
			help: "close it, or write `$${` where `${` is meant as text",
		};
	}
	if (!inner.startsWith("var.") && !inner.startsWith("env.")) return reference(inner);
	const name = inner.slice(4);
	const value = inner.startsWith("var.") ? variable(name, scope) : environmentVariable(name, scope);
	if (typeof value !== "string" || !(RESERVED_CHARACTERS.test(value) || value.includes("\0"))) return value;
	return {
		code: "Q2042",
		message: `the value of \`${inner}\` holds a character that cannot be sent`,
		help: "remove NUL, U+E000 and U+E001 from it",
	};
}

function variable(name: string, { variables }: Scope): string | Refusal {
	if (Object.hasOwn(variables, name)) return variables[name] ?? "";
	return {
		code: "Q2031",
		message: `the variable \`${name}\` is not defined`,
		help:
			didYouMean(name, Object.keys(variables)) ??
			"define it under `variables:` in the project file or in the environment chosen there, or give `--var NAME=VALUE`",
	};
}

function environmentVariable(name: string, { environment, allowedEnvironment }: Scope): string | Refusal {
	const allowed =
		(name.startsWith(ENVIRONMENT_PREFIX) && name.length > ENVIRONMENT_PREFIX.length) || allowedEnvironment.includes(name);
	if (!allowed) {
		return {
			code: "Q2032",
			message: `manifests may not read the environment variable \`${name}\``,
			help:
				didYouMean(name, allowedEnvironment) ??
				`name it ${ENVIRONMENT_PREFIX}${name}, or list it under \`allowedEnvironment:\` in the project file`,
		};
	}
	return (
		environment(name) ?? {
			code: "Q2033",
			message: `the environment variable \`${name}\` is not set`,
			help: "set it where the command runs",
		}
	);
}

function reference(inner: string): string | Refusal {
	const slash = inner.indexOf("/");
	if (slash <= 0 || slash === inner.length - 1) {
		return {
			code: "Q2030",
			message: `\`\${${inner}}\` is neither a reference nor a variable`,
			help: `write \`\${Kind/name}\`, \`\${var.NAME}\` or \`\${env.NAME}\`; write \`$\${${inner}}\` if the text itself is meant`,
		};
	}
	const kind = inner.slice(0, slash);
	if (!isKindName(kind) && !isLookupName(kind)) {
		const kinds = [...KIND_NAMES, ...LOOKUP_NAMES];
		return {
			code: "Q2034",
			message: `\`${kind}\` is no kind that can be referred to`,
			help: didYouMean(kind, kinds) ?? `expected one of ${kinds.join(", ")}`,
		};
	}
	const found = parseReferenceText(decodeName(inner));
	const hash = found.address.lastIndexOf("#");
	const fields = REFERENCE_FIELDS[kind] ?? [];
	const field = found.address.slice(hash + 1);
	// A misspelt field would otherwise be taken for the end of a name that nothing has.
	if (
		hash !== -1 &&
		/^[A-Za-z]+$/.test(field) &&
		(fields.length > 0 || field === "publicKey" || closest(field, ["publicKey"]) !== undefined)
	) {
		return {
			code: "Q2038",
			message: `a reference to ${kind} has no field \`${field}\``,
			help:
				didYouMean(field, fields) ??
				(fields.length > 0 ? `expected \`#${fields.join("`, `#")}\`` : "remove it: a reference stands for the identifier"),
		};
	}
	return referenceToken(found);
}

/** A bracket in a name is written `%7B` or `%7D`, since it could end the reference; a name that says `%7D` as `%257D`. */
const decodeName = (name: string): string =>
	name.replace(/%(?:25)*7[BD]/g, (text) => (text === "%7B" ? "{" : text === "%7D" ? "}" : `%${text.slice(3)}`));
const encodeName = (name: string): string =>
	name
		.replace(/%(?=(?:25)*7[BD])/g, "%25")
		.replaceAll("{", "%7B")
		.replaceAll("}", "%7D");

export interface ValueFinding extends Finding {
	readonly path: readonly (string | number)[];
}

/** Substitutes in every string of a value; the same object comes back when there is nothing to substitute. */
export function interpolateValue<V extends JsonValue>(
	value: V,
	scope: Scope,
	root: readonly (string | number)[],
	findings: ValueFinding[],
): V {
	const path = [...root];
	const report = (start: number, end: number, outcome: string | Refusal): void => {
		if (typeof outcome !== "string" && findings.length < MOST_FINDINGS)
			findings.push({ ...outcome, severity: "error", range: { start, end }, path: [...path] });
	};
	const member = <K extends string | number>(key: K, each: JsonValue): JsonValue => {
		path.push(key);
		const next = visit(each);
		path.pop();
		return next;
	};
	const visit = (each: JsonValue): JsonValue => {
		if (typeof each === "string") return each.includes("${") ? substituteAll(each, scope, report) : each;
		if (isJsonArray(each)) {
			const items = each.map((item, index) => member(index, item));
			return items.some((item, index) => item !== each[index]) ? items : each;
		}
		if (!isJsonObject(each)) return each;
		let changed: Record<string, JsonValue> | undefined;
		for (const key of Object.keys(each)) {
			const before = each[key] as JsonValue;
			const next = member(key, before);
			if (next === before) continue;
			changed ??= { ...each };
			changed[key] = next;
		}
		return changed ?? each;
	};
	return visit(value) as V;
}

/** The inverse: tokens become `${Kind/name}`, and text that would be taken for a substitution is escaped. */
export function writeSubstitutions(value: JsonValue): JsonValue {
	if (typeof value === "string") {
		const placed = toPlaceholders(value);
		const pieces = isJsonObject(placed) && isJsonArray(placed["$join"]) ? placed["$join"] : [placed];
		return pieces
			.map((piece, index) => {
				if (isJsonObject(piece)) return `\${${encodeName(String(piece["$ref"]))}}`;
				const beforeReference = index + 1 < pieces.length;
				return String(piece).replace(beforeReference ? /\$+(?=\{|$)/g : /\$+(?=\{)/g, "$&$&");
			})
			.join("");
	}
	if (isJsonArray(value)) return value.map(writeSubstitutions);
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, writeSubstitutions(member)]));
}
