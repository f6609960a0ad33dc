// The published JSON Schemas as the program uses them: where they are, one read and compiled when it is first needed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ErrorObject } from "ajv/dist/2020.js";
import { sha256Hex } from "../base/digest.js";
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonObject } from "../base/json.js";

/** The `schemas` folder of this package: beside `dist` when bundled, beside `src` otherwise. */
export function packagedSchemas(): string {
	const near = fileURLToPath(new URL("../schemas", import.meta.url));
	return existsSync(near) ? near : fileURLToPath(new URL("../../schemas", import.meta.url));
}

export type Validate = (value: JsonValue) => readonly ErrorObject[];

export interface Schemas {
	/** The schema in that file, parsed. Fails when the file is missing or damaged: it is part of the program. */
	read(file: string): JsonObject;
	/** Compiles the schema in that file, once. The function tells what is wrong with a value; nothing when it satisfies the schema. */
	validator(file: string): Promise<Validate>;
	/** Digest of the texts of these schemas. */
	digest(files: readonly string[]): string;
}

export function openSchemas(folder: string): Schemas {
	const texts = new Map<string, string>();
	const parsed = new Map<string, JsonObject>();
	const compiled = new Map<string, Promise<Validate>>();
	const text = (file: string): string => {
		let found = texts.get(file);
		if (found === undefined) {
			found = readFileSync(join(folder, file), "utf8");
			texts.set(file, found);
		}
		return found;
	};
	const read = (file: string): JsonObject => {
		let schema = parsed.get(file);
		if (schema === undefined) {
			const value: unknown = JSON.parse(text(file));
			if (!isJsonObject(value)) throw new Error(`schema ${file} is not an object`);
			schema = value;
			parsed.set(file, schema);
		}
		return schema;
	};
	return {
		read,
		validator(file) {
			let validator = compiled.get(file);
			if (validator === undefined) {
				validator =
					folder === packagedSchemas()
						? prepared(file, text(file)).then((found) => found ?? compile(read(file)))
						: compile(read(file));
				compiled.set(file, validator);
			}
			return validator;
		},
		digest: (files) => sha256Hex(files.map((file) => sha256Hex(text(file))).join("\n")),
	};
}

/**
 * The validator that the build compiled ahead of time, when this is a build and the schema is still the one it was made
 * from. Loading ajv and compiling a schema takes longer than reading a thousand manifests.
 */
async function prepared(file: string, text: string): Promise<Validate | undefined> {
	const path = new URL(`./validators/${file.replace(/\.json$/, ".js")}`, import.meta.url);
	if (!existsSync(path)) return undefined;
	const { validate, source } = (await import(path.href)) as PreparedValidator;
	if (source !== sha256Hex(text)) return undefined;
	return (value) => (validate(value) ? [] : (validate.errors ?? []));
}

interface PreparedValidator {
	readonly validate: ((value: JsonValue) => boolean) & { readonly errors?: readonly ErrorObject[] | null };
	/** SHA-256 of the schema's text. */
	readonly source: string;
}

async function compile(schema: JsonObject): Promise<Validate> {
	const { compileSchema } = await import("./schema-compiler.js");
	return compileSchema(schema);
}
