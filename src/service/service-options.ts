// What starting the service takes and what it gives back.

import type { Profile } from "../api/operation.js";
import type { Clock } from "../base/clock.js";
import type { Secret } from "../base/secret.js";
import type { Credentials } from "./data-directory.js";
import type { Faults } from "./faults.js";
import type { MailServer } from "./identity/postman.js";
import type { Seed } from "./seed.js";
import type { ServicePublicKeys } from "./service-keys.js";
import type { ServiceLimits } from "./service-limits.js";
import type { TimestampForm } from "./timestamp.js";

export interface ServiceEvent {
	readonly level: "info" | "warn" | "error";
	readonly message: string;
	readonly [key: string]: unknown;
}
export type ServiceLog = (event: ServiceEvent) => void;

export interface ServiceOptions {
	/** The folder that holds everything; undefined: in memory, gone when the service is closed. */
	readonly dataDir: string | undefined;
	/** Address to listen on; 127.0.0.1 when not given. */
	readonly host?: string;
	/** 0, the default, takes any free port. */
	readonly port?: number;
	/** The login proxy's own port. */
	readonly authProxyPort?: number;
	/** Which operations are offered; everything when not given. */
	readonly profile?: Profile;
	/** The organisation to begin with; applied only when the store is new. */
	readonly seed?: Seed;
	readonly clock: Clock;
	/** How an activity's `createdAt` and `updatedAt` are written; `string` (RFC 3339) when not given. */
	readonly timestampForm?: TimestampForm;
	readonly log?: ServiceLog;
	/** Written into the data directory, so that a second process can say who has it. */
	readonly processId?: number;
	readonly limits?: Partial<ServiceLimits>;
	/** Misbehaviour to order, for testing clients. */
	readonly faults?: Faults;
	/** Requests per second and client address; unlimited when not given. */
	readonly rateLimit?: number;
	/** Where one-time passwords by mail are handed in, besides the outbox folder and the log. */
	readonly mail?: MailServer;
	/** Accept http and addresses of this machine or a private network as webhook destinations. */
	readonly allowLoopbackWebhooks?: boolean;
	/** Accept an MFA policy its user has no means to satisfy; the service itself refuses one. */
	readonly allowUnsatisfiableMfa?: boolean;
}

export interface RunningService {
	/** Without a slash at the end. */
	readonly baseUrl: string;
	readonly authProxyUrl: string;
	readonly organizationId: string;
	/** JSON with `organizationId`, `apiPublicKey`, `apiPrivateKey` of a root user; undefined when everything is in memory. */
	readonly credentialsFile: string | undefined;
	/** The same in memory; undefined only when the store is not new and the file was taken away. */
	readonly credentials: Credentials | undefined;
	/** Every key made while seeding, by `user` or `user.key`; empty when the store was not new. */
	readonly seededCredentials: ReadonlyMap<string, Credentials>;
	/** The public halves of the service's own keys, for clients that pin them. */
	readonly publicKeys: ServicePublicKeys;
	/** What clients of the login proxy send in `X-Auth-Proxy-Config-Id`; undefined when there is no proxy. */
	readonly authProxyConfigId: string | undefined;
	/** What `/admin` calls take in `Authorization: Bearer`; with a data directory it also stands there, in `admin.token`. */
	readonly adminToken: Secret;
	/** Answers what has arrived, writes it down, and lets go of ports and folder. */
	close(): Promise<void>;
}
