// Bytes to the service and back, over kept-alive connections. The only file that knows undici.
//
// It uses undici's lowest interface, `dispatch` with a handler of our own, because that is where one can still tell *when*
// a request failed: before it left (nobody can have received it) or after (somebody may have). `request()` would also make
// a stream per answer that we would only read to its end.
import type { Dispatcher } from "undici";
import buildConnector from "undici/lib/core/connect.js";
import errors from "undici/lib/core/errors.js";
import Pool from "undici/lib/dispatcher/pool.js";
import type { Endpoint } from "./base-url.js";

export interface TransportOptions {
	readonly endpoint: Endpoint;
	/** How many connections may be open; each carries one request at a time. */
	readonly connections: number;
	/** From handing a request over until its answer is complete. */
	readonly timeoutMs: number;
	/** The largest answer in bytes. */
	readonly maxAnswer: number;
	/** Further certificate authorities in PEM, for a service with a certificate of one's own. */
	readonly certificateAuthorities?: string | undefined;
}

export interface TransportAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly body: Buffer;
}

/**
 * How a request failed. `connect`: no connection was made, so nothing left us. `timeout`, `lost` and `truncated` (the
 * answer began and broke off): it may have been received. `too-large`: an answer came and was too large to be read.
 * `not-http`: what came is no HTTP. `cancelled`: our signal, or `close`.
 */
export type TransportStage = "connect" | "timeout" | "lost" | "truncated" | "too-large" | "not-http" | "cancelled";

export class TransportProblem extends Error {
	override readonly name = "TransportProblem";
	readonly stage: TransportStage;
	/** True when the bytes may have left us. */
	readonly sent: boolean;

	constructor(stage: TransportStage, sent: boolean, message: string, cause?: unknown) {
		super(message, cause === undefined ? undefined : { cause });
		this.stage = stage;
		this.sent = sent;
	}
}

export interface Transport {
	/** Posts a body; no redirect is followed. Rejects with `TransportProblem` and nothing else. */
	post(path: string, headers: readonly string[], body: Buffer, signal?: AbortSignal): Promise<TransportAnswer>;
	/** Closes all connections; requests still under way are cancelled. */
	close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;

/** Marks an error as one of making the connection, whatever its code. */
class ConnectFailure extends Error {}

export function openTransport(options: TransportOptions): Transport {
	const { endpoint, connections, timeoutMs } = options;
	const connect = buildConnector({
		timeout: Math.min(timeoutMs, CONNECT_TIMEOUT_MS),
		...(options.certificateAuthorities === undefined ? {} : { ca: options.certificateAuthorities }),
	});
	const pool = new Pool(endpoint.origin, {
		connections,
		pipelining: 1,
		// One timer of ours covers the whole exchange; undici's two would let an answer drip for ever.
		headersTimeout: 0,
		bodyTimeout: 0,
		connect: (target, callback) =>
			connect(target, (...outcome) => {
				if (outcome[0] === null) callback(null, outcome[1]);
				else callback(new ConnectFailure(outcome[0].message, { cause: outcome[0] }), null);
			}),
	});
	let closed = false;
	return {
		post: (path, headers, body, signal) =>
			new Promise((resolve, reject) => {
				const exchange = new Exchange(options, resolve, reject, signal);
				if (exchange.settled) return;
				try {
					pool.dispatch({ method: "POST", path: `${endpoint.prefix}${path}`, headers: headers as string[], body }, exchange);
				} catch (cause) {
					exchange.fail(
						new TransportProblem(closed ? "cancelled" : "lost", false, "the request could not be handed over", cause),
					);
				}
			}),
		async close() {
			closed = true;
			await pool.destroy();
		},
	};
}

/** One request and its answer. */
class Exchange implements Dispatcher.DispatchHandler {
	settled = false;
	readonly #resolve: (answer: TransportAnswer) => void;
	readonly #reject: (problem: TransportProblem) => void;
	readonly #maxAnswer: number;
	readonly #signal: AbortSignal | undefined;
	readonly #timer: NodeJS.Timeout | undefined;
	#controller: Dispatcher.DispatchController | undefined;
	#status = 0;
	#headers: TransportAnswer["headers"] = {};
	#chunks: Buffer[] = [];
	#size = 0;

	constructor(
		options: TransportOptions,
		resolve: (answer: TransportAnswer) => void,
		reject: (problem: TransportProblem) => void,
		signal: AbortSignal | undefined,
	) {
		this.#resolve = resolve;
		this.#reject = reject;
		this.#maxAnswer = options.maxAnswer;
		this.#signal = signal;
		if (signal?.aborted === true) {
			this.#cancel();
			return;
		}
		signal?.addEventListener("abort", this.#cancel, { once: true });
		this.#timer = setTimeout(this.#expire, options.timeoutMs, options.timeoutMs);
	}

	// undici looks for this method to know the newer kind of handler.
	onRequestStart(controller: Dispatcher.DispatchController): void {
		if (this.settled) controller.abort(new Error("no longer wanted"));
		else this.#controller = controller;
	}

	onResponseStart(_: Dispatcher.DispatchController, status: number, headers: TransportAnswer["headers"]): void {
		this.#status = status;
		this.#headers = headers;
	}

	onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
		this.#size += chunk.length;
		if (this.#size > this.#maxAnswer) {
			this.fail(new TransportProblem("too-large", true, `the answer is larger than ${this.#maxAnswer} bytes`));
		} else this.#chunks.push(chunk);
	}

	onResponseEnd(): void {
		const [first] = this.#chunks;
		const body = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks, this.#size);
		this.#settle(() => this.#resolve({ status: this.#status, headers: this.#headers, body }));
	}

	onResponseError(_: Dispatcher.DispatchController, error: Error): void {
		if (error instanceof ConnectFailure) {
			this.fail(new TransportProblem("connect", false, error.message, error.cause));
			return;
		}
		const code = (error as NodeJS.ErrnoException).code ?? "";
		// The parser's error holds the answer's bytes, so it is not passed on as the cause.
		if (error instanceof errors.HTTPParserError && this.#status === 0) {
			this.fail(new TransportProblem("not-http", true, "the answer is not HTTP"));
		} else if (code === "UND_ERR_DESTROYED" || code === "UND_ERR_CLOSED" || code === "UND_ERR_ABORTED") {
			this.fail(new TransportProblem("cancelled", this.#controller !== undefined, "the connection was closed by us", error));
		} else if (this.#status >= 200) this.fail(new TransportProblem("truncated", true, error.message));
		else this.fail(new TransportProblem("lost", this.#controller !== undefined, error.message, error));
	}

	fail(problem: TransportProblem): void {
		this.#settle(() => {
			this.#reject(problem);
			this.#controller?.abort(problem);
		});
	}

	readonly #cancel = (): void =>
		this.fail(new TransportProblem("cancelled", this.#controller !== undefined, "cancelled", this.#signal?.reason));

	readonly #expire = (timeoutMs: number): void => {
		const within = `within ${timeoutMs / 1000} s`;
		if (this.#controller === undefined) this.fail(new TransportProblem("connect", false, `no connection ${within}`));
		else this.fail(new TransportProblem("timeout", true, `no complete answer ${within}`));
	};

	#settle(action: () => void): void {
		if (this.settled) return;
		this.settled = true;
		clearTimeout(this.#timer);
		this.#signal?.removeEventListener("abort", this.#cancel);
		action();
		this.#chunks = [];
	}
}
