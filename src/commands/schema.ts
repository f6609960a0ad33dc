// `quorate schema`: the published JSON Schemas and the OpenAPI document, for editors and for other programs.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { didYouMean } from "../diagnostics/suggestion.js";
import { packagedSchemas } from "../manifest/schemas.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { Refusal } from "./refusal.js";

/** What the files end with; the OpenAPI document is no JSON Schema itself. */
const SUFFIX = /(?:\.schema)?\.json$/;

export async function runSchema(context: Context, _options: unknown, name: string | undefined): Promise<ExitCode> {
	const folder = packagedSchemas();
	const files = new Map((await readdir(folder)).map((file) => [file.replace(SUFFIX, ""), file]));
	const names = [...files.keys()].sort();
	if (name === undefined) {
		for (const each of names) context.stdout.write(`${each}\n`);
		return EXIT.success;
	}
	const wanted = name.replace(SUFFIX, "");
	const file = files.get(wanted);
	if (file === undefined) {
		throw new Refusal(EXIT.error, [
			{
				code: "Q7105",
				severity: "error",
				message: `there is no schema \`${name}\``,
				help: didYouMean(wanted, names) ?? `there are ${names.join(", ")}`,
			},
		]);
	}
	context.stdout.write(await readFile(join(folder, file), "utf8"));
	return EXIT.success;
}
