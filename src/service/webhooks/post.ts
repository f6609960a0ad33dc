// Sending one attempt of a delivery: a POST that follows no redirect, goes to no address it should not, and does not wait
// for ever. What a name stands for is looked at when it is dialled, since it may mean something else than it did before.
import { lookup as lookUp } from "node:dns";
import { type ClientRequest, Agent as PlainAgent, request as plainRequest } from "node:http";
import { request as secureRequest, Agent as TlsAgent } from "node:https";
import type { LookupFunction } from "node:net";
import { isPublicAddress, webhookUrlProblem } from "../webhook-url.js";

/** What came back. Any status is an answer; `problem` is why there was none. `final`: trying again would not help. */
export type PostOutcome =
	| { readonly httpStatus: number }
	| { readonly httpStatus: null; readonly problem: string; readonly final: boolean };

export interface PostRequest {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

export interface PosterOptions {
	/** Permits http, and addresses of this machine and of private networks. */
	readonly allowLocal: boolean;
	/** Milliseconds for one attempt, from dialling to the head of the answer. */
	readonly timeout: number;
	/** Resolves names; the platform's own resolver when not given. */
	readonly lookup?: LookupFunction;
}

/** Bytes of an answer's body that are let through. */
const LONGEST_ANSWER = 65_536;

/** A name leads to an address that events may not be sent to. */
class ForbiddenAddress extends Error {
	override readonly name = "ForbiddenAddress";
}

/** Keeps connections open between deliveries, until it is closed. */
export class Poster {
	readonly #options: PosterOptions;
	readonly #lookup: LookupFunction;
	readonly #underWay = new Set<ClientRequest>();
	readonly #agents = {
		"http:": new PlainAgent({ keepAlive: true, maxFreeSockets: 16, timeout: 30_000 }),
		"https:": new TlsAgent({ keepAlive: true, maxFreeSockets: 16, timeout: 30_000 }),
	};

	constructor(options: PosterOptions) {
		this.#options = options;
		this.#lookup = guardedLookup(options.lookup ?? (lookUp as LookupFunction), options.allowLocal);
	}

	/** Never rejects: a request that is broken off has a problem like another. */
	post({ url, headers, body }: PostRequest): Promise<PostOutcome> {
		const { allowLocal, timeout } = this.#options;
		const unfit = webhookUrlProblem(url, allowLocal);
		if (unfit !== undefined) return Promise.resolve({ httpStatus: null, problem: unfit, final: true });
		const { protocol } = new URL(url);
		const send = protocol === "https:" ? secureRequest : plainRequest;
		const bytes = Buffer.from(body);
		return new Promise((resolve) => {
			const request = send(url, {
				method: "POST",
				headers: { ...headers, "Content-Length": bytes.byteLength, "User-Agent": "quorate-embedded-service" },
				agent: this.#agents[protocol as "http:" | "https:"],
				lookup: this.#lookup,
			});
			const tooLate = setTimeout(() => request.destroy(new Error(`no answer within ${timeout} ms`)), timeout);
			this.#underWay.add(request);
			const answer = (outcome: PostOutcome): void => {
				clearTimeout(tooLate);
				this.#underWay.delete(request);
				resolve(outcome);
			};
			request.on("response", (response) => {
				answer({ httpStatus: response.statusCode ?? 0 });
				// Nobody reads the answer's body: a short one is let through so that the connection can be used again.
				let length = 0;
				response.on("data", (chunk: Buffer) => {
					length += chunk.byteLength;
					if (length > LONGEST_ANSWER) response.destroy();
				});
				response.on("error", () => {});
				response.setTimeout(timeout, () => response.destroy());
			});
			request.on("error", (error) => answer(failure(error)));
			request.end(bytes);
		});
	}

	/** Breaks off what is under way. */
	close(): void {
		for (const request of this.#underWay) request.destroy(new Error("broken off"));
		this.#agents["http:"].destroy();
		this.#agents["https:"].destroy();
	}
}

function failure(error: Error & { readonly code?: string }): PostOutcome {
	if (error instanceof ForbiddenAddress) return { httpStatus: null, problem: error.message, final: true };
	return { httpStatus: null, problem: error.code ?? error.message, final: false };
}

/** A resolver that fails when any address it is given is not public: a name must not lead inside by one of several. */
function guardedLookup(lookup: LookupFunction, allowLocal: boolean): LookupFunction {
	if (allowLocal) return lookup;
	return (hostname, options, callback) => {
		lookup(hostname, { ...options, all: true }, (error, found) => {
			if (error) return callback(error, "", 0);
			const addresses = typeof found === "string" ? [{ address: found, family: 0 }] : found;
			const forbidden = addresses.find(({ address }) => !isPublicAddress(address));
			if (forbidden) {
				return callback(new ForbiddenAddress(`${hostname} leads to ${forbidden.address}, which is not public`), "", 0);
			}
			if (options.all) return callback(null, addresses);
			const [first] = addresses;
			if (!first) return callback(new Error(`${hostname} has no address`), "", 0);
			return callback(null, first.address, first.family);
		});
	};
}
