// A project folder whose one environment is a running service, and commands run in it as its root user.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CommandResult, runCommand } from "./command.js";
import type { TestService } from "./running-service.js";
import { temporaryFolder } from "./temporary-folder.js";

export interface RunOptions {
	readonly baseUrl?: string;
	readonly stdin?: string;
	/** Whether somebody watches. */
	readonly terminal?: boolean;
}

export interface ServiceProject {
	readonly cwd: string;
	write(path: string, text: string): void;
	run(args: readonly string[], options?: RunOptions): Promise<CommandResult>;
}

export async function serviceProject(service: TestService, profile: "core" | "full" = "full"): Promise<ServiceProject> {
	const cwd = await temporaryFolder();
	const { credentials } = service;
	if (credentials === undefined) throw new Error("the service gave no credentials");
	const write = (path: string, text: string): void => {
		mkdirSync(dirname(join(cwd, path)), { recursive: true });
		writeFileSync(join(cwd, path), text);
	};
	write(
		"quorate.yaml",
		[
			"apiVersion: quorate/v1",
			"kind: Project",
			'manifests: ["manifests/*.yaml"]',
			`environments: { test: { profile: ${profile} } }`,
			"",
		].join("\n"),
	);
	return {
		cwd,
		write,
		run: (args, { baseUrl = service.baseUrl, stdin, terminal } = {}) =>
			runCommand(args, {
				cwd,
				...(terminal === true ? { answers: [] } : {}),
				...(stdin === undefined ? {} : { stdin }),
				env: {
					QUORATE_BASE_URL: baseUrl,
					QUORATE_ORGANIZATION_ID: service.organizationId,
					QUORATE_API_PRIVATE_KEY: credentials.apiPrivateKey.reveal(),
				},
			}),
	};
}
