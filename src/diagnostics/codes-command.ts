// Q7: the command line and the project file.
import type { CodeTable } from "./code-entry.js";

export const commandCodes = {
	Q7501: {
		title: "no project file",
		explanation:
			"The program works in a folder with a project file, quorate.yaml, which says where the manifests are and which " +
			"organisations they are for. `quorate init` writes one; `--project FILE` names another.",
	},
	Q7502: {
		title: "unknown environment",
		explanation: "The environment that was asked for, or the default one, is not under `environments:` in the project file.",
	},
	Q7503: {
		title: "no environment chosen",
		explanation:
			"The project file has several environments and no `defaultEnvironment:`. Which organisation is meant is never guessed: name " +
			"one with `--environment`.",
	},
	Q7504: {
		title: "environment incomplete",
		explanation:
			"An environment needs `baseUrl` and `organizationId`, unless it says `service: embedded`: then the service runs inside the " +
			"command and needs neither.",
		example: "environments:\n  production: {}",
	},
	Q7505: {
		title: "setting does not fit the environment",
		explanation:
			"`seed` and `data` are for the embedded service, and what leads to another service (`baseUrl`, `authProxyUrl`) is not. Both at " +
			"once would leave open which organisation is meant.",
	},
	Q7506: {
		title: "not a usable address",
		explanation: "A base URL is a whole http or https address without user name, password, query or fragment.",
		example: "baseUrl: api.example.com",
	},
	Q7507: {
		title: "not an address of a resource",
		explanation: "An address is `Kind/name`, or `Kind/parent/name` for what lives under something else.",
		example: "external: [legacy]",
	},
	Q7508: {
		title: "credentials unclear",
		explanation:
			"Credentials come from one place: environment variables (`env`), a key file (`keyFile`) or a program that signs (`command`). " +
			"`publicKey` belongs to `command`.",
	},
	Q7509: {
		title: "project file holds several documents",
		explanation: "The project file is one YAML document. Manifests stand in files of their own.",
	},
	Q7510: {
		title: "no such lint rule",
		explanation:
			"`lint.rules` in the project file sets the severity of rules of `quorate policy lint`, by their codes. Errors of the policy " +
			"language are no rules and cannot be switched off: the service would refuse the policy.",
		example: "lint: { rules: { Q3999: off } }",
	},
} as const satisfies CodeTable;
