// The kinds there are. Adding one: its file, its schema, a line here, its test, its example.
import type { KindName } from "../model/address.js";
import { ipAllowlist } from "./ip-allowlist.js";
import type { Kind } from "./kind.js";
import { mfaPolicy } from "./mfa-policy.js";
import { policy } from "./policy.js";
import { privateKeyTag } from "./private-key-tag.js";
import { webhookEndpoint } from "./webhook-endpoint.js";

export const kinds: readonly Kind[] = [privateKeyTag, policy, mfaPolicy, webhookEndpoint, ipAllowlist];

const byName: ReadonlyMap<string, Kind> = new Map(kinds.map((kind) => [kind.name, kind]));

export function kindNamed(name: KindName): Kind {
	const kind = byName.get(name);
	if (kind === undefined) throw new Error(`no kind is named ${name}`);
	return kind;
}
