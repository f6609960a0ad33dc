// The interface as an OpenAPI 3.1 document, made from the operation catalogue: what other people's tools read.
import type { JsonObject } from "../base/json.js";
import { answerSchema } from "./answer-schema.js";
import { bodySchema } from "./body-schema.js";
import { failureOf, failureSchema, refusalDescription, refusalStatuses } from "./documented-status.js";
import { list, objectSchema, optional, record, text } from "./field.js";
import { capitalised, NamedSchemas, type Parts } from "./named-schemas.js";
import { type ActivityOperation, type Operation, offers, type Profile } from "./operation.js";
import { operations } from "./operations.js";

/** Where the document itself, the state of health and the key set for webhooks stand on the public address. */
export const OPENAPI_PATH = "/openapi.json";
export const HEALTH_PATH = "/health";
export const KEY_SET_PATH = "/public/v1/discovery/webhooks/jwks";

/** The login proxy stands on an address of its own; one that was not told where says so by this default. */
const UNKNOWN_PROXY = "http://127.0.0.1:8788";

/**
 * The document for a profile: its operations, every status they answer with, and the records they carry. `authProxyUrl`,
 * without a slash at the end, is where the login proxy listens. The same arguments always give the same document.
 */
export function openApiDocument(profile: Profile, authProxyUrl: string = UNKNOWN_PROXY): JsonObject {
	const schemas = new NamedSchemas();
	const failure = schemas.named("Failure", failureSchema());
	const offered = Object.entries<Operation>(operations).filter(([, operation]) => offers(profile, operation));
	const proxy = { url: "{authProxyUrl}", variables: { authProxyUrl: { default: authProxyUrl } } };
	const paths = offered.map(([name, operation]): [string, JsonObject] => {
		const servers = operation.form === "proxy" ? { servers: [proxy] } : {};
		return [operation.path, { ...servers, post: operationObject(profile, name, operation, schemas) }];
	});
	const statuses = [...new Set(offered.flatMap(([, operation]) => refusalStatuses(operation)))].sort((a, b) => a - b);
	return {
		openapi: "3.1.0",
		info: {
			title: "Wallet and identity activity service",
			version: "v1",
			description: `${INTRODUCTION}\n\nThis is profile \`${profile}\`. Operations with \`x-profile: core\` are those of the specified interface.`,
			license: { name: "Apache-2.0", identifier: "Apache-2.0" },
		},
		servers: [{ url: "/", description: "The address this document was read from." }],
		tags: TAGS.map(([name, description]) => ({ name, description })),
		paths: { ...Object.fromEntries(paths.sort(([left], [right]) => (left < right ? -1 : 1))), ...documents(schemas) },
		components: {
			schemas: schemas.all(),
			responses: Object.fromEntries(
				statuses.map((status) => [responseName(status), jsonContent(refusalDescription(status), failureOf(status, failure))]),
			),
			securitySchemes: Object.fromEntries(
				Object.entries(SECURITY_SCHEMES).filter(([name]) => profile === "full" || name !== ATTESTED),
			),
		},
	};
}

const INTRODUCTION = `Every operation is a POST of one JSON object in UTF-8: no member twice, none unknown, at most 1 MiB and 32 levels deep.
Queries read; submits are activities, and the same bytes submitted again are the same activity. Both are signed with a stamp over
exactly the bytes of the body. A member that is not required may be null, which means the same as leaving it out.`;

const TAGS = [
	["submit", "Activities: signed writes, which policies may allow, deny, or let wait for approvals."],
	["query", "Signed reads."],
	["login proxy", "Logins for web pages, without a stamp, on an address of their own."],
	["documents", "What is read with GET and without a stamp."],
] as const;

const TAG_OF = { activity: "submit", query: "query", proxy: "login proxy" } as const;

/** The stamp that the specified interface does not have. */
const ATTESTED = "attestedStamp";

const SECURITY_SCHEMES: JsonObject = {
	stamp: {
		type: "apiKey",
		in: "header",
		name: "X-Stamp",
		description:
			"base64url of JSON with `publicKey`, `scheme` and `signature`: an API key's or a session key's signature over the body.",
	},
	webauthnStamp: {
		type: "apiKey",
		in: "header",
		name: "X-Stamp-Webauthn",
		description: "JSON of a WebAuthn assertion whose challenge is the SHA-256 of the body, in hexadecimal.",
	},
	[ATTESTED]: {
		type: "apiKey",
		in: "header",
		name: "X-Stamp-Attested",
		description:
			"JSON, plain or in base64url: a signature over the body by a key that a token attests; for users of sub-organizations.",
	},
	authProxyConfig: {
		type: "apiKey",
		in: "header",
		name: "X-Auth-Proxy-Config-Id",
		description: "The identifier of a configuration of the login proxy.",
	},
};

/** Any one of these makes a request signed. */
const STAMPED: Readonly<Record<Profile, readonly JsonObject[]>> = {
	core: [{ stamp: [] }, { webauthnStamp: [] }],
	full: [{ stamp: [] }, { webauthnStamp: [] }, { [ATTESTED]: [] }],
};

function operationObject(profile: Profile, name: string, operation: Operation, schemas: NamedSchemas): JsonObject {
	const title = name.split("_").map(capitalised).join("");
	const parts = operation.form === "activity" ? partsOf(operation) : {};
	const responses = refusalStatuses(operation).map((status) => [
		String(status),
		{ $ref: `#/components/responses/${responseName(status)}` },
	]);
	return {
		operationId: name,
		summary: capitalised(name.replace(/^proxy_/, "").replaceAll("_", " ")),
		tags: [TAG_OF[operation.form]],
		"x-profile": operation.profile,
		...(operation.form === "activity" ? { "x-activity-type": operation.type } : {}),
		...(operation.form === "activity" && operation.resource && operation.action
			? { "x-policy": { resource: operation.resource, action: operation.action } }
			: {}),
		security: operation.form === "proxy" ? [{ authProxyConfig: [] }] : [...STAMPED[profile]],
		requestBody: {
			required: true,
			content: { "application/json": { schema: schemas.named(`${title}Request`, bodySchema(operation), parts) } },
		},
		responses: {
			"200": jsonContent(ANSWERS[operation.form], schemas.named(`${title}Answer`, answerSchema(operation), parts)),
			...Object.fromEntries(responses),
		},
	};
}

/** An activity's parameters and result, named as its record names them. */
function partsOf({ intentKey, resultKey }: ActivityOperation): Parts {
	const intent = capitalised(intentKey);
	return { parameters: intent, [intentKey]: intent, [resultKey]: capitalised(resultKey) };
}

const ANSWERS = {
	activity: "The activity: completed, or waiting for approvals or further authentication.",
	query: "What was asked for.",
	proxy: "What was asked for.",
} as const;

/** What is read with GET, by anyone. */
function documents(schemas: NamedSchemas): JsonObject {
	const jsonWebKey: JsonObject = {
		type: "object",
		required: ["kty", "kid"],
		properties: { kty: { type: "string" }, kid: { type: "string" } },
	};
	const health = objectSchema({
		status: { schema: { const: "ok" }, required: true },
		publicKeys: record({
			enclaveQuorum: text(),
			notarizer: text(),
			tlsFetcher: text(),
			tlsFetcherEncryption: text(),
			authProxy: text(),
			webhook: text(),
		}),
		authProxyConfigId: optional(text()),
	});
	return {
		[KEY_SET_PATH]: document(
			"webhook_keys",
			"The keys that sign webhooks, as a JSON Web Key Set",
			objectSchema({
				keys: list({ schema: jsonWebKey, required: true }),
			}),
			schemas,
		),
		[HEALTH_PATH]: document("health", "Whether the service answers, and its public keys", health, schemas),
		[OPENAPI_PATH]: document("openapi", "This document", { type: "object" }, schemas),
	};
}

function document(name: string, summary: string, schema: JsonObject, schemas: NamedSchemas): JsonObject {
	return {
		get: {
			operationId: name,
			summary,
			tags: ["documents"],
			security: [],
			responses: { "200": jsonContent(summary, schemas.refer(schema)) },
		},
	};
}

function responseName(status: number): string {
	return `Refusal${status}`;
}

function jsonContent(description: string, schema: JsonObject): JsonObject {
	return { description, content: { "application/json": { schema } } };
}
