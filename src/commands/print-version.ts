// `quorate version`: which program this is, and what it runs on.
import process from "node:process";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { jsonText } from "./output.js";
import { VERSION } from "./version.js";

export async function runVersion(context: Context, options: { readonly json?: boolean }): Promise<ExitCode> {
	const { node } = process.versions;
	context.stdout.write(
		options.json
			? jsonText({ version: VERSION, node, platform: `${process.platform}-${process.arch}` })
			: `quorate ${VERSION} (node ${node}, ${process.platform}-${process.arch})\n`,
	);
	return EXIT.success;
}
