// Reading a seed: YAML text in, the organisation it describes out, or everything that is wrong with it at once.
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { isMap, isNode, parseDocument } from "yaml";
import schema from "../../schemas/seed.schema.json" with { type: "json" };
import type { Code } from "../diagnostics/codes.js";
import { type Diagnostic, sortDiagnostics } from "../diagnostics/diagnostic.js";
import { LineIndex } from "../diagnostics/span.js";
import { didYouMean } from "../diagnostics/suggestion.js";
import { type SeedProblem, seedProblems } from "./seed-problems.js";
import type { Seed, SeedSpec } from "./seed-spec.js";

export type { Seed } from "./seed-spec.js";

/** `file` is only used to say where something stands. `seed` is there only when nothing is wrong. */
export function readSeed(text: string, file: string): { readonly seed?: Seed; readonly diagnostics: Diagnostic[] } {
	const lines = new LineIndex(text);
	const document = parseDocument(text, { prettyErrors: false, version: "1.2", schema: "core", logLevel: "silent" });
	const at = (code: Code, message: string, range: readonly [number, number], help?: string): Diagnostic => ({
		code,
		severity: "error",
		message,
		span: lines.span(file, { start: range[0], end: range[1] }),
		...(help === undefined ? {} : { help }),
	});
	if (document.errors.length > 0) {
		return { diagnostics: document.errors.map((each) => at("Q4160", lowerFirst(each.message), each.pos)) };
	}
	let value: unknown;
	try {
		value = document.toJS({ maxAliasCount: 0 });
	} catch {
		return { diagnostics: [at("Q4160", "a seed may not use aliases", [0, 1], "write the value out at each place")] };
	}
	const root = document.contents;
	const whole: readonly [number, number] = [root?.range?.[0] ?? 0, root?.range?.[0] ?? 0];
	const rangeOf = (path: SeedProblem["path"], key?: string): readonly [number, number] => {
		for (let length = path.length; length >= 0; length -= 1) {
			const node = length === 0 ? root : document.getIn(path.slice(0, length), true);
			if (!isNode(node) || !node.range) continue;
			if (key !== undefined && isMap(node)) {
				const pair = node.items.find((each) => isNode(each.key) && String(each.key) === key);
				if (isNode(pair?.key) && pair.key.range) return [pair.key.range[0], pair.key.range[1]];
			}
			return isMap(node) ? [node.range[0], node.range[0]] : [node.range[0], node.range[1]];
		}
		return whole;
	};
	if (!validate(value)) {
		const problems = (validate.errors ?? []).map((error) => {
			const { code, message, help, path, key } = schemaProblem(error);
			return at(code, message, rangeOf(path, key), help);
		});
		return { diagnostics: sortDiagnostics(problems) };
	}
	const { metadata, spec } = value as { readonly metadata: { readonly name: string }; readonly spec: SeedSpec };
	const problems = seedProblems(spec).map((each) => at(each.code, each.message, rangeOf(["spec", ...each.path]), each.help));
	if (problems.length > 0) return { diagnostics: sortDiagnostics(problems) };
	return { seed: { name: metadata.name, spec }, diagnostics: [] };
}

const validate = new Ajv2020({ allErrors: true, validateSchema: false, strict: false, verbose: true }).compile(schema);

/** A schema error in our words; `key` names the member of the value at `path` that is meant. */
function schemaProblem(error: ErrorObject): SeedProblem & { readonly key?: string } {
	const path = error.instancePath
		.split("/")
		.slice(1)
		.map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll("~1", "/").replaceAll("~0", "~")));
	const name = path.length === 0 ? "the seed" : `\`${path.join(".")}\``;
	const { params } = error;
	switch (error.keyword) {
		case "additionalProperties": {
			const key = String(params["additionalProperty"]);
			const known = Object.keys((error.parentSchema as { properties?: object }).properties ?? {});
			const help = didYouMean(key, known) ?? `known fields here are ${known.join(", ")}`;
			return { code: "Q4161", message: `unknown field \`${key}\``, help, path, key };
		}
		case "required":
			return { code: "Q4162", message: `field \`${params["missingProperty"]}\` is missing in ${name}`, path };
		case "enum": {
			const allowed = (params["allowedValues"] as readonly unknown[]).map(String);
			const help = didYouMean(String(error.data), allowed);
			const message = `${name} is \`${String(error.data)}\`, expected one of ${allowed.join(", ")}`;
			return { code: "Q4163", message, path, ...(help === undefined ? {} : { help }) };
		}
		case "const":
			return { code: "Q4163", message: `${name} is \`${String(error.data)}\`, expected \`${params["allowedValue"]}\``, path };
		case "type":
			return { code: "Q4163", message: `${name} must be of type ${params["type"]}`, path };
		default:
			return { code: "Q4163", message: `${name} ${error.message ?? "is not as expected"}`, path };
	}
}

function lowerFirst(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, "");
}
