// Starting the embedded service: store, pipelines and servers put together, and taken apart again in the right order.
import type { FastifyInstance } from "fastify";
import { ActivityPipeline } from "./activity-pipeline.js";
import { credentialsIn } from "./administration/held-keys.js";
import { newAdminToken } from "./administration/routes.js";
import { BodyValidation } from "./body-validation.js";
import { type Credentials, DataDirectory, sealingKeyMissing } from "./data-directory.js";
import { FaultInjector } from "./faults.js";
import { listen, proxyServer, publicServer } from "./http-server.js";
import { configurations } from "./identity/proxy-access.js";
import { InFlight } from "./in-flight.js";
import { Notifier } from "./notification.js";
import { ProxyPipeline } from "./proxy-pipeline.js";
import { QueryPipeline } from "./query-pipeline.js";
import { RateLimit } from "./rate-limit.js";
import { newSealingKey, Sealer } from "./sealing.js";
import { DEFAULT_SEED, type MadeKey, organizationFromSeed } from "./seed-organization.js";
import { DEFAULT_API_KEY, type Seed } from "./seed-spec.js";
import { newServiceSecrets, openServiceSecrets, publicServiceKeys, sealServiceSecrets, serviceKeys } from "./service-keys.js";
import type { RunningService, ServiceOptions } from "./service-options.js";
import { type ServiceSetting, settingOf } from "./service-setting.js";
import { Store } from "./store.js";
import { openStoreDatabase } from "./store-database.js";
import { ACTIVITY_TYPES } from "./submission.js";
import { Courier } from "./webhooks/courier.js";

export { type Credentials, DataDirectoryError } from "./data-directory.js";
export type { RunningService, ServiceEvent, ServiceLog, ServiceOptions } from "./service-options.js";

/** Listening on anything else opens a service made for development to the network. */
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/;

/**
 * Resolves when the service answers. Rejects with `DataDirectoryError` when the folder is in use, unusable or written by a
 * later version, and with the system's error when a port cannot be had.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
	const home = await openHome(options);
	const setting = settingOf(options, home.secrets);
	const courier = new Courier(home.store, setting);
	const servers: FastifyInstance[] = [];
	const inFlight = new InFlight();
	const adminToken = newAdminToken();
	const shutDown = async (): Promise<void> => {
		await inFlight.drain();
		await Promise.all(servers.map((each) => each.close()));
		await courier.close();
		try {
			home.directory?.close();
		} finally {
			await home.store.close();
		}
	};
	let closed: Promise<void> | undefined;
	const close = (): Promise<void> => {
		closed ??= shutDown();
		return closed;
	};
	try {
		const validation = new BodyValidation();
		const activities = new ActivityPipeline(home.store, setting, validation, new Notifier(home.store, setting, courier));
		let authProxyUrl = "";
		const parts = {
			authProxyUrl: () => authProxyUrl,
			setting,
			store: home.store,
			activities,
			proxy: new ProxyPipeline(home.store, setting, validation, activities),
			queries: new QueryPipeline(home.store, setting, validation),
			faults: new FaultInjector(options.faults),
			inFlight,
			administration: { token: adminToken, heldCredentials: () => heldCredentials(home), courier },
			rateLimit: options.rateLimit === undefined ? undefined : new RateLimit(options.rateLimit),
		} as const;
		const host = options.host ?? "127.0.0.1";
		if (!LOOPBACK.test(host)) {
			setting.log({ level: "warn", message: `listening on ${host}: this service is for development, do not expose it`, host });
		}
		servers.push(publicServer(parts), proxyServer(parts));
		const [publicHttp, proxyHttp] = servers as [FastifyInstance, FastifyInstance];
		const baseUrl = await listen(publicHttp, host, options.port ?? 0);
		authProxyUrl = await listen(proxyHttp, host, options.authProxyPort ?? 0);
		home.directory?.writeAdminToken(adminToken);
		home.directory?.announce(baseUrl);
		courier.start();
		return {
			baseUrl,
			authProxyUrl,
			organizationId: home.organizationId,
			credentialsFile: home.directory?.credentialsFile,
			credentials: home.credentials,
			seededCredentials: home.seededCredentials,
			publicKeys: publicServiceKeys(setting.keys),
			authProxyConfigId: configurations(home.store)[0]?.proxy.id,
			adminToken,
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

/** The private keys there are to vote with: those just made, or those in the folder. */
function heldCredentials({ directory, seededCredentials, credentials }: Home): readonly Credentials[] {
	if (directory) return credentialsIn(directory.path);
	return [...seededCredentials.values(), ...(credentials ? [credentials] : [])];
}

type Secrets = Pick<ServiceSetting, "sealer" | "keys">;

interface Home {
	readonly store: Store;
	readonly directory: DataDirectory | undefined;
	readonly secrets: Secrets;
	readonly organizationId: string;
	readonly credentials: Credentials | undefined;
	readonly seededCredentials: ReadonlyMap<string, Credentials>;
}

async function openHome(options: ServiceOptions): Promise<Home> {
	const now = options.clock.now();
	const directory =
		options.dataDir === undefined ? undefined : await DataDirectory.open(options.dataDir, { processId: options.processId, now });
	const store = new Store(directory?.database ?? (await openStoreDatabase(":memory:")), {
		knownTypes: ACTIVITY_TYPES,
		onFailure: (error) => options.log?.({ level: "error", message: "the store could not be written", cause: String(error) }),
	});
	try {
		const [existing] = store.organizations();
		const secrets = openSecrets(directory, existing === undefined);
		if (!existing) return await seeded(store, directory, secrets, options.seed ?? DEFAULT_SEED, now);
		const credentials = directory?.readRootCredentials();
		return { store, directory, secrets, organizationId: existing.id, credentials, seededCredentials: new Map() };
	} catch (error) {
		try {
			directory?.close();
		} finally {
			await store.close();
		}
		throw error;
	}
}

/** The key of secrets at rest and the service's own keys: made for a new store, needed for one that is there. */
function openSecrets(directory: DataDirectory | undefined, isNew: boolean): Secrets {
	const found = directory?.readSealingKey();
	if (!found && !isNew) throw sealingKeyMissing(directory?.path ?? "");
	const sealingKey = found ?? newSealingKey();
	if (!found) directory?.writeSealingKey(sealingKey);
	const sealer = new Sealer(sealingKey);
	const sealed = directory?.readServiceKeys();
	if (sealed) return { sealer, keys: serviceKeys(openServiceSecrets(sealed, sealer)) };
	const made = newServiceSecrets();
	directory?.writeServiceKeys(sealServiceSecrets(made, sealer));
	return { sealer, keys: serviceKeys(made) };
}

async function seeded(
	store: Store,
	directory: DataDirectory | undefined,
	secrets: Secrets,
	seed: Seed,
	now: number,
): Promise<Home> {
	const { self, changes, keys, rootKey } = await organizationFromSeed(seed, secrets, now);
	const credentialsOf = ({ pair }: MadeKey): Credentials => ({
		organizationId: self.id,
		apiPublicKey: pair.publicKey,
		apiPrivateKey: pair.privateKey,
	});
	const nameOf = ({ user, apiKey }: MadeKey): string => (apiKey === DEFAULT_API_KEY ? user : `${user}.${apiKey}`);
	// Keys first: an organisation nobody has a key to would be of no use, keys without one do no harm.
	directory?.writeRootCredentials(credentialsOf(rootKey));
	for (const key of keys) if (key !== rootKey) directory?.writeUserCredentials(nameOf(key), credentialsOf(key));
	store.apply(store.addOrganization(self), changes);
	await store.settled();
	return {
		store,
		directory,
		secrets,
		organizationId: self.id,
		credentials: credentialsOf(rootKey),
		seededCredentials: new Map(keys.map((key) => [nameOf(key), credentialsOf(key)])),
	};
}
