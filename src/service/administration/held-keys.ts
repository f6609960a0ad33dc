// The private keys the service made for seeded users, by which it can vote as one of them when its owner asks for it. They
// are read anew each time: whoever takes a credentials file away takes the vote away with it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isP256PrivateKey, p256PublicKey, p256SigningKey, signP256 } from "../../api/p256.js";
import { formatStamp, P256_SCHEME } from "../../api/stamp.js";
import { Secret } from "../../base/secret.js";
import type { Credentials } from "../data-directory.js";
import type { UserEntity } from "../entity.js";
import type { OrganizationView } from "../organization.js";
import { Refusal } from "../refusal.js";

/** The credentials in a data directory; files that hold none are passed over. */
export function credentialsIn(dataDir: string): readonly Credentials[] {
	return [join(dataDir, "credentials.json"), ...filesIn(join(dataDir, "credentials"))].flatMap((file) => {
		try {
			const { organizationId, apiPublicKey, apiPrivateKey } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
			if (typeof organizationId !== "string" || typeof apiPublicKey !== "string" || typeof apiPrivateKey !== "string") return [];
			return [{ organizationId, apiPublicKey, apiPrivateKey: new Secret(apiPrivateKey) }];
		} catch {
			return [];
		}
	});
}

function filesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder)
			.sort()
			.map((name) => join(folder, name));
	} catch {
		return [];
	}
}

/**
 * A key that stamps for a user, who may be named by name, email or identifier. Throws a `Refusal`: 404 for nobody of that
 * name, 400 when several have it or when no P-256 key of theirs is held here.
 */
export function keyOf(organization: OrganizationView, user: string, held: readonly Credentials[]): Secret {
	const meant = [...organization.users.all()].filter(
		({ id, name, email }: UserEntity) => id === user || name === user || email === user,
	);
	const [only] = meant;
	if (!only) throw new Refusal("NotFound", `there is no user \`${user}\` in organization ${organization.id}`);
	if (meant.length > 1) throw new Refusal("FailedPrecondition", `several users are called \`${user}\`: name one by identifier`);
	for (const { apiPrivateKey } of held) {
		if (!isP256PrivateKey(apiPrivateKey.reveal())) continue;
		// The file may say what it likes: the key is the user's when the organisation says so.
		const key = organization.apiKeys.withKey(p256PublicKey(apiPrivateKey));
		if (key?.userId === only.id && key.type === "CREDENTIAL_TYPE_API_KEY_P256") return apiPrivateKey;
	}
	throw new Refusal(
		"FailedPrecondition",
		`no P-256 key of \`${user}\` is held here: only users whose key the seed made can vote this way`,
	);
}

/** The stamp of a body, as a client that has the key would make it. */
export function stampWith(privateKey: Secret, bytes: Uint8Array): string {
	const signature = signP256(p256SigningKey(privateKey), bytes);
	return formatStamp({ publicKey: p256PublicKey(privateKey), scheme: P256_SCHEME, signature });
}
