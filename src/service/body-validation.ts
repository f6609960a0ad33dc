// Whether a body has the form its operation asks for, as the catalogue describes it. The validator is loaded, and an
// operation's schema compiled, when somebody first calls it, which keeps the start short.
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { bodySchema } from "../api/body-schema.js";
import type { ErrorCode } from "../api/error-codes.js";
import type { Operation } from "../api/operation.js";
import type { JsonObject } from "../base/json.js";
import { badRequest, invalid, type Refusal } from "./refusal.js";

/** Checks bodies of one operation; throws a `Refusal` (400) that names the first thing wrong. */
export type BodyValidator = (body: JsonObject) => void;

export class BodyValidation {
	#compile: Promise<(schema: object) => ValidateFunction> | undefined;
	readonly #compiled = new Map<Operation, Promise<ValidateFunction>>();

	async validatorFor(operation: Operation): Promise<BodyValidator> {
		const validate = await this.#compiledFor(operation);
		return (body) => {
			if (validate(body)) return;
			const error = validate.errors?.[0];
			throw error ? refusalFor(error) : badRequest("it does not have the expected form");
		};
	}

	/** Requests that arrive together wait for one compilation; one that fails is tried again by the next. */
	#compiledFor(operation: Operation): Promise<ValidateFunction> {
		const known = this.#compiled.get(operation);
		if (known) return known;
		this.#compile ??= import("./body-compiler.js").then(({ bodyCompiler }) => bodyCompiler());
		const compiled = this.#compile.then((compile) => compile(bodySchema(operation)));
		this.#compiled.set(operation, compiled);
		compiled.catch(() => {
			this.#compile = undefined;
			this.#compiled.delete(operation);
		});
		return compiled;
	}
}

/** Enumerated fields for which the service has words of its own. */
const ENUM_MESSAGES: Readonly<Record<string, string>> = {
	hashFunction: "invalid hash function",
	encoding: "invalid payload encoding",
	curve: "invalid curve",
	pathFormat: "invalid path format",
	addressFormat: "invalid address format",
	addressFormats: "invalid address format",
};

/** Those whose refusal has a code. */
const ENUM_CODES: Readonly<Record<string, ErrorCode>> = { provider: "INVALID_OAUTH2_PROVIDER" };

function refusalFor(error: ErrorObject): Refusal {
	const path = pathOf(error.instancePath);
	const field =
		error.instancePath
			.replace(/(?:\/\d+)+$/, "")
			.split("/")
			.at(-1) ?? "";
	switch (error.keyword) {
		case "required":
			return invalid(`invalid request body: missing field \`${error.params["missingProperty"]}\`${within(path)}`);
		case "additionalProperties":
			return invalid(`invalid request body: unknown field \`${error.params["additionalProperty"]}\`${within(path)}`);
		case "const":
			return invalid(`invalid request body: \`${path}\` must be \`${error.params["allowedValue"]}\``);
		case "enum":
			return invalid(
				ENUM_MESSAGES[field] ??
					`invalid request body: \`${path}\` must be one of ${(error.params["allowedValues"] as readonly unknown[])
						.filter((each) => each !== null)
						.map((each) => `\`${each}\``)
						.join(", ")}`,
				ENUM_CODES[field],
			);
		case "type":
			return badRequest(`\`${path}\` must be of type ${[error.params["type"]].flat().join(" or ")}`);
		default:
			return badRequest(`\`${path}\` is out of range`);
	}
}

/** `/parameters/rules/0/cidr` as a reader would write it: `parameters.rules[0].cidr`. */
function pathOf(pointer: string): string {
	return pointer
		.split("/")
		.slice(1)
		.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
		.reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === "" ? part : `${path}.${part}`), "");
}

function within(path: string): string {
	return path === "" || path === "parameters" ? "" : ` in \`${path}\``;
}
