// The one file that loads ajv: it is imported when the first schema has to be compiled, and not before.
import type { AnySchema } from "ajv/dist/2020.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonObject, JsonValue } from "../base/json.js";
import type { Validate } from "./schemas.js";

/** The schemas were checked against their meta-schema when they were made; doing it again costs as much as everything else. */
const OPTIONS = {
	allErrors: true,
	verbose: true,
	validateSchema: false,
	strict: false,
	logger: false,
	// Tidying the generated code and repeating definitions in it cost a third of the compilation and gain nothing.
	code: { optimize: false },
	inlineRefs: false,
} as const;

export function compileSchema(schema: JsonObject): Validate {
	const ajv = new Ajv2020(OPTIONS);
	const validate = ajv.compile(schema as AnySchema);
	return (value: JsonValue) => (validate(value) ? [] : (validate.errors ?? []));
}
