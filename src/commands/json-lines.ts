// Lines in, lines out: reads a stream of JSON lines piece by piece and answers each with one line, as fast as its reader
// takes them. A line is never held longer than it takes to answer, however long the stream is.
import type { Context } from "./context.js";

/** The longest line that is read, in UTF-16 units. Our choice: many times the longest expression with its bindings. */
export const LONGEST_LINE = 4_000_000;

/** Told instead of a line that is too long to be read. */
export const tooLong: unique symbol = Symbol("too long");

/** Answers every line that is not blank; `number` counts from 1. Resolves when the stream ends, or nobody takes answers. */
export async function answerLines(
	context: Context,
	input: AsyncIterable<Uint8Array>,
	answer: (line: string | typeof tooLong, number: number) => string,
): Promise<void> {
	const decoder = new TextDecoder();
	let number = 0;
	let rest = "";
	let skipping = false;
	let answers: string[] = [];
	const take = (line: string): void => {
		number += 1;
		if (skipping) answers.push(answer(tooLong, number));
		else if (line.length > LONGEST_LINE) answers.push(answer(tooLong, number));
		else if (line.trim() !== "") answers.push(answer(line, number));
		skipping = false;
	};
	const flush = async (): Promise<void> => {
		if (answers.length === 0) return;
		context.stdout.write(`${answers.join("\n")}\n`);
		answers = [];
		await context.stdout.flushed();
	};
	for await (const chunk of untilInterrupted(input, context.signal)) {
		const text = decoder.decode(chunk, { stream: true });
		let start = 0;
		for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
			take(skipping ? "" : rest + text.slice(start, end));
			rest = "";
			start = end + 1;
		}
		if (!skipping) rest += text.slice(start);
		if (rest.length > LONGEST_LINE) {
			rest = "";
			skipping = true;
		}
		await flush();
		// Nobody reads the answers any more.
		if (context.stdout.closed) return;
	}
	rest += decoder.decode();
	if (rest !== "" || skipping) take(rest);
	await flush();
}

/** The chunks of a stream; an interruption ends the wait for one that may never come. */
async function* untilInterrupted(input: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncIterable<Uint8Array> {
	const chunks = input[Symbol.asyncIterator]();
	let stop: () => void = () => undefined;
	const interrupted = new Promise<never>((_, reject) => {
		stop = () => reject(signal.reason as Error);
		if (signal.aborted) stop();
		else signal.addEventListener("abort", stop, { once: true });
	});
	interrupted.catch(() => undefined);
	try {
		for (;;) {
			const next = await Promise.race([chunks.next(), interrupted]);
			if (next.done === true) return;
			yield next.value;
		}
	} finally {
		signal.removeEventListener("abort", stop);
		// Lets go of the input, which would keep the process for as long as somebody writes to it.
		Promise.resolve(chunks.return?.()).catch(() => undefined);
	}
}
