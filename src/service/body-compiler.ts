// The one file of requests that loads the validator: it is imported when the first body has to be checked, and not before.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

export function bodyCompiler(): (schema: object) => ValidateFunction {
	const ajv = new Ajv2020({ strict: false, validateSchema: false, messages: false, verbose: true });
	return (schema) => ajv.compile(schema);
}
