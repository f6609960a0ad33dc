// What the pages are put together from: links, badges, identifiers, times, and the frame around it all.

import type { Named } from "./inspected.js";
import { type Content, html, Markup } from "./markup.js";

/** The pages of an organisation, in the order of the menu, by the last part of their address. */
export const PAGES = {
	overview: "Overview",
	users: "People",
	policies: "Rules",
	keys: "Keys and wallets",
	tags: "Tags",
	activities: "Activities",
	webhooks: "Webhooks",
} as const;
export type PageName = keyof typeof PAGES;

export const STYLE_PATH = "/inspect/style.css";

/** Where a page stands; `id` is something on it. */
export function pathOf(organizationId: string, page: PageName, id?: string): string {
	const base = `/inspect/${encodeURIComponent(organizationId)}`;
	const path = page === "overview" ? base : `${base}/${page}`;
	return id === undefined ? path : `${path}#${encodeURIComponent(id)}`;
}

export function activityPath(organizationId: string, activityId: string): string {
	return `/inspect/${encodeURIComponent(organizationId)}/activities/${encodeURIComponent(activityId)}`;
}

/** A name that leads to where its thing is shown; what is gone is named by its identifier. */
export function linked(organizationId: string, page: PageName, { id, name }: Named): Content {
	if (name === "") return html`<span class="id">${id} (gone)</span>`;
	return html`<a href="${pathOf(organizationId, page, id)}"><bdi>${name}</bdi></a>`;
}

/** Names in a row; `none` when there are none. */
export function linkedList(organizationId: string, page: PageName, things: readonly Named[], none = "none"): Markup {
	if (things.length === 0) return html`<span class="id">${none}</span>`;
	return html`<ul class="list inline">${things.map((each) => html`<li>${linked(organizationId, page, each)}</li>`)}</ul>`;
}

export type Mood = "good" | "wait" | "bad" | "plain";

export function badge(text: string, mood: Mood = "plain"): Markup {
	return html`<span class="badge ${mood}">${text}</span>`;
}

export function identifier(id: string): Markup {
	return html`<code class="id">${id}</code>`;
}

/** An RFC 3339 time, to the second. */
export function moment(time: string): Markup {
	return html`<time datetime="${time}">${time.slice(0, 19).replace("T", " ")} UTC</time>`;
}

/** Rows of a description list; rows without a value are left out. */
export function details(rows: readonly (readonly [label: string, value: Content])[]): Markup {
	const given = rows.filter(([, value]) => value !== null && value !== undefined && value !== false);
	if (given.length === 0) return html``;
	return html`<dl>${given.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;
}

/** A thing with a name: a card that can be linked to. */
export function card({ id, name }: Named, badges: Content, body: Content): Markup {
	return html`<article class="card" id="${id}">
<div class="head"><h3><bdi>${name}</bdi></h3>${badges}</div>
${identifier(id)}
${body}
</article>`;
}

export function section(id: string, title: string, items: readonly Content[], none: string): Markup {
	return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}${items.length > 0 && ` (${items.length})`}</h2>
${items.length === 0 ? html`<p class="none">${none}</p>` : items}</section>`;
}

/** `ACTIVITY_STATUS_CONSENSUS_NEEDED` as `consensus needed`. */
export function words(text: string, prefix: string): string {
	return (text.startsWith(prefix) ? text.slice(prefix.length) : text).toLowerCase().replaceAll("_", " ");
}

export interface Frame {
	readonly organization: Named;
	readonly parent: Named | undefined;
	readonly page: PageName;
	readonly title: string;
	readonly profile: string;
}

/** A whole page. */
export function framed({ organization, parent, page, title, profile }: Frame, body: Content): Markup {
	const menu = (Object.keys(PAGES) as PageName[]).map(
		(name) =>
			html`<li><a href="${pathOf(organization.id, name)}"${name === page && new Markup(' aria-current="page"')}>${PAGES[name]}</a></li>`,
	);
	return document(
		`${title} · ${organization.name}`,
		html`<a class="skip" href="#content">Skip to content</a>
<header>
<p>${parent ? html`Sub-organization of <a href="${pathOf(parent.id, "overview")}"><bdi>${parent.name}</bdi></a>` : "Organization"}</p>
<p class="name"><bdi>${organization.name}</bdi></p>
<p>${identifier(organization.id)}</p>
<nav aria-label="Pages"><ul>${menu}</ul></nav>
</header>
<main id="content">
<h1>${title}</h1>
${body}
</main>
<footer>The embedded service of quorate, profile ${profile}, for development and tests. This page only reads, and shows no secret.</footer>`,
	);
}

/** What is shown in place of a page that cannot be. */
export function problemPage(message: string): Markup {
	return document(
		"Not shown",
		html`<main id="content"><h1>Not shown</h1><p class="lead">${message}</p><p><a href="/">To the overview</a></p></main>`,
	);
}

function document(title: string, body: Markup): Markup {
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
${body}
</body>
</html>
`;
}
