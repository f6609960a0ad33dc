// Reaching the environment's service: the one behind its address, or the embedded one for the length of the command. A
// verb asks for a reader or for a writer, and gets nothing else.
import { join, resolve } from "node:path";
import type { ActivityPort, QueryPort } from "../api/port.js";
import type { ConnectOptions } from "../client/connect.js";
import type { Signer } from "../client/signer.js";
import { kinds } from "../kinds/all.js";
import { askAhead } from "../kinds/reader.js";
import type { RunningService } from "../service/start.js";
import type { Context } from "./context.js";
import { credentialContext } from "./credential-context.js";
import { EXIT } from "./exit-code.js";
import type { InputOptions, Inputs } from "./inputs.js";
import { openLog } from "./log.js";
import { Refusal } from "./refusal.js";
import { VERSION } from "./version.js";

export interface ConnectionOptions extends InputOptions {
	readonly keyFile?: string;
	readonly requestsPerSecond?: number;
	readonly concurrency?: number;
	readonly timeout?: number;
}

export interface Connection<Port> {
	readonly port: Port;
	readonly organizationId: string;
	readonly baseUrl: string;
	close(): Promise<void>;
}

type OnAnswer = ConnectOptions["onAnswer"];

export async function openReader(
	context: Context,
	options: ConnectionOptions,
	inputs: Inputs,
	onAnswer?: OnAnswer,
): Promise<Connection<QueryPort>> {
	const [target, { connectReader }] = await Promise.all([findTarget(context, options, inputs), import("../client/connect.js")]);
	const { port, close } = connectReader({ ...target.connect, onAnswer });
	return connection(target, port, close);
}

/**
 * Opens the way to the service while `work` is done, and asks it ahead. What is wrong with the work is told first. The
 * connection is closed when the work fails.
 */
export async function openReaderDuring<T>(
	context: Context,
	options: ConnectionOptions,
	inputs: Inputs,
	work: () => Promise<T>,
	onAnswer?: OnAnswer,
): Promise<{ readonly result: T; readonly connection: Connection<QueryPort> }> {
	// The embedded service would be started, and make its folder, for manifests that may be wrong.
	if (inputs.environment.embedded)
		return { result: await work(), connection: await openReader(context, options, inputs, onAnswer) };
	const opening = openReader(context, options, inputs, onAnswer).then((connection) => ({
		...connection,
		port: askAhead(connection.port, ["whoami", ...kinds.flatMap((kind) => kind.asks)]),
	}));
	// Awaited below, after the work; until then a failure is nobody's.
	opening.catch(() => undefined);
	try {
		const result = await work();
		return { result, connection: await opening };
	} catch (problem) {
		await opening.then((connection) => connection.close()).catch(() => undefined);
		throw problem;
	}
}

/** `after` is the largest timestamp an earlier run gave out; `concurrency` is how many steps are to be under way at once. */
export async function openWriter(
	context: Context,
	options: ConnectionOptions,
	inputs: Inputs,
	writing: { readonly after?: number; readonly concurrency?: number },
): Promise<Connection<ActivityPort>> {
	const [target, { connectWriter }] = await Promise.all([findTarget(context, options, inputs), import("../client/connect.js")]);
	const { port, close } = connectWriter({
		...target.connect,
		...(writing.after === undefined ? {} : { after: writing.after }),
		concurrency: Math.max(writing.concurrency ?? 0, target.connect.concurrency ?? 0),
	});
	return connection(target, port, close);
}

interface Target {
	readonly connect: ConnectOptions;
	readonly service: RunningService | undefined;
}

function connection<Port>(target: Target, port: Port, close: () => Promise<void>): Connection<Port> {
	return {
		port,
		organizationId: target.connect.organizationId,
		baseUrl: target.connect.baseUrl,
		async close() {
			await close();
			await target.service?.close();
		},
	};
}

async function findTarget(context: Context, options: ConnectionOptions, inputs: Inputs): Promise<Target> {
	const { environment } = inputs;
	const log = await openLog(context, options.logLevel);
	const common = {
		profile: environment.profile,
		clock: context.clock,
		random: context.random,
		requestsPerSecond: options.requestsPerSecond ?? environment.requestsPerSecond,
		concurrency: options.concurrency ?? environment.concurrency,
		timeoutMs: (options.timeout ?? environment.timeoutSeconds) * 1000,
		userAgent: `quorate/${VERSION}`,
		...(log === undefined ? {} : { log: (event: object) => log.debug(event) }),
	};
	if (environment.embedded) return embeddedTarget(context, options, inputs, common);
	const { signer, organizationId: named } = await openSigner(context, options, inputs);
	const baseUrl = context.env("QUORATE_BASE_URL") ?? environment.baseUrl;
	const organizationId = context.env("QUORATE_ORGANIZATION_ID") ?? environment.organizationId ?? named;
	if (baseUrl === undefined) throw missingSetting(inputs, "baseUrl", "QUORATE_BASE_URL");
	if (organizationId === undefined) throw missingSetting(inputs, "organizationId", "QUORATE_ORGANIZATION_ID");
	return { connect: { ...common, baseUrl, organizationId, signer }, service: undefined };
}

function missingSetting({ environment, project }: Inputs, setting: string, variable: string): Refusal {
	return new Refusal(EXIT.invalid, [
		{
			code: "Q7504",
			severity: "error",
			message: `\`${environment.name}\` has no \`${setting}\``,
			span: project.locate(["environments", environment.name]),
			help: `add \`${setting}:\`, set ${variable}, or write \`service: embedded\` to try things out without a service`,
		},
	]);
}

async function openSigner(
	context: Context,
	options: ConnectionOptions,
	{ project, environment }: Inputs,
): Promise<{ readonly signer: Signer; readonly organizationId?: string }> {
	const { openCredentials } = await import("../client/credentials.js");
	if (options.keyFile !== undefined) {
		return openCredentials(
			{ from: "file", path: resolve(context.cwd, options.keyFile) },
			credentialContext(context, context.cwd),
		);
	}
	const keyFile = context.env("QUORATE_KEY_FILE");
	if (keyFile !== undefined && keyFile !== "" && environment.credentials.from === "environment") {
		return openCredentials({ from: "file", path: resolve(context.cwd, keyFile) }, credentialContext(context, context.cwd));
	}
	const { credentials } = environment;
	const source =
		credentials.from === "command"
			? { ...credentials, argv: credentials.argv, timeoutMs: environment.timeoutSeconds * 1000 }
			: credentials;
	return openCredentials(source, credentialContext(context, project.root));
}

/** Starts the embedded service for this command; it answers on a loopback port of its own and is closed with the connection. */
async function embeddedTarget(
	context: Context,
	options: ConnectionOptions,
	inputs: Inputs,
	common: Omit<ConnectOptions, "baseUrl" | "organizationId" | "signer">,
): Promise<Target> {
	const { project, environment } = inputs;
	const [{ startWhenFree }, { readSeedFile }, { keySigner }] = await Promise.all([
		import("./start-embedded.js"),
		import("./service-start.js"),
		import("../client/signer.js"),
	]);
	const seed = environment.seed === undefined ? undefined : await readSeedFile(context, join(project.root, environment.seed));
	const log = await openLog(context, options.logLevel);
	const service = await startWhenFree(context, {
		dataDir: join(project.root, environment.data ?? join(project.state, environment.name, "service")),
		profile: environment.profile,
		clock: context.clock,
		processId: context.pid,
		...(seed === undefined ? {} : { seed }),
		log: ({ level, message, ...rest }) => log?.[level](rest, message),
	});
	const given = options.keyFile === undefined ? undefined : await openSigner(context, options, inputs);
	const { credentials } = service;
	const connect = { ...common, baseUrl: service.baseUrl, organizationId: service.organizationId };
	if (given !== undefined) return { connect: { ...connect, signer: given.signer }, service };
	if (credentials === undefined) {
		await service.close();
		throw new Refusal(EXIT.error, [
			{
				code: "Q7108",
				severity: "error",
				message: "the embedded service has data, and the key it was made with is gone",
				help: "remove the data folder to begin anew, or put its credentials.json back",
			},
		]);
	}
	const signer = keySigner(credentials.apiPrivateKey, credentials.apiPublicKey, "the embedded service");
	return { connect: { ...connect, signer }, service };
}
