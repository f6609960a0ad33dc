// The name of a resource among all resources: `Kind/name`, or `Kind/parent/name` for one that lives under another.

export const KIND_NAMES = ["Policy", "MfaPolicy", "PrivateKeyTag", "WebhookEndpoint", "IpAllowlist"] as const;
export type KindName = (typeof KIND_NAMES)[number];

/** What a manifest can refer to but not manage: looked up in the live organisation by name. */
export const LOOKUP_NAMES = ["User", "UserTag", "PrivateKey", "Wallet", "ApiKey", "Authenticator"] as const;
export type LookupName = (typeof LOOKUP_NAMES)[number];

/** `Policy/Treasury signers`, `MfaPolicy/alice/Passkey for signing`, `User/alice`. Compared as text. */
export type Address = string;

/** A slash inside a parent's name would read as a separator, so it is written `%2F` (and `%` as `%25`); names keep theirs. */
const encodeParent = (parent: string): string => parent.replaceAll("%", "%25").replaceAll("/", "%2F");
const decodeParent = (parent: string): string => parent.replaceAll("%2F", "/").replaceAll("%25", "%");

export function formatAddress(kind: string, name: string, parent?: string): Address {
	return parent === undefined ? `${kind}/${name}` : `${kind}/${encodeParent(parent)}/${name}`;
}

export interface AddressParts {
	readonly kind: string;
	/** Everything after the kind: `alice/Passkey for signing` for a resource with a parent. */
	readonly path: string;
}

/** Splits `Kind/rest`; undefined when either part is missing. */
export function splitAddress(address: string): AddressParts | undefined {
	const slash = address.indexOf("/");
	if (slash <= 0 || slash === address.length - 1) return undefined;
	return { kind: address.slice(0, slash), path: address.slice(slash + 1) };
}

/** Splits `parent/name` as `formatAddress` joined them; undefined when there is no parent. */
export function splitParent(path: string): { readonly parent: string; readonly name: string } | undefined {
	const slash = path.indexOf("/");
	if (slash <= 0 || slash === path.length - 1) return undefined;
	return { parent: decodeParent(path.slice(0, slash)), name: path.slice(slash + 1) };
}

export function isKindName(text: string): text is KindName {
	return (KIND_NAMES as readonly string[]).includes(text);
}

export function isLookupName(text: string): text is LookupName {
	return (LOOKUP_NAMES as readonly string[]).includes(text);
}
