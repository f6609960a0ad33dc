// The HTTP side: one fastify server whose routes are the rows of the catalogue, and the login proxy on a server of its own.
import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { HEALTH_PATH, KEY_SET_PATH, OPENAPI_PATH, openApiDocument } from "../api/openapi.js";
import { type Operation, offers } from "../api/operation.js";
import { type ActivityName, type OperationName, operations, type ProxyName, type QueryName } from "../api/operations.js";
import { PATHS_BEYOND } from "../api/operations-beyond.js";
import type { ActivityPipeline } from "./activity-pipeline.js";
import { type Administration, addAdministration } from "./administration/routes.js";
import { sendJson, sendRefusal, sendUnlessSpoiled } from "./answer.js";
import { allowEveryOrigin } from "./cross-origin.js";
import type { FaultInjector } from "./faults.js";
import { answerCors, configurations } from "./identity/proxy-access.js";
import type { InFlight } from "./in-flight.js";
import { addInspection } from "./inspection/routes.js";
import { internalError } from "./internal-error.js";
import { MalformedRequests } from "./malformed-requests.js";
import type { ProxyPipeline } from "./proxy-pipeline.js";
import type { QueryPipeline } from "./query-pipeline.js";
import { type RateLimit, tooManyRequests } from "./rate-limit.js";
import { badRequest, Refusal, unimplemented } from "./refusal.js";
import { publicServiceKeys } from "./service-keys.js";
import type { ServiceSetting } from "./service-setting.js";
import type { Store } from "./store.js";
import type { IncomingRequest } from "./submission.js";
import { Turnstile } from "./turnstile.js";
import { keySet } from "./webhooks/webhook-signature.js";

/** How often, in milliseconds, it is looked whether a request takes too long. */
const TIMEOUT_CHECK = 5_000;
/** How many requests begin in one turn of the event loop: those of two turns share a commit and are answered together. */
const PER_TURN = 8;

export interface ServerParts {
	readonly setting: ServiceSetting;
	readonly store: Store;
	readonly activities: ActivityPipeline;
	readonly queries: QueryPipeline;
	readonly proxy: ProxyPipeline;
	readonly faults: FaultInjector;
	readonly rateLimit: RateLimit | undefined;
	readonly inFlight: InFlight;
	readonly administration: Administration;
	/** Where the login proxy listens; to be asked once it does. */
	authProxyUrl(): string;
}

/** What a route does with a request: the text of its answer, or a `Refusal`. */
type Route = (request: IncomingRequest) => Promise<string>;

export function publicServer(parts: ServerParts): FastifyInstance {
	const server = newServer(parts.setting);
	const routes = new Map<string, Route>();
	for (const [name, operation] of Object.entries(operations)) {
		if (operation.form === "proxy") continue;
		routes.set(operation.path, routeFor(name as OperationName, operation, parts));
	}
	for (const path of PATHS_BEYOND) {
		const refusal = unimplemented(`${path} is an operation of the service that this one does not have`);
		routes.set(path, () => Promise.reject(refusal));
	}
	addRoutes(server, parts, routes);
	allowEveryOrigin(server);
	addKeySet(server, parts.setting);
	addDescription(server, parts);
	addInspection(server, parts);
	addAdministration(server, parts);
	server.get(HEALTH_PATH, (_request, reply) => {
		reply.hijack();
		const [first] = configurations(parts.store);
		const authProxyConfigId = first?.proxy.id ?? null;
		const publicKeys = publicServiceKeys(parts.setting.keys);
		sendJson(reply.raw, 200, JSON.stringify({ status: "ok", publicKeys, authProxyConfigId }));
	});
	return server;
}

/** The login proxy, which web pages ask directly. */
export function proxyServer(parts: ServerParts): FastifyInstance {
	const server = newServer(parts.setting);
	server.addHook("onRequest", async (request, reply) => answerCors(parts.store, request.headers, reply.raw));
	server.options("*", (_request, reply) => {
		reply.hijack();
		reply.raw.writeHead(204);
		reply.raw.end();
	});
	const routes = new Map<string, Route>();
	for (const [name, operation] of Object.entries(operations)) {
		if (operation.form !== "proxy") continue;
		routes.set(operation.path, proxyRouteFor(name as ProxyName, operation, parts));
	}
	for (const path of EARLIER_PROXY_PATHS) {
		const refusal = unimplemented(`${path} is not supported by this service: use its later version`);
		routes.set(path, () => Promise.reject(refusal));
	}
	addRoutes(server, parts, routes);
	return server;
}

/** What the login proxy has had and has later versions of, or what needs the vendor's other services. */
const EARLIER_PROXY_PATHS = ["/v1/otp_init", "/v1/otp_verify", "/v1/otp_login", "/v1/signup", "/v1/wallet_kit_client_params"];

function proxyRouteFor(name: ProxyName, operation: Operation, { setting: { profile }, proxy }: ServerParts): Route {
	if (offers(profile, operation)) return (request) => proxy.ask(name, request);
	const refusal = unimplemented(`${operation.path} is not part of profile ${profile}, which this service was started with`);
	return () => Promise.reject(refusal);
}

/** Starts listening; resolves to the address, without a slash at the end. */
export async function listen(server: FastifyInstance, host: string, port: number): Promise<string> {
	await server.listen({ host, port });
	const { address, port: bound, family } = server.server.address() as AddressInfo;
	return `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`;
}

/** The one document of the public API that is read with GET and without a stamp. */
function addKeySet(server: FastifyInstance, { keys }: ServiceSetting): void {
	const text = JSON.stringify(keySet(keys.webhook));
	server.get(KEY_SET_PATH, (_request, reply) => {
		reply.hijack();
		reply.raw.setHeader("cache-control", "public, max-age=86400, s-maxage=86400, stale-if-error=604800");
		sendJson(reply.raw, 200, text);
	});
}

/** The interface as this service offers it, written when somebody first asks. */
function addDescription(server: FastifyInstance, { setting: { profile }, authProxyUrl }: ServerParts): void {
	let text: string | undefined;
	server.get(OPENAPI_PATH, (_request, reply) => {
		reply.hijack();
		const proxy = authProxyUrl();
		const answer = text ?? JSON.stringify(openApiDocument(profile, proxy));
		// Asked before the proxy listens, it does not know yet where that is.
		if (proxy !== "") text = answer;
		sendJson(reply.raw, 200, answer);
	});
}

function routeFor(name: OperationName, operation: Operation, { setting: { profile }, activities, queries }: ServerParts): Route {
	if (!offers(profile, operation)) {
		const refusal = unimplemented(`${operation.path} is not part of profile ${profile}, which this service was started with`);
		return () => Promise.reject(refusal);
	}
	if (operation.form === "query") return (request) => queries.ask(name as QueryName, request);
	return (request) => activities.submit(name as ActivityName, request);
}

function newServer({ limits, log }: ServiceSetting): FastifyInstance {
	const { bodyBytes: bodyLimit, headersTimeout, requestTimeout } = limits;
	const malformed = new MalformedRequests();
	const server = fastify<Server>({
		logger: false,
		bodyLimit,
		requestTimeout,
		// A missing host is told like everything else that is wrong, in words.
		http: {
			requireHostHeader: false,
			headersTimeout,
			connectionsCheckingInterval: Math.min(TIMEOUT_CHECK, headersTimeout, requestTimeout),
		},
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		// Bodies are checked and answers written elsewhere. Without these it would load a validator and a serialiser to begin with.
		schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
		frameworkErrors: (_error, _request, reply) => {
			reply.hijack();
			sendRefusal(reply.raw, badRequest("its path cannot be read"));
		},
		clientErrorHandler: (error, socket) => malformed.refuse(error, socket),
	});
	malformed.watch(server.server);
	server.removeAllContentTypeParsers();
	server.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
	server.setNotFoundHandler((request, reply) => {
		reply.hijack();
		sendRefusal(reply.raw, unknownPath(request));
	});
	server.setErrorHandler((error, _request, reply) => {
		reply.hijack();
		sendRefusal(reply.raw, refusalFor(error, limits.bodyBytes, log));
	});
	return server;
}

function noSchemas(): never {
	throw new Error("no route of this service has a schema");
}

function unknownPath({ method, url }: FastifyRequest): Refusal {
	return new Refusal("NotFound", `not found: ${method} ${url}`);
}

interface AnyPath {
	readonly params: { readonly "*": string };
}

/** One route of the server for all of ours: a table is enough for fixed paths, and a hundred routes would slow the start. */
function addRoutes(server: FastifyInstance, parts: ServerParts, routes: ReadonlyMap<string, Route>): void {
	const { setting, faults, inFlight } = parts;
	const turnstile = new Turnstile(PER_TURN);
	const routeOf = ({ params }: AnyPath): Route | undefined => routes.get(`/${params["*"]}`);
	/** What is wrong with a body does not matter where there is nothing. */
	const errorHandler = (error: Error, request: FastifyRequest & AnyPath, reply: FastifyReply): void => {
		reply.hijack();
		const known = routeOf(request) !== undefined;
		sendRefusal(reply.raw, known ? refusalFor(error, setting.limits.bodyBytes, setting.log) : unknownPath(request));
	};
	server.post<{ readonly Params: AnyPath["params"] }>("/*", { errorHandler }, async (request, reply) => {
		reply.hijack();
		const response = reply.raw;
		const route = routeOf(request);
		if (!route) {
			sendRefusal(response, unknownPath(request));
			return;
		}
		if (!inFlight.enter()) {
			sendRefusal(response, new Refusal("Unavailable", "the service is closing"));
			return;
		}
		try {
			await turnstile.pass();
			checkHost(request);
			if (faults.latency > 0) await setting.clock.sleep(faults.latency);
			checkRate(parts, request, response);
			if (faults.strikes("rate429")) throw tooManyRequests();
			if (faults.strikes("rate503")) throw new Refusal("Unavailable", "service unavailable");
			const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array();
			const text = await route({ headers: request.headers, bytes, address: request.socket.remoteAddress });
			sendUnlessSpoiled(response, text, faults);
		} catch (error) {
			sendRefusal(response, refusalFor(error, setting.limits.bodyBytes, setting.log));
		} finally {
			inFlight.leave();
		}
	});
}

/** HTTP 1.1 asks for it, and for this answer when it is not there. */
function checkHost({ headers, raw }: FastifyRequest): void {
	if (headers.host === undefined && raw.httpVersion === "1.1") throw badRequest("it names no host");
}

function checkRate({ rateLimit, setting }: ServerParts, request: FastifyRequest, response: ServerResponse): void {
	if (!rateLimit) return;
	const address = request.socket.remoteAddress ?? "";
	const { limit, remaining, exceeded } = rateLimit.take(address, setting.clock.now());
	response.setHeader("ratelimit-limit", limit);
	response.setHeader("ratelimit-remaining", remaining);
	response.setHeader("x-rate-limit-request-remote-addr", address);
	if (exceeded) throw tooManyRequests();
}

/** Whatever was thrown, as an answer: what the caller did wrong, or a 500 whose number is in the log. */
function refusalFor(error: unknown, bodyBytes: number, log: ServiceSetting["log"]): Refusal {
	if (error instanceof Refusal) return error;
	switch ((error as { readonly code?: unknown }).code) {
		case "FST_ERR_CTP_BODY_TOO_LARGE":
			return badRequest(`it is larger than ${bodyBytes} bytes`);
		case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
			return badRequest("expected content type application/json");
		case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
			return badRequest("its length is not the announced one");
		case "ECONNRESET":
			// Told to nobody: the client has gone before its body was here.
			return badRequest("it was broken off");
	}
	return internalError(error, log);
}
