// The service's own keys: what it signs bundles, sessions, verification tokens and webhooks with. They are made once per
// data directory and kept there sealed; clients that pin such keys are told to pin the public halves of these.
import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import type { Secret } from "../base/secret.js";
import { generateKeyPair } from "./key-generation.js";
import type { Sealer } from "./sealing.js";

/** A P-256 key pair: `sign("sha256", bytes, key)` gives DER, with `dsaEncoding: "ieee-p1363"` r then s. */
export interface ServiceKey {
	readonly key: KeyObject;
	/** Uncompressed point: 130 lower-case hexadecimal digits, the form in which clients pin it. */
	readonly publicKey: string;
}

/** An ed25519 key pair: `sign(null, bytes, key)`. */
export interface WebhookKey {
	readonly key: KeyObject;
	/** 64 lower-case hexadecimal digits. */
	readonly publicKey: string;
	/** Names the key in headers and in the key set; made from the public key. */
	readonly keyId: string;
}

export interface ServiceKeys {
	/** Signs export and import bundles. */
	readonly enclaveQuorum: ServiceKey;
	/** Signs session tokens. */
	readonly notarizer: ServiceKey;
	/** Signs verification tokens and the OIDC tokens the service issues. */
	readonly tlsFetcher: ServiceKey;
	/** What clients encrypt the secrets of OAuth clients to. */
	readonly tlsFetcherEncryption: ServiceKey;
	/** Stamps what the login proxy does. */
	readonly authProxy: ServiceKey;
	readonly webhook: WebhookKey;
}

/** The secrets of all, each as 64 hexadecimal digits. */
export type ServiceSecrets = Readonly<Record<keyof ServiceKeys, Secret>>;

/** The public halves, as clients are told them. */
export type ServicePublicKeys = Readonly<Record<keyof ServiceKeys, string>>;

export const SERVICE_KEY_NAMES = [
	"enclaveQuorum",
	"notarizer",
	"tlsFetcher",
	"tlsFetcherEncryption",
	"authProxy",
	"webhook",
] as const;

export function newServiceSecrets(): ServiceSecrets {
	const secret = (name: keyof ServiceKeys): Secret =>
		generateKeyPair(name === "webhook" ? "CURVE_ED25519" : "CURVE_P256").privateKey;
	return {
		enclaveQuorum: secret("enclaveQuorum"),
		notarizer: secret("notarizer"),
		tlsFetcher: secret("tlsFetcher"),
		tlsFetcherEncryption: secret("tlsFetcherEncryption"),
		authProxy: secret("authProxy"),
		webhook: secret("webhook"),
	};
}

/** The secrets as they are written to disk: sealed, each for its own use. */
export function sealServiceSecrets(secrets: ServiceSecrets, sealer: Sealer): Readonly<Record<string, string>> {
	return Object.fromEntries(SERVICE_KEY_NAMES.map((name) => [name, sealer.seal(secrets[name], sealedAs(name))]));
}

/** What `sealServiceSecrets` wrote. Throws when something is missing or was sealed with another key. */
export function openServiceSecrets(sealed: Readonly<Record<string, string>>, sealer: Sealer): ServiceSecrets {
	const secret = (name: keyof ServiceKeys): Secret => sealer.open(sealed[name] ?? "", sealedAs(name));
	return {
		enclaveQuorum: secret("enclaveQuorum"),
		notarizer: secret("notarizer"),
		tlsFetcher: secret("tlsFetcher"),
		tlsFetcherEncryption: secret("tlsFetcherEncryption"),
		authProxy: secret("authProxy"),
		webhook: secret("webhook"),
	};
}

function sealedAs(name: keyof ServiceKeys): string {
	return `service key ${name}`;
}

export function serviceKeys(secrets: ServiceSecrets): ServiceKeys {
	return {
		enclaveQuorum: p256Key(secrets.enclaveQuorum),
		notarizer: p256Key(secrets.notarizer),
		tlsFetcher: p256Key(secrets.tlsFetcher),
		tlsFetcherEncryption: p256Key(secrets.tlsFetcherEncryption),
		authProxy: p256Key(secrets.authProxy),
		webhook: ed25519Key(secrets.webhook),
	};
}

export function publicServiceKeys(keys: ServiceKeys): ServicePublicKeys {
	return {
		enclaveQuorum: keys.enclaveQuorum.publicKey,
		notarizer: keys.notarizer.publicKey,
		tlsFetcher: keys.tlsFetcher.publicKey,
		tlsFetcherEncryption: keys.tlsFetcherEncryption.publicKey,
		authProxy: keys.authProxy.publicKey,
		webhook: keys.webhook.publicKey,
	};
}

function p256Key(secret: Secret): ServiceKey {
	const scalar = Buffer.from(secret.reveal(), "hex");
	const pair = createECDH("prime256v1");
	pair.setPrivateKey(scalar);
	const point = pair.getPublicKey();
	const jwk = {
		kty: "EC",
		crv: "P-256",
		x: point.subarray(1, 33).toString("base64url"),
		y: point.subarray(33).toString("base64url"),
		d: scalar.toString("base64url"),
	};
	return { key: createPrivateKey({ key: jwk, format: "jwk" }), publicKey: point.toString("hex") };
}

/** DER of a PKCS #8 ed25519 key up to the seed. */
const ED25519_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

function ed25519Key(secret: Secret): WebhookKey {
	const key = createPrivateKey({
		key: Buffer.concat([ED25519_PREFIX, Buffer.from(secret.reveal(), "hex")]),
		format: "der",
		type: "pkcs8",
	});
	const publicKey = Buffer.from(createPublicKey(key).export({ format: "jwk" }).x ?? "", "base64url");
	return { key, publicKey: publicKey.toString("hex"), keyId: createHash("sha256").update(publicKey).digest("hex").slice(0, 32) };
}
