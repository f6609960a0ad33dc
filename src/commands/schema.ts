// `quorate schema`: the published JSON Schemas, for editors and for other programs.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { didYouMean } from "../diagnostics/suggestion.js";
import { packagedSchemas } from "../manifest/schemas.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { Refusal } from "./refusal.js";

const SUFFIX = ".schema.json";

export async function runSchema(context: Context, _options: unknown, name: string | undefined): Promise<ExitCode> {
	const folder = packagedSchemas();
	const names = (await readdir(folder))
		.filter((file) => file.endsWith(SUFFIX))
		.map((file) => file.slice(0, -SUFFIX.length))
		.sort();
	if (name === undefined) {
		for (const each of names) context.stdout.write(`${each}\n`);
		return EXIT.success;
	}
	const wanted = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : name;
	if (!names.includes(wanted)) {
		throw new Refusal(EXIT.error, [
			{
				code: "Q7105",
				severity: "error",
				message: `there is no schema \`${name}\``,
				help: didYouMean(wanted, names) ?? `there are ${names.join(", ")}`,
			},
		]);
	}
	context.stdout.write(await readFile(join(folder, `${wanted}${SUFFIX}`), "utf8"));
	return EXIT.success;
}
