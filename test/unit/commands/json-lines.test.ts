// Lines of JSON answered as a stream: whole lines whatever the chunks are, bad ones answered, never too much held.
import { describe, expect, test } from "@jest/globals";
import type { Context } from "../../../src/commands/context.js";
import { answerLines, LONGEST_LINE, tooLong } from "../../../src/commands/json-lines.js";

async function* chunksOf(...chunks: readonly (string | Uint8Array)[]): AsyncIterable<Uint8Array> {
	for (const chunk of chunks) yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
}

async function answered(input: AsyncIterable<Uint8Array>, signal = new AbortController().signal): Promise<string[]> {
	const written: string[] = [];
	const stdout = { write: (text: string) => void written.push(text), flushed: async () => undefined, closed: false };
	await answerLines({ stdout, signal } as unknown as Context, input, (line, number) => {
		return `${number}:${line === tooLong ? "too long" : line}`;
	});
	return written.join("").split("\n").slice(0, -1);
}

describe("answerLines", () => {
	test("joins what chunks cut, in the middle of a character too", async () => {
		const bytes = Buffer.from("ä1\n😀2\n\nlast");
		for (let cut = 1; cut < bytes.length; cut += 1) {
			const input = chunksOf(bytes.subarray(0, cut), bytes.subarray(cut));
			expect(await answered(input)).toEqual(["1:ä1", "2:😀2", "4:last"]);
		}
	});

	test("a line that is too long is answered as such and the next one is read", async () => {
		const half = "x".repeat(LONGEST_LINE / 2 + 1);
		expect(await answered(chunksOf(half, half, half, "\nnext\n"))).toEqual(["1:too long", "2:next"]);
		expect(await answered(chunksOf(`${half}${half}\nnext`))).toEqual(["1:too long", "2:next"]);
		expect(await answered(chunksOf(half, half, half))).toEqual(["1:too long"]);
	});

	test("answers what has come before it waits for more", async () => {
		let release: () => void = () => undefined;
		const more = new Promise<void>((resolve) => {
			release = resolve;
		});
		const written: string[] = [];
		const stdout = { write: (text: string) => void written.push(text), flushed: async () => undefined, closed: false };
		async function* slow(): AsyncIterable<Uint8Array> {
			yield Buffer.from("one\ntw");
			expect(written).toEqual(["one\n"]);
			await more;
			yield Buffer.from("o\n");
		}
		const done = answerLines({ stdout, signal: new AbortController().signal } as unknown as Context, slow(), String);
		release();
		await done;
		expect(written).toEqual(["one\n", "two\n"]);
	});

	test("an interruption ends the wait", async () => {
		const interruption = new AbortController();
		async function* endless(): AsyncIterable<Uint8Array> {
			interruption.abort(new Error("stopped"));
			await new Promise(() => undefined);
			yield Buffer.from("");
		}
		await expect(answered(endless(), interruption.signal)).rejects.toThrow("stopped");
	});
});
