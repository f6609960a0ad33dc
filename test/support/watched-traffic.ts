// Judges everything that is said over HTTP with a service in this process by the OpenAPI document that the service itself
// serves. Requests and answers are overheard where Node announces them, byte for byte as they were, whoever sent them; what
// they must look like is decided by `openapi-backend`, which knows nothing of this project.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Document, OpenAPIBackend } from "openapi-backend";

export interface Watch {
	/** Every way in which an exchange was not as the document says. */
	readonly violations: readonly string[];
	/** Statuses that each operation, by `operationId`, was answered with. */
	readonly answered: ReadonlyMap<string, ReadonlySet<number>>;
	stop(): void;
}

interface Exchange {
	readonly method: string;
	readonly path: string;
	readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
	readonly body: string;
	readonly status: number;
	readonly contentType: unknown;
	readonly answer: string;
}

type SecuritySchemes = Readonly<Record<string, { readonly name: string }>>;

/** Watches from now on what goes over the addresses of a service. */
export async function watchTraffic(service: { readonly baseUrl: string; readonly authProxyUrl: string }): Promise<Watch> {
	const judge = await judgeBy(await (await fetch(`${service.baseUrl}/openapi.json`)).text(), service.authProxyUrl);
	const { definition } = judge;
	const schemes = (definition.components?.securitySchemes ?? {}) as unknown as SecuritySchemes;
	const ports = new Set([service.baseUrl, service.authProxyUrl].map((url) => Number(new URL(url).port)));
	const violations: string[] = [];
	const answered = new Map<string, Set<number>>();

	const weigh = (exchange: Exchange): void => {
		const { method, path, headers, status } = exchange;
		const complain = (what: string): void => void violations.push(`${method} ${path} -> ${status}: ${what}`);
		const request = { method, path, headers: headers as Record<string, string>, body: readJson(exchange.body) };
		const operation = judge.matchOperation(request);
		if (!operation?.operationId) {
			if (method === "POST" && ![400, 404, 501].includes(status)) complain("the document has no such path");
			return;
		}
		const { operationId } = operation;
		answered.set(operationId, (answered.get(operationId) ?? new Set()).add(status));
		if (!Object.hasOwn(operation.responses ?? {}, status)) {
			complain("the document has no such status");
			return;
		}
		if (exchange.contentType !== "application/json") complain(`content type ${exchange.contentType}`);
		for (const error of judge.validator.validateResponse(readJson(exchange.answer), operation, status).errors ?? []) {
			complain(`answer${error.instancePath} ${error.message} ${JSON.stringify(error.params)}: ${exchange.answer.slice(0, 2000)}`);
		}
		if (status !== 200) return;
		for (const error of judge.validateRequest(request, operation).errors ?? []) {
			complain(`request${error.instancePath} ${error.message}: ${exchange.body.slice(0, 2000)}`);
		}
		const ways = (operation.security ?? []).map((each) =>
			Object.keys(each).map((name) => schemes[name]?.name.toLowerCase() ?? ""),
		);
		if (ways.length > 0 && !ways.some((names) => names.every((name) => headers[name] !== undefined))) {
			complain("carried out without any of the headers it needs");
		}
	};

	const overhear = (message: unknown): void => {
		const { request, response } = message as { readonly request: IncomingMessage; readonly response: ServerResponse };
		if (!ports.has(request.socket.localPort ?? 0)) return;
		const asked: Buffer[] = [];
		const told: Buffer[] = [];
		const push = request.push.bind(request);
		request.push = (chunk: unknown, encoding?: BufferEncoding) => {
			if (chunk instanceof Uint8Array) asked.push(Buffer.from(chunk));
			return push(chunk, encoding);
		};
		const end = response.end.bind(response) as (...parts: unknown[]) => ServerResponse;
		response.end = ((...parts: unknown[]) => {
			if (typeof parts[0] === "string" || parts[0] instanceof Uint8Array) told.push(Buffer.from(parts[0] as Uint8Array));
			const { method = "", url = "", headers } = request;
			const status = response.statusCode;
			const result = end(...parts);
			const path = url.split("?")[0] ?? "";
			const contentType = response.getHeader("content-type") ?? headerOf(response, "content-type");
			weigh({ method, path, headers, body: text(asked), status, contentType, answer: text(told) });
			return result;
		}) as typeof response.end;
	};
	subscribe("http.server.request.start", overhear);
	return { violations, answered, stop: () => unsubscribe("http.server.request.start", overhear) };
}

/** Judges by the documents met so far: making one takes a while, and where the proxy is changes nothing in the document else. */
const judges = new Map<string, Promise<OpenAPIBackend>>();

function judgeBy(document: string, authProxyUrl: string): Promise<OpenAPIBackend> {
	const key = document.replace(authProxyUrl, "");
	const known = judges.get(key);
	if (known) return known;
	const judge = new OpenAPIBackend({
		definition: JSON.parse(document) as Document,
		quick: true,
		// Most of what is compiled is used a few times only.
		ajvOpts: { code: { optimize: false }, formats: { "date-time": (text: string) => !Number.isNaN(Date.parse(text)) } },
	}).init();
	judges.set(key, judge);
	return judge;
}

/** `writeHead` with headers of its own does not keep them where `getHeader` looks; the written head has them. */
function headerOf(response: ServerResponse, name: string): string | undefined {
	const head = (response as unknown as { readonly _header?: string })._header ?? "";
	return new RegExp(`^${name}: (.*?)\r?$`, "im").exec(head)?.[1];
}

const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString("utf8");

function readJson(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}
