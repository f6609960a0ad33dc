// A client of the embedded service for its own tests: stamps, sends and reads, and nothing else. It knows nothing of the
// product's client.
import type { KeyObject } from "node:crypto";
import { Pool } from "undici";
import { type ActivityName, operations, type QueryName } from "../../src/api/operations.js";
import type { Credentials } from "../../src/service/start.js";
import { publicKeyOf, signingKey, stamp } from "./stamper.js";

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Answer = any;

export interface Reply {
	readonly status: number;
	readonly body: Answer;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export class TestClient {
	readonly organizationId: string;
	readonly publicKey: string;
	readonly #key: KeyObject;
	readonly #pool: Pool;
	readonly #now: () => number;
	#last = 0;

	constructor(baseUrl: string, credentials: Credentials, options: { readonly connections?: number; now?(): number } = {}) {
		this.organizationId = credentials.organizationId;
		this.#key = signingKey("P256", credentials.apiPrivateKey.reveal());
		this.publicKey = publicKeyOf(this.#key);
		this.#pool = new Pool(baseUrl, { connections: options.connections ?? 1, pipelining: 1 });
		this.#now = options.now ?? Date.now;
	}

	/** The body of a submit with a timestamp of its own. */
	body(name: ActivityName, parameters: unknown, timestampMs = this.#timestamp()): string {
		const { type } = operations[name];
		return JSON.stringify({ type, timestampMs: String(timestampMs), organizationId: this.organizationId, parameters });
	}

	submit(name: ActivityName, parameters: unknown): Promise<Reply> {
		return this.post(operations[name].path, this.body(name, parameters));
	}

	/** A submit that must succeed: its activity. */
	async activity(name: ActivityName, parameters: unknown): Promise<Answer> {
		return expectOk(await this.submit(name, parameters)).activity;
	}

	/** A query that must succeed: its answer. */
	async query(name: QueryName, parameters: object = {}): Promise<Answer> {
		return expectOk(await this.ask(name, parameters));
	}

	ask(name: QueryName, parameters: object = {}): Promise<Reply> {
		return this.post(operations[name].path, JSON.stringify({ organizationId: this.organizationId, ...parameters }));
	}

	stamp(body: string | Uint8Array): string {
		return stamp("P256", this.#key, body);
	}

	/** Sends exactly these bytes; `headers` replace the usual ones. */
	async post(path: string, body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
		const answer = await this.#pool.request({
			path,
			method: "POST",
			headers: { "content-type": "application/json", "x-stamp": this.stamp(body), ...headers },
			body,
		});
		const text = await answer.body.text();
		return { status: answer.statusCode, body: readJson(text), headers: answer.headers };
	}

	close(): Promise<void> {
		return this.#pool.close();
	}

	/** Always later than the one before: equal bodies would be one activity. */
	#timestamp(): number {
		this.#last = Math.max(this.#last + 1, this.#now());
		return this.#last;
	}
}

function expectOk({ status, body }: Reply): Answer {
	if (status !== 200) throw new Error(`expected 200, got ${status}: ${JSON.stringify(body)}`);
	return body;
}

function readJson(text: string): Answer {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
