// The two hands on the service, made ready: one that can only read, and one that can write too.
import type { Activity } from "../api/activity.js";
import { ServiceFailure, STATUS } from "../api/failure.js";
import { offers, type Profile } from "../api/operation.js";
import { activityRow, operations, type QueryName, queryRow } from "../api/operations.js";
import type { ActivityPort, PreparedActivity, QueryParameters, QueryPort, QueryResult } from "../api/port.js";
import type { Clock, Random } from "../base/clock.js";
import { activityOf, checkActivity } from "./activity-record.js";
import { BaseUrlRefused, readBaseUrl } from "./base-url.js";
import { createPrepare } from "./body.js";
import { type ClientEvent, createExchange, type Exchange } from "./exchange.js";
import { follow } from "./follow.js";
import { createLimiter } from "./limiter.js";
import { MAX_AGE_MS } from "./refusal.js";
import { type ShapeCheck, shapeCheck } from "./shape.js";
import type { Signer } from "./signer.js";
import { openTransport } from "./transport.js";

export interface ConnectOptions {
	readonly baseUrl: string;
	readonly organizationId: string;
	readonly profile: Profile;
	readonly signer: Signer;
	readonly clock: Clock;
	readonly random: Random;
	/** Unlimited when absent; the service's own limits are as low as 1. */
	readonly requestsPerSecond?: number | undefined;
	/** Requests under way at once. Default 4. */
	readonly concurrency?: number | undefined;
	/** For one request, until its answer is complete. Default 30 s. */
	readonly timeoutMs?: number | undefined;
	/** How often a request is sent at most. Default 5. */
	readonly attempts?: number | undefined;
	/** The largest answer in bytes. Default 64 MiB. */
	readonly maxAnswer?: number | undefined;
	/** Plain http to another machine than this one. */
	readonly allowInsecure?: boolean | undefined;
	/** Certificate authorities in PEM, instead of the machine's. */
	readonly certificateAuthorities?: string | undefined;
	readonly log?: ((event: ClientEvent) => void) | undefined;
	/** Is given every good answer as it came, with the operation and the body that asked. */
	readonly onAnswer?: ((operation: string, asked: string, answer: Buffer) => void) | undefined;
	/** `quorate/1.2.3`: our `User-Agent`. */
	readonly userAgent?: string | undefined;
}

export interface WriterOptions extends ConnectOptions {
	/** The largest `timestampMs` that earlier processes gave out, from the journal. */
	readonly after?: number | undefined;
	/** How long an activity is followed. Default 2 min. */
	readonly followMs?: number | undefined;
}

export interface Reader {
	readonly port: QueryPort;
	/** Closes the connections; what is still under way is cancelled. */
	close(): Promise<void>;
}

export interface Writer {
	readonly port: ActivityPort;
	close(): Promise<void>;
}

const DEFAULTS = { concurrency: 4, timeoutMs: 30_000, attempts: 5, maxAnswer: 64 * 1024 * 1024, followMs: 120_000 } as const;

/**
 * A reader: at run time too it has nothing that writes. Throws `BaseUrlRefused`; opens no connection before the first query.
 */
export function connectReader(options: ConnectOptions): Reader {
	const { exchange, close } = open(options);
	return { port: queryPort(options, exchange), close };
}

/** A reader that can write. Throws `BaseUrlRefused`; opens no connection before the first request. */
export function connectWriter(options: WriterOptions): Writer {
	const { exchange, close } = open(options);
	const { organizationId, profile, clock } = options;
	const prepare = createPrepare({ organizationId, clock, after: options.after });
	const reader = queryPort(options, exchange);

	const submit = async (prepared: PreparedActivity, signal?: AbortSignal): Promise<Activity> => {
		const { operation, body, timestampMs } = prepared;
		const row = activityRow(operation);
		if (!offers(profile, row)) throw notOffered(operation, profile);
		return activityOf(await exchange({ operation, path: row.path, body, timestampMs, check: checkActivity }, signal));
	};
	const lookByQuery = async (activityId: string, signal: AbortSignal | undefined): Promise<Activity> => {
		const { path } = queryRow("get_activity");
		const body = JSON.stringify({ organizationId, activityId });
		return activityOf(await exchange({ operation: "get_activity", path, body, check: checkActivity }, signal));
	};
	const canLook = reader.offers("get_activity");

	return {
		port: {
			...reader,
			prepare,
			submit,
			follow(activity, prepared, signal) {
				const deadlineMs = options.followMs ?? DEFAULTS.followMs;
				// Where there is no query for it, the same body again returns the same activity, for as long as it is fresh.
				const fresh = prepared.timestampMs + MAX_AGE_MS - clock.now() - 1000;
				return follow(
					activity,
					{
						clock,
						look: canLook ? (stop) => lookByQuery(activity.id, stop) : (stop) => submit(prepared, stop),
						deadlineMs: canLook ? deadlineMs : Math.min(deadlineMs, fresh),
						operation: prepared.operation,
					},
					signal,
				);
			},
		},
		close,
	};
}

function queryPort(options: ConnectOptions, exchange: Exchange): QueryPort {
	const { organizationId, profile } = options;
	const checks = new Map<QueryName, ShapeCheck>();
	const checkOf = (name: QueryName): ShapeCheck => {
		let check = checks.get(name);
		if (check === undefined) {
			check = shapeCheck(queryRow(name).result);
			checks.set(name, check);
		}
		return check;
	};
	return {
		organizationId,
		profile,
		offers: (operation) => offers(profile, operations[operation]),
		async query<N extends QueryName>(name: N, parameters: QueryParameters<N>): Promise<QueryResult<N>> {
			const row = queryRow(name);
			if (!offers(profile, row)) throw notOffered(name, profile);
			const body = JSON.stringify({ ...parameters, organizationId });
			const answer = await exchange({ operation: name, path: row.path, body, check: checkOf(name) });
			// The check has just established the members that the type promises.
			return answer as unknown as QueryResult<N>;
		},
	};
}

function open(options: ConnectOptions): { readonly exchange: Exchange; close(): Promise<void> } {
	const { clock, random, signer, log } = options;
	const url = readBaseUrl(options.baseUrl, { allowInsecure: options.allowInsecure === true });
	if (!url.ok) throw new BaseUrlRefused(url.message, url.help);
	const concurrency = options.concurrency ?? DEFAULTS.concurrency;
	const transport = openTransport({
		endpoint: url.endpoint,
		connections: concurrency,
		timeoutMs: options.timeoutMs ?? DEFAULTS.timeoutMs,
		maxAnswer: options.maxAnswer ?? DEFAULTS.maxAnswer,
		certificateAuthorities: options.certificateAuthorities,
	});
	const exchange = createExchange({
		endpoint: url.endpoint,
		transport,
		limiter: createLimiter({ clock, concurrency, requestsPerSecond: options.requestsPerSecond }),
		signer,
		clock,
		random,
		attempts: options.attempts ?? DEFAULTS.attempts,
		headers: ["accept", "application/json", "content-type", "application/json", "user-agent", options.userAgent ?? "quorate"],
		log,
		onAnswer: options.onAnswer,
	});
	return { exchange, close: () => transport.close() };
}

function notOffered(operation: string, profile: Profile): ServiceFailure {
	return new ServiceFailure({
		category: "refused",
		operation,
		message: `\`${operation}\` was not sent: a service of the profile \`${profile}\` does not offer it`,
		code: STATUS.Unimplemented,
		attempts: 0,
		reason: "not-offered",
	});
}
