// What every verb that reads manifests begins with: the project file, one of its environments, the manifests.
import { join } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { hasErrors } from "../diagnostics/diagnostic.js";
import type { ExpressionLanguage } from "../kinds/expression.js";
import { checkExpression, sameExpression } from "../language/expression.js";
import { format } from "../language/format.js";
import type { Environment } from "../manifest/environment.js";
import type { Loaded } from "../manifest/load.js";
import { loadManifests } from "../manifest/load.js";
import type { Project } from "../manifest/project.js";
import { loadProject } from "../manifest/project.js";
import { containsReference } from "../model/reference.js";
import type { Context } from "./context.js";
import { EXIT } from "./exit-code.js";
import { Refusal } from "./refusal.js";
import { VERSION } from "./version.js";

export interface InputOptions {
	readonly project: string;
	readonly environment?: string;
	readonly var: Readonly<Record<string, string>>;
	readonly cache: boolean;
	readonly color: boolean;
	readonly logLevel?: string;
	/** A profile other than the environment's, where the verb takes one. */
	readonly profile?: "core" | "full";
}

export interface Inputs {
	readonly project: Project;
	readonly environment: Environment;
	/** Warnings about the project file. */
	readonly diagnostics: readonly Diagnostic[];
	/** Folder for inventory and journal of this environment. */
	readonly stateFolder: string;
}

export const expressionLanguage: ExpressionLanguage = {
	// What a reference will resolve to is not known yet.
	check: (text, slot) => checkExpression(text, slot, { opaque: containsReference }),
	same: sameExpression,
	format: (text) => format(text, { width: Number.POSITIVE_INFINITY }),
};

/** Reads the project file and chooses the environment. Refuses with everything that is wrong with either. */
export async function openInputs(context: Context, options: InputOptions): Promise<Inputs> {
	const { project, diagnostics } = await loadProject(context.cwd, options.project);
	if (project === undefined) throw new Refusal(EXIT.invalid, diagnostics);
	const chosen = project.environment(options.environment ?? context.env("QUORATE_ENVIRONMENT"), options.var, options.profile);
	if (chosen.environment === undefined) throw new Refusal(EXIT.invalid, [...diagnostics, ...chosen.diagnostics]);
	return {
		project,
		environment: chosen.environment,
		diagnostics: [...diagnostics, ...chosen.diagnostics],
		stateFolder: join(project.root, project.state, chosen.environment.name),
	};
}

/** Reads the manifests; what is wrong with them is in the result, and nothing is thrown for it. */
export function readManifests(context: Context, options: InputOptions, inputs: Inputs): Promise<Loaded> {
	const { project, environment } = inputs;
	return loadManifests({
		root: project.root,
		patterns: project.manifests,
		locatePattern: (index) => project.locate(["manifests", index]),
		variables: environment.variables,
		undeclaredVariables: environment.undeclaredVariables,
		environment: context.env,
		allowedEnvironment: project.allowedEnvironment,
		external: project.external,
		limits: environment.limits,
		language: expressionLanguage,
		cacheDir: options.cache ? join(project.root, project.state, "cache") : undefined,
		toolVersion: VERSION,
	});
}

/** The manifests, or a refusal with everything that is wrong with them. */
export async function readValidManifests(context: Context, options: InputOptions, inputs: Inputs): Promise<Loaded> {
	const loaded = await readManifests(context, options, inputs);
	if (hasErrors(loaded.diagnostics)) throw new Refusal(EXIT.invalid, [...inputs.diagnostics, ...loaded.diagnostics]);
	return loaded;
}
