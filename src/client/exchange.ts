// One request until it has an answer or has failed for good: stamped once, sent and sent again with identical bytes.
import { ServiceFailure } from "../api/failure.js";
import type { Clock, Random } from "../base/clock.js";
import type { JsonObject } from "../base/json.js";
import { misshapen, readAnswer } from "./answer.js";
import type { Asked } from "./asked.js";
import type { Endpoint } from "./base-url.js";
import { connectionFailure } from "./connection-failure.js";
import type { Limiter } from "./limiter.js";
import { readRateHeaders } from "./rate-headers.js";
import { duration, MAX_AGE_MS } from "./refusal.js";
import { LONGEST_WAIT_MS, retryDelay } from "./retry.js";
import type { Signer } from "./signer.js";
import { type Transport, type TransportAnswer, TransportProblem } from "./transport.js";

/** What a log may know about requests: never a body, a stamp or a key. */
export type ClientEvent =
	| {
			readonly event: "request";
			readonly operation: string;
			readonly attempt: number;
			readonly milliseconds: number;
			/** The HTTP status; absent when there was no answer. */
			readonly status?: number;
			/** Why it failed; absent when it did not. */
			readonly failure?: string;
	  }
	| {
			readonly event: "retry";
			readonly operation: string;
			/** The attempt that is going to be made. */
			readonly attempt: number;
			readonly delayMs: number;
			readonly failure: string;
	  };

export interface ExchangeOptions {
	readonly endpoint: Endpoint;
	readonly transport: Transport;
	readonly limiter: Limiter;
	readonly signer: Signer;
	readonly clock: Clock;
	readonly random: Random;
	readonly attempts: number;
	/** Header names and values in turn, besides the stamp. */
	readonly headers: readonly string[];
	readonly log?: ((event: ClientEvent) => void) | undefined;
	/** Is given every good answer as it came, with the operation and the body that asked. */
	readonly onAnswer?: ((operation: string, asked: string, answer: Buffer) => void) | undefined;
}

export interface ExchangeRequest {
	readonly operation: string;
	readonly path: string;
	readonly body: string;
	/** Of a write: the time its body carries. */
	readonly timestampMs?: number;
	/** Says what an answer lacks; undefined when it lacks nothing. */
	readonly check: (value: JsonObject) => string | undefined;
}

export type Exchange = (request: ExchangeRequest, signal?: AbortSignal) => Promise<JsonObject>;

/** What one attempt came to. */
interface Attempt {
	readonly outcome: JsonObject | ServiceFailure;
	/** How long the answer asks us to wait. */
	readonly waitMs?: number | undefined;
}

export function createExchange(options: ExchangeOptions): Exchange {
	const { endpoint, transport, limiter, signer, clock, random, attempts, headers, log, onAnswer } = options;
	const rules = { attempts, random };

	/** Sends the bytes once. Never rejects. */
	async function send(request: ExchangeRequest, bytes: Buffer, stamp: string, signal: AbortSignal | undefined): Promise<Attempt> {
		let answer: TransportAnswer;
		try {
			answer = await transport.post(request.path, [...headers, "x-stamp", stamp], bytes, signal);
		} catch (problem) {
			if (!(problem instanceof TransportProblem)) throw problem;
			return { outcome: connectionFailure(request.operation, endpoint, problem) };
		}
		const now = clock.now();
		const asked: Asked = { operation: request.operation, timestampMs: request.timestampMs, now, stamp };
		const advice = readRateHeaders(answer.headers, now);
		const outcome = readAnswer(answer, asked);
		if (outcome instanceof ServiceFailure && outcome.httpStatus === 429 && outcome.reason !== "resource-limit") {
			if (outcome.reason === "rate-limit") limiter.slowDown(advice.perSecond);
			return { outcome, waitMs: advice.waitMs };
		}
		limiter.ease();
		if (advice.waitMs !== undefined && advice.waitMs <= LONGEST_WAIT_MS) limiter.holdUntil(now + advice.waitMs);
		if (outcome instanceof ServiceFailure) return { outcome, waitMs: advice.waitMs };
		const lacking = request.check(outcome);
		if (lacking === undefined) onAnswer?.(request.operation, request.body, answer.body);
		return { outcome: lacking === undefined ? outcome : misshapen(answer, asked, lacking) };
	}

	return async (request, signal) => {
		const { operation, timestampMs } = request;
		const write = timestampMs !== undefined;
		const bytes = Buffer.from(request.body);
		let stamp: string | undefined;
		// Whether an attempt may have been carried out although no answer said so.
		let uncertain = false;
		for (let attempt = 1; ; attempt += 1) {
			const age = write ? clock.now() - timestampMs : 0;
			if (age >= MAX_AGE_MS) throw tooOld(operation, age, attempt - 1);
			let result: Attempt;
			const begun = log === undefined ? 0 : clock.now();
			try {
				const wait = limiter.acquire(signal);
				if (wait !== undefined) await wait;
			} catch (cause) {
				throw cancelled(operation, attempt - 1, uncertain, cause);
			}
			try {
				stamp ??= await signer.stamp(bytes);
				result = await send(request, bytes, stamp, signal);
			} catch (cause) {
				if (stamp !== undefined) throw cause;
				throw unsigned(operation, cause);
			} finally {
				limiter.release();
			}
			const { outcome, waitMs } = result;
			const failed = outcome instanceof ServiceFailure;
			log?.({
				event: "request",
				operation,
				attempt,
				milliseconds: clock.now() - begun,
				...(failed ? (outcome.httpStatus === undefined ? {} : { status: outcome.httpStatus }) : { status: 200 }),
				...(failed ? { failure: summaryOf(outcome) } : {}),
			});
			if (!failed) return outcome;
			if (write && leavesDoubt(outcome)) uncertain = true;
			const delayMs = retryDelay(outcome, attempt, waitMs, rules);
			if (delayMs === undefined) throw final(outcome, attempt, write, uncertain, waitMs);
			log?.({ event: "retry", operation, attempt: attempt + 1, delayMs: Math.round(delayMs), failure: summaryOf(outcome) });
			// Whoever is told to go slower stands for all of us.
			if (outcome.reason === "rate-limit") limiter.holdUntil(clock.now() + delayMs);
			try {
				await clock.sleep(delayMs, signal);
			} catch (cause) {
				throw cancelled(operation, attempt, uncertain, cause);
			}
		}
	};
}

/** Whether this attempt may have been carried out: its answer was lost, or came from somewhere in between. */
function leavesDoubt(failure: ServiceFailure): boolean {
	return (
		failure.outcomeUnknown || (failure.category === "refused" && (failure.httpStatus ?? 0) >= 500 && failure.httpStatus !== 501)
	);
}

/**
 * Refusals that clear up what earlier attempts left in doubt: the service looks for an activity with these bytes before it
 * judges them, so it would have returned the one an earlier attempt had made.
 */
const SETTLING = new Set([400, 403, 404, 409]);

/** The failure as the caller gets it: with all attempts counted, and saying what they leave open together. */
function final(
	failure: ServiceFailure,
	attempts: number,
	write: boolean,
	uncertain: boolean,
	waitMs: number | undefined,
): ServiceFailure {
	const settled =
		failure.category === "refused" &&
		SETTLING.has(failure.httpStatus ?? 0) &&
		failure.reason !== "clock-skew" &&
		failure.reason !== "stale-body";
	const outcomeUnknown = write && uncertain && !settled;
	const tooLong = waitMs !== undefined && waitMs > LONGEST_WAIT_MS;
	return new ServiceFailure({
		// "Unreachable" promises that nothing was received, which only holds when that is true of every attempt.
		category: failure.category === "unreachable" && outcomeUnknown ? "interrupted" : failure.category,
		operation: failure.operation,
		message: failure.message,
		httpStatus: failure.httpStatus,
		code: failure.code,
		turnkeyErrorCode: failure.turnkeyErrorCode,
		details: failure.details,
		attempts,
		reason: failure.reason,
		help: tooLong ? `the service asks to wait ${duration(waitMs)} before the next request` : failure.help,
		outcomeUnknown,
		cause: failure.cause,
	});
}

function cancelled(operation: string, attempts: number, outcomeUnknown: boolean, cause: unknown): ServiceFailure {
	const message = `\`${operation}\` was cancelled`;
	return new ServiceFailure({ category: "aborted", operation, message, attempts, reason: "cancelled", outcomeUnknown, cause });
}

function unsigned(operation: string, cause: unknown): ServiceFailure {
	const why = cause instanceof Error ? cause.message : "the signer failed";
	return new ServiceFailure({
		category: "aborted",
		operation,
		message: `\`${operation}\` was not sent, because it could not be stamped: ${why}`,
		attempts: 0,
		reason: "signer",
		cause,
	});
}

function tooOld(operation: string, age: number, attempts: number): ServiceFailure {
	return new ServiceFailure({
		category: "aborted",
		operation,
		message: `\`${operation}\` was not sent${attempts > 0 ? " again" : ""}: it was made ${duration(age)} ago, and the service takes none older than an hour`,
		attempts,
		reason: "stale-body",
		// It may have been carried out: by an attempt of ours, or when an earlier run sent it.
		outcomeUnknown: true,
	});
}

function summaryOf(failure: ServiceFailure): string {
	const status = failure.httpStatus === undefined ? "" : ` ${failure.httpStatus}`;
	return `${failure.category}${failure.reason === undefined ? "" : ` (${failure.reason})`}${status}`;
}
