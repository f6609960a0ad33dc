// The pages about what happens: activities with their votes, and webhooks with their deliveries.
import { ACTIVITY_STATUSES } from "../../api/activity.js";
import { DELIVERY_STATES } from "../webhooks/delivery.js";
import type {
	ActivityPage,
	DeliveryPage,
	InspectedActivity,
	InspectedDelivery,
	InspectedEndpoint,
	InspectedVote,
} from "./inspected.js";
import { type Content, html, type Markup } from "./markup.js";
import {
	activityPath,
	badge,
	card,
	details,
	identifier,
	linked,
	linkedList,
	type Mood,
	moment,
	pathOf,
	section,
	words,
} from "./parts.js";

const STATUS_MOODS: Readonly<Record<string, Mood>> = {
	ACTIVITY_STATUS_COMPLETED: "good",
	ACTIVITY_STATUS_FAILED: "bad",
	ACTIVITY_STATUS_REJECTED: "bad",
	ACTIVITY_STATUS_CONSENSUS_NEEDED: "wait",
	ACTIVITY_STATUS_AUTHENTICATORS_NEEDED: "wait",
};
const STATE_MOODS: Readonly<Record<string, Mood>> = { DELIVERED: "good", PENDING: "wait", FAILED: "bad" };
const OUTCOME_MOODS: Readonly<Record<string, Mood>> = {
	OUTCOME_ALLOW: "good",
	OUTCOME_DENY_EXPLICIT: "bad",
	OUTCOME_ERROR: "bad",
};

const statusBadge = (status: string): Markup => badge(words(status, "ACTIVITY_STATUS_"), STATUS_MOODS[status]);

/** `filter` is what the list is narrowed to already. */
export function activitiesPage(
	organizationId: string,
	{ activities, next }: ActivityPage,
	filter: { readonly status?: string | undefined; readonly type?: string | undefined; readonly types: readonly string[] },
): Markup {
	const more = new URLSearchParams({
		...(filter.status === undefined ? {} : { status: filter.status }),
		...(filter.type === undefined ? {} : { type: filter.type }),
		after: next ?? "",
	});
	return html`<form method="get" action="${pathOf(organizationId, "activities")}">
${select("status", "Status", ACTIVITY_STATUSES, filter.status, "ACTIVITY_STATUS_")}
${select("type", "Type", filter.types, filter.type, "ACTIVITY_TYPE_")}
<button type="submit">Show</button>
</form>
${activities.length === 0 ? html`<p class="none">There are no such activities.</p>` : activityTable(organizationId, activities)}
${next !== null && html`<p class="more"><a href="${pathOf(organizationId, "activities")}?${more.toString()}">Older activities</a></p>`}`;
}

function select(name: string, label: string, values: readonly string[], chosen: string | undefined, prefix: string): Markup {
	const option = (value: string): Markup =>
		value === chosen
			? html`<option value="${value}" selected>${words(value, prefix)}</option>`
			: html`<option value="${value}">${words(value, prefix)}</option>`;
	return html`<label>${label}<select name="${name}"><option value="">any</option>${values.map(option)}</select></label>`;
}

export function activityTable(organizationId: string, activities: readonly InspectedActivity[]): Markup {
	return html`<table>
<thead><tr><th scope="col">Activity</th><th scope="col">Status</th><th scope="col">By</th><th scope="col">Votes</th><th scope="col">Submitted</th></tr></thead>
<tbody>${activities.map(
		(each) => html`<tr id="${each.id}">
<td><a href="${activityPath(organizationId, each.id)}">${words(each.type, "ACTIVITY_TYPE_")}</a></td>
<td>${statusBadge(each.status)}</td>
<td data-label="by">${linked(organizationId, "users", each.requester)}</td>
<td data-label="votes">${votesInShort(organizationId, each)}</td>
<td>${moment(each.createdAt)}</td>
</tr>`,
	)}</tbody>
</table>`;
}

function votesInShort(organizationId: string, { votes, awaits }: InspectedActivity): Content {
	const rejected = votes.filter((each) => each.selection === "rejected").length;
	const approved = votes.length - rejected;
	return html`${approved} approved${rejected > 0 && html`, ${rejected} rejected`}${
		awaits.length > 0 && html`<div class="id">may approve: ${linkedList(organizationId, "users", awaits)}</div>`
	}`;
}

export function activityPage(organizationId: string, activity: InspectedActivity): Markup {
	const { id, status, fingerprint, requester, votes, awaits, lapsedVotes, failure, result } = activity;
	return html`<p class="lead">${statusBadge(status)} ${identifier(id)}</p>
<article class="card">${details([
		["submitted by", linked(organizationId, "users", requester)],
		["submitted", moment(activity.createdAt)],
		["last changed", moment(activity.updatedAt)],
		["fingerprint", html`<code>${fingerprint}</code>`],
		["waits for one of", awaits.length > 0 && linkedList(organizationId, "users", awaits)],
		["failure", failure !== null && html`<bdi>${failure}</bdi>`],
	])}</article>
${section(
	"votes",
	"Votes",
	votes.map((each) => voteCard(organizationId, each)),
	"Nobody has voted.",
)}
${lapsedVotes > 0 && html`<p class="none">${lapsedVotes === 1 ? "One vote has" : `${lapsedVotes} votes have`} lapsed.</p>`}
<h2>Parameters</h2>
<pre>${JSON.stringify(activity.parameters, null, 2)}</pre>
${result !== null && html`<h2>Result</h2><pre>${JSON.stringify(result, null, 2)}</pre>`}`;
}

function voteCard(organizationId: string, { user, selection, at, publicKey, scheme, evaluations }: InspectedVote): Markup {
	return html`<article class="card"><div class="head"><h3>${linked(organizationId, "users", user)}</h3>
${badge(selection, selection === "approved" ? "good" : "bad")}</div>
${details([
	["when", moment(at)],
	["signed with", html`<code>${publicKey}</code> <span class="id">${words(scheme, "SIGNATURE_SCHEME_TK_")}</span>`],
	[
		"policies then said",
		evaluations.length > 0 &&
			html`<ul class="list">${evaluations.map(
				({ policy, outcome }) =>
					html`<li>${linked(organizationId, "policies", policy)} ${badge(words(outcome, "OUTCOME_"), OUTCOME_MOODS[outcome])}</li>`,
			)}</ul>`,
	],
])}</article>`;
}

export function webhooksPage(
	organizationId: string,
	endpoints: readonly InspectedEndpoint[],
	{ deliveries, next }: DeliveryPage,
	state: string | undefined,
): Markup {
	const more = new URLSearchParams({ ...(state === undefined ? {} : { state }), before: String(next ?? "") });
	return html`${section("endpoints", "Endpoints", endpoints.map(endpointCard), "There are no webhook endpoints.")}
<h2 id="deliveries">Deliveries</h2>
<p class="lead">Of every organization here, newest first.</p>
<form method="get" action="${pathOf(organizationId, "webhooks")}">${select("state", "State", DELIVERY_STATES, state, "")}<button type="submit">Show</button></form>
${deliveries.length === 0 ? html`<p class="none">Nothing has been sent.</p>` : deliveryTable(deliveries)}
${next !== null && html`<p class="more"><a href="${pathOf(organizationId, "webhooks")}?${more.toString()}">Older deliveries</a></p>`}`;
}

function endpointCard(endpoint: InspectedEndpoint): Markup {
	return card(
		endpoint,
		badge(endpoint.isActive ? "active" : "inactive", endpoint.isActive ? "good" : "plain"),
		details([
			["sends to", html`<code>${endpoint.url}</code>`],
			...endpoint.subscriptions.map(
				({ eventType, filtersJson, isActive }) =>
					[
						words(eventType, ""),
						html`${badge(isActive ? "active" : "inactive", isActive ? "good" : "plain")} ${filtersJson !== null && filtersJson !== "" && html`<code>${filtersJson}</code>`}`,
					] as const,
			),
		]),
	);
}

function deliveryTable(deliveries: readonly InspectedDelivery[]): Markup {
	return html`<table>
<thead><tr><th scope="col">#</th><th scope="col">Event</th><th scope="col">State</th><th scope="col">To</th><th scope="col">Last attempt</th><th scope="col">Happened</th></tr></thead>
<tbody>${deliveries.map(
		(each) => html`<tr id="delivery-${each.sequence}">
<td data-label="#">${each.sequence}</td>
<td><a href="${activityPath(each.organizationId, each.activityId)}">${words(each.eventType, "")}</a><div class="id"><code>${each.eventId}</code></div></td>
<td>${badge(each.state.toLowerCase(), STATE_MOODS[each.state])}</td>
<td data-label="to">${linked(each.organizationId, "webhooks", each.endpoint)}</td>
<td data-label="attempts">${attempts(each)}</td>
<td>${moment(each.createdAt)}</td>
</tr>`,
	)}</tbody>
</table>`;
}

function attempts({ attempts: count, lastAttempt, dueAt }: InspectedDelivery): Content {
	if (lastAttempt === null) return "not tried yet";
	const outcome = lastAttempt.problem ?? `answered with status ${lastAttempt.httpStatus}`;
	return html`${outcome}<div class="id">${count === 1 ? "1 attempt" : `${count} attempts`}${dueAt !== null && html`, again ${moment(dueAt)}`}</div>`;
}
