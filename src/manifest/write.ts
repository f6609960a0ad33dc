// Writes a manifest: what `export` and `init` put into files. The same resource always gives the same text, which `fmt`
// leaves as it is, and which reads back as exactly what was written.
import { Document, visit } from "yaml";
import { canonicalJson } from "../base/canonical-json.js";
import type { JsonObject } from "../base/json.js";
import type { Kind } from "../kinds/kind.js";
import { writeSubstitutions } from "./interpolation.js";
import { openSchemas, packagedSchemas } from "./schemas.js";
import { readYamlDocument } from "./yaml-document.js";
import type { Layout } from "./yaml-layout.js";
import { foldedLayout, literalLayout } from "./yaml-layout.js";
import { orderMembers, writeDocument, writingSchema } from "./yaml-writing.js";

export interface WrittenMetadata {
	readonly labels?: Readonly<Record<string, string>>;
	readonly renamedFrom?: string;
	readonly protect?: boolean;
	readonly state?: "absent";
	/** Where editors find the kind's schema: a path or URL, written as a comment above the manifest. */
	readonly schema?: string;
	/** Lines of a comment above the manifest. */
	readonly comment?: readonly string[];
}

/** Longer texts are folded over several lines. */
const WIDTH = 100;

/**
 * The YAML text of one manifest, ending in a line break. Reference tokens in `spec` become `${Kind/name}`; text that looks
 * like a substitution is escaped, so that it reads back as itself.
 */
export function writeManifest(
	kind: Pick<Kind, "name" | "schema">,
	name: string,
	spec: JsonObject,
	metadata: WrittenMetadata = {},
): string {
	const { labels, renamedFrom, protect, state, schema, comment = [] } = metadata;
	const written = writeSubstitutions(spec);
	const value = {
		apiVersion: "quorate/v1",
		kind: kind.name,
		metadata: {
			name,
			...(labels === undefined || Object.keys(labels).length === 0 ? {} : { labels }),
			...(renamedFrom === undefined ? {} : { renamedFrom }),
		},
		...(protect === undefined ? {} : { lifecycle: { protect } }),
		...(state === undefined ? {} : { state }),
		...(Object.keys(spec).length === 0 && state === "absent" ? {} : { spec: written }),
	};
	const heading = [...(schema === undefined ? [] : [`yaml-language-server: $schema=${schema}`]), ...comment];
	const text =
		heading.map((line) => `# ${line}\n`).join("") + writeValue(value, openSchemas(packagedSchemas()).read(kind.schema));
	if (canonicalJson(readYamlDocument(text).value) !== canonicalJson(value))
		throw new Error(`${kind.name}/${name} cannot be written as YAML`);
	return text;
}

function writeValue(value: JsonObject, schema: JsonObject): string {
	const layouts = new Map<unknown, Layout>();
	const document = new Document(value, writingSchema(layouts));
	visit(document, {
		Scalar(key, node) {
			if (key === "key" || typeof node.value !== "string") return;
			const layout = literalLayout(node.value) ?? foldedLayout(node.value, WIDTH);
			if (layout !== undefined) layouts.set(node, layout);
			else if (node.value.includes("\n")) node.type = "QUOTE_DOUBLE";
		},
	});
	orderMembers(document.contents, schema);
	return writeDocument(document);
}
