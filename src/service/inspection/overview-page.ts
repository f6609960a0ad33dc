// The first page: how much of everything there is, what waits for somebody, and what happened last.
import { activityTable } from "./activity-pages.js";
import type { InspectedActivity, InspectedOrganization } from "./inspected.js";
import { html, type Markup } from "./markup.js";
import { details, linkedList, moment, type PageName, pathOf } from "./parts.js";

export function overviewPage(
	organization: InspectedOrganization,
	waiting: readonly InspectedActivity[],
	latest: readonly InspectedActivity[],
): Markup {
	const { id, rootQuorum, features, subOrganizations, createdAt } = organization;
	const counts: readonly (readonly [count: number, what: string, page: PageName])[] = [
		[organization.users.length, "users", "users"],
		[organization.policies.length, "policies", "policies"],
		[organization.mfaPolicies.length, "MFA policies", "policies"],
		[organization.privateKeys.length, "private keys", "keys"],
		[organization.wallets.length, "wallets", "keys"],
		[organization.userTags.length + organization.privateKeyTags.length, "tags", "tags"],
		[organization.webhookEndpoints.length, "webhook endpoints", "webhooks"],
	];
	return html`<ul class="counts">${counts.map(
		([count, what, page]) => html`<li><a href="${pathOf(id, page)}"><b>${count}</b><span>${what}</span></a></li>`,
	)}</ul>
${details([
	["root quorum", html`${rootQuorum.threshold} of ${rootQuorum.users.length}: ${linkedList(id, "users", rootQuorum.users)}`],
	["features", features.length > 0 && features.join(", ")],
	["created", moment(createdAt)],
	[
		"sub-organizations",
		subOrganizations.length > 0 &&
			html`<ul class="list inline">${subOrganizations.map(
				(each) => html`<li><a href="${pathOf(each.id, "overview")}"><bdi>${each.name}</bdi></a></li>`,
			)}</ul>`,
	],
])}
<h2 id="waiting">Waits for approval</h2>
${waiting.length === 0 ? html`<p class="none">Nothing.</p>` : activityTable(id, waiting)}
<h2 id="latest">What happened last</h2>
${latest.length === 0 ? html`<p class="none">Nothing yet.</p>` : html`${activityTable(id, latest)}<p class="more"><a href="${pathOf(id, "activities")}">All activities</a></p>`}`;
}
