// The pages about what an organisation consists of: people, rules, keys, tags.
import type {
	InspectedMfaPolicy,
	InspectedOrganization,
	InspectedPolicy,
	InspectedPrivateKey,
	InspectedTag,
	InspectedUser,
	InspectedWallet,
} from "./inspected.js";
import { type Content, html, type Markup } from "./markup.js";
import { badge, card, details, identifier, linked, linkedList, moment, section, words } from "./parts.js";

/** Accounts of a wallet that are shown. */
const SHOWN_ACCOUNTS = 25;

export function usersPage({ id, users, rootQuorum, sessionProfiles }: InspectedOrganization): Markup {
	return html`<div class="lead">The root quorum takes ${rootQuorum.threshold} of ${rootQuorum.users.length}: ${linkedList(id, "users", rootQuorum.users)}</div>
${section(
	"users",
	"Users",
	users.map((each) => userCard(id, each)),
	"There are no users.",
)}
${
	sessionProfiles.length > 0 &&
	section(
		"session-profiles",
		"Session profiles",
		sessionProfiles.map((each) =>
			card(
				each,
				null,
				details([
					["scope", expression(each.scope)],
					["expires after", each.expirationSeconds && `${each.expirationSeconds} s`],
				]),
			),
		),
		"",
	)
}`;
}

function userCard(organizationId: string, user: InspectedUser): Markup {
	const contact = (address: string | null, kind: string): Content =>
		address !== null && html`<bdi>${address}</bdi> ${user.verified.includes(kind) && badge("verified", "good")}`;
	return card(
		user,
		user.inRootQuorum && badge("root quorum"),
		html`${details([
			["email", contact(user.email, "email")],
			["phone", contact(user.phone, "phone")],
			["tags", user.tags.length > 0 && linkedList(organizationId, "tags", user.tags)],
			["MFA policies", user.mfaPolicies.length > 0 && linkedList(organizationId, "policies", user.mfaPolicies)],
			["created", moment(user.createdAt)],
		])}
${credentials(
	"API keys",
	user.apiKeys.map(
		(key) =>
			html`<bdi>${key.name}</bdi> ${badge(words(key.type, "CREDENTIAL_TYPE_"))} ${key.expired && badge("expired", "bad")}
<br><code>${key.publicKey}</code>${key.expiresAt !== null && html`<br><span class="id">${key.expired ? "expired" : "expires"} ${moment(key.expiresAt)}</span>`}
${key.sessionProfile && html`<br><span class="id">limited by session profile ${linked(organizationId, "users", key.sessionProfile)}</span>`}`,
	),
)}
${credentials(
	"Authenticators",
	user.authenticators.map(
		(each) => html`<bdi>${each.name}</bdi> ${each.model !== "" && badge(each.model)}<br><code>${each.credentialId}</code>`,
	),
)}
${credentials(
	"OAuth providers",
	user.oauthProviders.map(
		(each) =>
			html`<bdi>${each.name}</bdi><br><span class="id">${each.issuer}, audience ${each.audience}, subject ${each.subject}</span>`,
	),
)}`,
	);
}

function credentials(title: string, items: readonly Markup[]): Content {
	return items.length > 0 && html`<h4>${title}</h4><ul class="list">${items.map((each) => html`<li>${each}</li>`)}</ul>`;
}

const expression = (text: string | null): Content => text !== null && text !== "" && html`<pre>${text}</pre>`;

export function policiesPage({ id, policies, mfaPolicies, ipAllowlists }: InspectedOrganization): Markup {
	return html`${section("policies", "Policies", policies.map(policyCard), "There are no policies: only the root quorum may act.")}
${section(
	"mfa-policies",
	"MFA policies",
	mfaPolicies.map((each) => mfaPolicyCard(id, each)),
	"There are no MFA policies.",
)}
${section(
	"ip-allowlists",
	"IP allowlists",
	ipAllowlists.map(
		({ apiKey, enabled, onEvaluationError, rules }) =>
			html`<article class="card"><div class="head"><h3>${apiKey === null ? "The organization" : html`API key <bdi>${apiKey.name}</bdi>`}</h3>
${badge(enabled ? "enabled" : "off", enabled ? "good" : "plain")} ${badge(`${onEvaluationError.toLowerCase()} on error`)}</div>
${apiKey && identifier(apiKey.id)}
<ul class="list">${rules.map(({ cidr, label }) => html`<li><code>${cidr}</code> ${label !== "" && html`<bdi class="id">${label}</bdi>`}</li>`)}</ul></article>`,
	),
	"Requests may come from anywhere.",
)}`;
}

function policyCard(policy: InspectedPolicy): Markup {
	const denies = policy.effect === "EFFECT_DENY";
	return card(
		policy,
		badge(denies ? "deny" : "allow", denies ? "bad" : "good"),
		details([
			["consensus", expression(policy.consensus)],
			["condition", expression(policy.condition)],
			["time", expression(policy.time)],
			["notes", policy.notes !== "" && html`<bdi>${policy.notes}</bdi>`],
			["changed", moment(policy.updatedAt)],
		]),
	);
}

function mfaPolicyCard(organizationId: string, policy: InspectedMfaPolicy): Markup {
	const methods = ({ any }: InspectedMfaPolicy["steps"][number]): string =>
		any.map(({ type, id }) => words(type, "AUTHENTICATION_TYPE_") + (id === null ? "" : ` ${id}`)).join(" or ");
	return card(
		policy,
		badge(`order ${policy.order}`),
		details([
			["user", linked(organizationId, "users", policy.user)],
			["condition", expression(policy.condition)],
			["steps", html`<ol class="list">${policy.steps.map((step, index) => html`<li>${index + 1}. ${methods(step)}</li>`)}</ol>`],
			["notes", policy.notes !== null && policy.notes !== "" && html`<bdi>${policy.notes}</bdi>`],
		]),
	);
}

export function keysPage({ id, privateKeys, wallets }: InspectedOrganization): Markup {
	return html`<p class="lead">Public halves and addresses. What signs stays sealed in the store.</p>
${section(
	"private-keys",
	"Private keys",
	privateKeys.map((each) => privateKeyCard(id, each)),
	"There are no private keys.",
)}
${section("wallets", "Wallets", wallets.map(walletCard), "There are no wallets.")}`;
}

function privateKeyCard(organizationId: string, key: InspectedPrivateKey): Markup {
	return card(
		key,
		html`${badge(words(key.curve, "CURVE_"))} ${key.marks.map((each) => badge(each, "wait"))}`,
		details([
			["public key", html`<code>${key.publicKey}</code>`],
			...key.addresses.map(({ format, address }) => [words(format, "ADDRESS_FORMAT_"), html`<code>${address}</code>`] as const),
			["tags", key.tags.length > 0 && linkedList(organizationId, "tags", key.tags)],
		]),
	);
}

function walletCard(wallet: InspectedWallet): Markup {
	const { accounts, marks } = wallet;
	return card(
		wallet,
		html`${badge(accounts.length === 1 ? "1 account" : `${accounts.length} accounts`)} ${marks.map((each) => badge(each, "wait"))}`,
		html`${details(
			accounts
				.slice(0, SHOWN_ACCOUNTS)
				.map(
					({ name, path, address, addressFormat }) =>
						[
							path,
							html`<code>${address}</code> <span class="id">${words(addressFormat, "ADDRESS_FORMAT_")}${name !== null && html`, <bdi>${name}</bdi>`}</span>`,
						] as const,
				),
		)}
${accounts.length > SHOWN_ACCOUNTS && html`<p class="none">and ${accounts.length - SHOWN_ACCOUNTS} more</p>`}`,
	);
}

export function tagsPage({ id, userTags, privateKeyTags }: InspectedOrganization): Markup {
	const cards = (tags: readonly InspectedTag[], members: "users" | "keys"): Markup[] =>
		tags.map((tag) =>
			card(tag, badge(String(tag.members.length)), html`<div>${linkedList(id, members, tag.members, "nothing has it")}</div>`),
		);
	return html`${section("user-tags", "User tags", cards(userTags, "users"), "There are no user tags.")}
${section("private-key-tags", "Private key tags", cards(privateKeyTags, "keys"), "There are no private key tags.")}`;
}
