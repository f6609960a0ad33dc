// An embedded service's organisation as text: one thing a line, what belongs to it indented below.
import type { Palette } from "../render/palette.js";
import type {
	InspectedActivity,
	InspectedDelivery,
	InspectedOrganization,
	InspectedUser,
	Named,
} from "../service/inspection/inspected.js";
import { visible } from "../service/inspection/markup.js";

/** A line, and those below it. */
interface Entry {
	readonly line: string;
	readonly below?: readonly string[];
}

export function organizationText(
	organization: InspectedOrganization,
	activities: readonly InspectedActivity[],
	{ palette, baseUrl }: { readonly palette: Palette; readonly baseUrl: string },
): string {
	const { rootQuorum, features } = organization;
	const idOf = ({ id }: Named): string => palette.faint(id);
	const section = (title: string, entries: readonly Entry[]): string =>
		entries.length === 0
			? ""
			: `\n${palette.strong(`${title} (${entries.length})`)}\n${entries
					.map(({ line, below = [] }) => [`  ${line}`, ...below.map((each) => `    ${each}`)].join("\n"))
					.join("\n")}\n`;
	const head = [
		`${palette.strong(clean(organization.name))}  ${idOf(organization)}`,
		`root quorum ${rootQuorum.threshold} of ${rootQuorum.users.length}: ${names(rootQuorum.users)}`,
		...(features.length === 0 ? [] : [`features ${features.join(", ")}`]),
		`pages ${baseUrl}/`,
	];
	return [
		`${head.join("\n")}\n`,
		section(
			"Users",
			organization.users.map((user) => userEntry(user, palette)),
		),
		section(
			"User tags",
			organization.userTags.map((tag) => ({ line: `${clean(tag.name)}  ${idOf(tag)}  ${names(tag.members)}` })),
		),
		section(
			"Policies",
			organization.policies.map((policy) => ({
				line: `${policy.effect === "EFFECT_DENY" ? palette.remove("deny ") : palette.add("allow")}  ${clean(policy.name)}  ${idOf(policy)}`,
				below: [
					...block("consensus", policy.consensus),
					...block("condition", policy.condition),
					...block("time", policy.time),
					...block("notes", policy.notes),
				],
			})),
		),
		section(
			"MFA policies",
			organization.mfaPolicies.map((policy) => ({
				line: `${clean(policy.name)}  ${idOf(policy)}  of ${clean(policy.user.name)}, order ${policy.order}`,
				below: [
					...block("condition", policy.condition),
					...policy.steps.map(
						({ any }, index) =>
							`step ${index + 1}     ${any.map(({ type }) => words(type, "AUTHENTICATION_TYPE_")).join(" or ")}`,
					),
				],
			})),
		),
		section(
			"Private keys",
			organization.privateKeys.map((key) => ({
				line: `${clean(key.name)}  ${idOf(key)}  ${[words(key.curve, "CURVE_"), ...key.marks].join(", ")}${key.tags.length > 0 ? `, tags ${names(key.tags)}` : ""}`,
				below: key.addresses.map(({ format, address }) => `${words(format, "ADDRESS_FORMAT_")} ${address}`),
			})),
		),
		section(
			"Private key tags",
			organization.privateKeyTags.map((tag) => ({ line: `${clean(tag.name)}  ${idOf(tag)}  ${names(tag.members)}` })),
		),
		section(
			"Wallets",
			organization.wallets.map((wallet) => ({
				line: `${clean(wallet.name)}  ${idOf(wallet)}${wallet.marks.length > 0 ? `  ${wallet.marks.join(", ")}` : ""}`,
				below: wallet.accounts.map(({ path, address, name }) => `${path}  ${address}${name === null ? "" : `  ${clean(name)}`}`),
			})),
		),
		section(
			"Webhook endpoints",
			organization.webhookEndpoints.map((endpoint) => ({
				line: `${clean(endpoint.name)}  ${idOf(endpoint)}  ${endpoint.isActive ? "active" : "inactive"}  ${clean(endpoint.url)}`,
				below: endpoint.subscriptions.map(
					({ eventType, filtersJson, isActive }) =>
						`${words(eventType, "")}${isActive ? "" : " (inactive)"}${filtersJson === null ? "" : `  ${clean(filtersJson)}`}`,
				),
			})),
		),
		section(
			"IP allowlists",
			organization.ipAllowlists.map(({ apiKey, enabled, rules }) => ({
				line: `${apiKey === null ? "the organization" : `API key ${clean(apiKey.name)}`}  ${enabled ? "enabled" : "off"}`,
				below: rules.map(({ cidr, label }) => `${cidr}${label === "" ? "" : `  ${clean(label)}`}`),
			})),
		),
		section(
			"Sub-organizations",
			organization.subOrganizations.map((each) => ({ line: `${clean(each.name)}  ${idOf(each)}` })),
		),
		section(
			"Latest activities",
			activities.map((activity) => activityEntry(activity, palette)),
		),
	].join("");
}

function userEntry(user: InspectedUser, { faint }: Palette): Entry {
	const facts = [
		...(user.inRootQuorum ? ["root quorum"] : []),
		...(user.email === null ? [] : [clean(user.email)]),
		...(user.phone === null ? [] : [clean(user.phone)]),
		...(user.tags.length === 0 ? [] : [`tags ${names(user.tags)}`]),
	];
	return {
		line: [clean(user.name), faint(user.id), facts.join(", ")].filter((each) => each !== "").join("  "),
		below: [
			...user.apiKeys.map(
				(key) =>
					`API key ${clean(key.name)}  ${faint(key.publicKey)}${key.expiresAt === null ? "" : `  ${key.expired ? "expired" : "expires"} ${key.expiresAt}`}`,
			),
			...user.authenticators.map((each) => `authenticator ${clean(each.name)}  ${faint(clean(each.credentialId))}`),
			...user.oauthProviders.map(
				(each) => `OAuth provider ${clean(each.name)}  ${faint(clean(`${each.issuer} ${each.subject}`))}`,
			),
		],
	};
}

function activityEntry(activity: InspectedActivity, { faint }: Palette): Entry {
	const by = (selection: string): readonly Named[] =>
		activity.votes.filter((each) => each.selection === selection).map(({ user }) => user);
	const [approved, rejected] = [by("approved"), by("rejected")];
	return {
		line: `${activity.createdAt}  ${words(activity.type, "ACTIVITY_TYPE_")} by ${names([activity.requester])}: ${words(activity.status, "ACTIVITY_STATUS_")}`,
		below: [
			faint(activity.id),
			faint(activity.fingerprint),
			...(approved.length > 0 ? [`approved by ${names(approved)}`] : []),
			...(rejected.length > 0 ? [`rejected by ${names(rejected)}`] : []),
			...(activity.awaits.length > 0 ? [`waits for one of ${names(activity.awaits)}`] : []),
			...(activity.failure === null ? [] : [clean(activity.failure)]),
		],
	};
}

/** One line of a table of deliveries. */
export function deliveryLine(delivery: InspectedDelivery, { faint }: Palette): string {
	const { sequence, state, attempts, endpoint, lastAttempt, dueAt, eventType, createdAt } = delivery;
	const outcome =
		lastAttempt === null ? "not tried yet" : (lastAttempt.problem ?? `answered with status ${lastAttempt.httpStatus}`);
	const tries = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
	return (
		`${String(sequence).padStart(5)}  ${state.padEnd(9)}  ${createdAt}  ${words(eventType, "")} to ${names([endpoint])}: ` +
		`${tries}, ${clean(outcome)}${dueAt === null ? "" : `, again ${dueAt}`}\n` +
		`       ${faint(`event ${delivery.eventId}, activity ${delivery.activityId}`)}\n`
	);
}

const clean = (text: string): string => visible(text).replaceAll(/[\t\n]/g, " ");
const names = (things: readonly Named[]): string =>
	things.length === 0 ? "none" : things.map(({ id, name }) => (name === "" ? `${id} (gone)` : clean(name))).join(", ");
const words = (text: string, prefix: string): string =>
	visible(text.startsWith(prefix) ? text.slice(prefix.length) : text)
		.toLowerCase()
		.replaceAll("_", " ");

/** A text of several lines, its label before the first. */
function block(label: string, text: string | null): readonly string[] {
	if (text === null || text === "") return [];
	return visible(text)
		.trimEnd()
		.split("\n")
		.map((line, index) => `${(index === 0 ? label : "").padEnd(10)} ${line}`.trimEnd());
}
