// Stories: what a person types and what they see, one file each, commands first and files below. The whole file is golden:
// running it must print it again, word for word (identifiers, times, ports and folders aside).
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { StableNames } from "./stable-names.js";
import { stepsInOrder } from "./step-order.js";

export interface Story {
	readonly title: string;
	readonly commands: readonly string[];
	readonly files: readonly { readonly path: string; readonly text: string }[];
}

const FILE = /^-- (.+) --$/;

/** `$ command` lines with whatever stands below them, then `-- path --` and the files. */
export function readStory(text: string): Story {
	const [title = ""] = text.split("\n");
	const commands: string[] = [];
	const files: { path: string; lines: string[] }[] = [];
	for (const line of text.split("\n").slice(1)) {
		const file = FILE.exec(line);
		if (file !== null) files.push({ path: file[1] ?? "", lines: [] });
		else if (files.length > 0) files.at(-1)?.lines.push(line);
		else if (line.startsWith("$ ")) commands.push(line.slice(2));
	}
	return { title, commands, files: files.map(({ path, lines }) => ({ path, text: lines.join("\n") })) };
}

/** Runs a story in a folder of its own and gives the text the file should have. */
export function tellStory(story: Story): string {
	const folder = mkdtempSync(join(tmpdir(), "quorate-story-"));
	try {
		for (const { path, text } of story.files) write(folder, path, text);
		const names = new StableNames(folder);
		let fingerprints: readonly string[] = [];
		const told = story.commands.map((command) => {
			// `@fingerprint1` is the first fingerprint that the command before has printed.
			const ready = command.replaceAll(/@fingerprint(\d)/g, (_, number: string) => fingerprints[Number(number) - 1] ?? "none");
			const text = perform(ready, folder);
			const seen = [...text.matchAll(/fingerprint (sha256:[0-9a-f]{64})/g)].map((match) => match[1] ?? "");
			if (seen.length > 0) fingerprints = seen;
			return `$ ${command}\n${names.replace(stepsInOrder(text))}`;
		});
		const files = story.files.map(({ path, text }) => `-- ${path} --\n${text}`);
		return `${story.title}\n\n${told.join("\n")}\n${files.join("\n")}`;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function write(folder: string, path: string, text: string): void {
	mkdirSync(dirname(join(folder, path)), { recursive: true });
	writeFileSync(join(folder, path), text);
}

/** One command: `quorate …`, or a thing that happens meanwhile. */
function perform(command: string, folder: string): string {
	const [word = "", ...rest] = words(command);
	switch (word) {
		case "quorate":
			return quorate(rest, folder);
		case "as": {
			// Somebody else uses the service: their key is the one the embedded service made for them.
			const [user = "", ...args] = rest;
			const key = join(".quorate/local/service/credentials", `${user}.json`);
			const told = quorate([...args.slice(1).map((arg) => identifiers(arg, folder)), "--key-file", key], folder);
			return `${/"status": "(\w+)"/.exec(told)?.[1]?.replace(/^/, "  ") ?? told.trimEnd()}\n`;
		}
		case "replace": {
			const [path = "", old = "", fresh = ""] = rest;
			const text = readFileSync(join(folder, path), "utf8");
			if (!text.includes(old)) throw new Error(`${path} does not contain ${old}`);
			write(
				folder,
				path,
				text.replace(old, () => fresh.replaceAll("\\n", "\n")),
			);
			return "";
		}
		case "remove":
			rmSync(join(folder, rest[0] ?? ""), { recursive: true });
			return "";
		case "show":
			return indent(readFileSync(join(folder, rest[0] ?? ""), "utf8"), "  ");
		default:
			throw new Error(`a story does not know \`${word}\``);
	}
}

/** `@Kind/name` stands for the identifier the inventory knows. */
function identifiers(text: string, folder: string): string {
	if (!text.includes("@")) return text;
	const { resources } = JSON.parse(readFileSync(join(folder, ".quorate/local/inventory.json"), "utf8")) as {
		resources: { address: string; id: string }[];
	};
	return resources.reduce((filled, { address, id }) => filled.replaceAll(`"@${address}"`, `"${id}"`), text);
}

function quorate(args: readonly string[], folder: string): string {
	const clean = Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !name.startsWith("QUORATE") && name !== "CI" && name !== "FORCE_COLOR"),
	);
	// Another build than the one in this folder can be told of, an installed one for instance.
	const program = process.env["QUORATE_CLI"] ?? resolve("dist/cli.js");
	const result = spawnSync(process.execPath, [program, ...args], {
		cwd: folder,
		env: { ...clean, NODE_NO_WARNINGS: "1" },
		encoding: "utf8",
		timeout: 60_000,
	});
	const out = indent(result.stdout, "  ");
	const error = indent(result.stderr, "! ");
	return `${out}${error}${result.status === 0 ? "" : `exit ${result.status}\n`}`;
}

const indent = (text: string, mark: string): string =>
	text === ""
		? ""
		: `${text
				.replace(/\n$/, "")
				.split("\n")
				.map((line) => `${mark}${line}`.trimEnd())
				.join("\n")}\n`;

/** Shell words with single and double quotes; nothing is expanded. */
function words(command: string): string[] {
	return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}
