// Parses many documents side by side: worker threads and the main thread take shares from one queue.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Worker } from "node:worker_threads";
import type { JsonValue } from "../base/json.js";
import { readYamlDocument } from "./yaml-document.js";

/** Documents per share: large enough that handing it over costs little, small enough that nobody waits long at the end. */
const SHARE = 100;

/** Memory for short-lived objects in a thread: what it parses is given away at once, so little is needed. */
const YOUNG_MB = 4;

/** Below this many, starting a thread costs more than it saves. */
const WORTHWHILE = 1000;

/** The document's value; undefined when there is something to say about it. */
function parse(text: string): JsonValue | undefined {
	const { value, findings } = readYamlDocument(text);
	return findings.length > 0 ? undefined : value;
}

/** The same as it goes from one thread to another: JSON text, or "". */
export function parseToJson(text: string): string {
	const value = parse(text);
	return value === undefined ? "" : JSON.stringify(value);
}

/** The bundled worker beside the bundled program; absent when running from source. */
export function packagedWorker(): string | undefined {
	const path = fileURLToPath(new URL("./parse-worker.js", import.meta.url));
	return existsSync(path) ? path : undefined;
}

/**
 * The value of each document, in order; undefined where there is something to say about it. A worker that fails to start or
 * to answer is done without.
 */
export async function parseDocuments(
	texts: readonly string[],
	workers: number,
	workerFile: string | undefined,
): Promise<(JsonValue | undefined)[]> {
	if (workers === 0 || workerFile === undefined || texts.length < WORTHWHILE) return texts.map(parse);
	const { Worker } = await import("node:worker_threads");
	const answers: (JsonValue | undefined)[] = [];
	const queue = Array.from({ length: Math.ceil(texts.length / SHARE) }, (_, index) => index * SHARE);
	const settle = (start: number, share: readonly (JsonValue | undefined)[]): void => {
		for (const [index, answer] of share.entries()) answers[start + index] = answer;
	};

	const serve = async (worker: Worker): Promise<void> => {
		try {
			for (let start = queue.shift(); start !== undefined; start = queue.shift()) {
				try {
					const share = await ask(worker, texts.slice(start, start + SHARE));
					settle(
						start,
						share.map((json) => (json === "" ? undefined : (JSON.parse(json) as JsonValue))),
					);
				} catch {
					queue.push(start);
					return;
				}
			}
		} finally {
			await worker.terminate();
		}
	};
	const threads = Array.from({ length: workers }, () =>
		serve(new Worker(workerFile, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } })),
	);
	const takeShares = async (): Promise<void> => {
		for (let start = queue.pop(); start !== undefined; start = queue.pop()) {
			settle(start, texts.slice(start, start + SHARE).map(parse));
			await new Promise((resolve) => setImmediate(resolve));
		}
	};
	await takeShares();
	await Promise.all(threads);
	// What a worker that failed gave back after the main thread had finished.
	await takeShares();
	return answers;
}

function ask(worker: Worker, texts: readonly string[]): Promise<readonly string[]> {
	return new Promise((resolve, reject) => {
		const settle = (act: () => void): void => {
			worker.off("message", onMessage).off("error", onFailure).off("exit", onFailure);
			act();
		};
		const onMessage = (answer: readonly string[]): void => settle(() => resolve(answer));
		const onFailure = (cause: unknown): void => settle(() => reject(new Error("the parse worker stopped", { cause })));
		worker.on("message", onMessage).on("error", onFailure).on("exit", onFailure);
		worker.postMessage(texts);
	});
}
