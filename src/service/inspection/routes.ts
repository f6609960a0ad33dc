// The inspection pages and the same as JSON: what a person on this machine may look at without a key. Only GET has a route
// here, so nothing can be changed through it; what may be sent along is the parameters of a list.
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ACTIVITY_STATUSES } from "../../api/activity.js";
import { sendJson, sendRefusal } from "../answer.js";
import { internalError } from "../internal-error.js";
import type { Organization } from "../organization.js";
import { Refusal } from "../refusal.js";
import type { ServiceSetting } from "../service-setting.js";
import type { Store } from "../store.js";
import { ACTIVITY_TYPES } from "../submission.js";
import { DELIVERY_STATES } from "../webhooks/delivery.js";
import { activitiesPage, activityPage, webhooksPage } from "./activity-pages.js";
import { inspectActivities, inspectActivity } from "./inspect-activity.js";
import { inspectDeliveries } from "./inspect-deliveries.js";
import { inspectOrganization } from "./inspect-organization.js";
import type { Markup } from "./markup.js";
import { checkNearness } from "./nearness.js";
import { keysPage, policiesPage, tagsPage, usersPage } from "./organization-pages.js";
import { overviewPage } from "./overview-page.js";
import { framed, PAGES, type PageName, problemPage, STYLE_PATH, words } from "./parts.js";
import { readQuestion } from "./question.js";
import { STYLE } from "./style.js";

/** Rows of a page of a list, and of the two lists of the overview. */
const PAGE_ROWS = 50;
const OVERVIEW_ROWS = 10;
const WAITING = ["ACTIVITY_STATUS_CONSENSUS_NEEDED", "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED"];

/** No script, no frame, nothing from anywhere else; the browser keeps none of it. */
const HEADERS: Readonly<Record<string, string>> = {
	"content-security-policy": "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
	"referrer-policy": "no-referrer",
	"x-content-type-options": "nosniff",
	"x-frame-options": "DENY",
	"cache-control": "no-store",
};

interface Parts {
	readonly store: Store;
	readonly setting: ServiceSetting;
}
/** Where a route is added, and where is told what goes wrong in it. */
interface Place {
	readonly server: FastifyInstance;
	readonly log: ServiceSetting["log"];
}
type Query = Readonly<Record<string, unknown>>;
type PathParameters = Readonly<Record<string, string>>;

export function addInspection(server: FastifyInstance, parts: Parts): void {
	const { store, setting } = parts;
	const place: Place = { server, log: setting.log };
	addText(place, STYLE_PATH, "text/css; charset=utf-8", () => STYLE);

	addJson(place, "/inspect/organization.json", ({ organizationId }) =>
		inspectOrganization(organizationOf(store, organizationId), setting.clock.now()),
	);
	addJson(place, "/inspect/activities.json", ({ organizationId, ...query }) => {
		const { limit, status, type, after } = readQuestion(query, {
			status: ACTIVITY_STATUSES,
			type: ACTIVITY_TYPES,
			after: "text",
			limit: "number",
		});
		return inspectActivities(store, setting, organizationOf(store, organizationId), {
			statuses: status === undefined ? [] : [status],
			types: type === undefined ? [] : [type],
			after,
			limit: limit ?? PAGE_ROWS,
		});
	});
	addJson(place, "/inspect/deliveries.json", (query) => {
		const { limit, state, before } = readQuestion(query, { state: DELIVERY_STATES, before: "number", limit: "number" });
		return inspectDeliveries(store, { state, before, limit: limit ?? 2 * PAGE_ROWS });
	});

	addPage(place, "/", () => pageOf(parts, organizationOf(store, undefined), "overview", {}));
	addPage(place, "/inspect/:organization", (query, { organization }) =>
		pageOf(parts, organizationOf(store, organization), "overview", query),
	);
	addPage(place, "/inspect/:organization/:page", (query, { organization, page = "" }) => {
		if (page === "overview" || !Object.hasOwn(PAGES, page)) throw new Refusal("NotFound", `there is no page \`${page}\``);
		return pageOf(parts, organizationOf(store, organization), page as PageName, query);
	});
	addPage(place, "/inspect/:organization/activities/:activity", (_query, { organization: id, activity: activityId = "" }) => {
		const organization = organizationOf(store, id);
		const activity = store.activities.withId(organization.number, activityId);
		if (!activity) throw new Refusal("NotFound", `there is no activity \`${activityId}\``);
		const body = activityPage(organization.id, inspectActivity(setting, organization, activity));
		return framedFor(parts, organization, "activities", words(activity.type, "ACTIVITY_TYPE_"), body);
	});
}

function pageOf(parts: Parts, organization: Organization, page: PageName, query: Query): Markup {
	return framedFor(parts, organization, page, PAGES[page], bodyOf(parts, organization, page, query));
}

function bodyOf({ store, setting }: Parts, organization: Organization, page: PageName, query: Query): Markup {
	const { id } = organization;
	const inspected = inspectOrganization(organization, setting.clock.now());
	switch (page) {
		case "users":
			return usersPage(inspected);
		case "policies":
			return policiesPage(inspected);
		case "keys":
			return keysPage(inspected);
		case "tags":
			return tagsPage(inspected);
		case "activities": {
			const { status, type, after } = readQuestion(query, { status: ACTIVITY_STATUSES, type: ACTIVITY_TYPES, after: "text" });
			const statuses = status === undefined ? [] : [status];
			const types = type === undefined ? [] : [type];
			const found = inspectActivities(store, setting, organization, { statuses, types, after, limit: PAGE_ROWS });
			return activitiesPage(id, found, { status, type, types: ACTIVITY_TYPES });
		}
		case "webhooks": {
			const { state, before } = readQuestion(query, { state: DELIVERY_STATES, before: "number" });
			const deliveries = inspectDeliveries(store, { state, before, limit: PAGE_ROWS });
			return webhooksPage(id, inspected.webhookEndpoints, deliveries, state);
		}
		default: {
			const recent = (statuses: readonly string[]) =>
				inspectActivities(store, setting, organization, { statuses, types: [], limit: OVERVIEW_ROWS }).activities;
			return overviewPage(inspected, recent(WAITING), recent([]));
		}
	}
}

function framedFor(
	{ setting: { profile } }: Parts,
	organization: Organization,
	page: PageName,
	title: string,
	body: Markup,
): Markup {
	const { parent } = organization;
	const named = { id: organization.id, name: organization.self.name };
	return framed({ organization: named, parent: parent && { id: parent.id, name: parent.self.name }, page, title, profile }, body);
}

/** The one named, or the one the service began with. */
function organizationOf(store: Store, id: unknown): Organization {
	const found = id === undefined || id === "" ? [...store.organizations()][0] : store.organization(String(id));
	if (!found) throw new Refusal("NotFound", `there is no organization \`${String(id)}\``);
	return found;
}

function addPage(place: Place, path: string, page: (query: Query, parameters: PathParameters) => Markup): void {
	const send = (response: ServerResponse, status: number, text: string): void =>
		sendText(response, status, "text/html; charset=utf-8", text);
	addRoute(
		place,
		path,
		(request, response) => send(response, 200, page(request.query as Query, request.params as PathParameters).text),
		(refusal, response) => send(response, refusal.httpStatus, problemPage(refusal.message).text),
	);
}

function addJson(place: Place, path: string, document: (query: Query) => object): void {
	addRoute(
		place,
		path,
		(request, response) => {
			const text = JSON.stringify(document(request.query as Query));
			for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
			sendJson(response, 200, text);
		},
		(refusal, response) => sendRefusal(response, refusal),
	);
}

function addText(place: Place, path: string, type: string, text: () => string): void {
	addRoute(
		place,
		path,
		(_request, response) => sendText(response, 200, type, text()),
		(refusal, response) => sendRefusal(response, refusal),
	);
}

function addRoute(
	{ server, log }: Place,
	path: string,
	answer: (request: FastifyRequest, response: ServerResponse) => void,
	refuse: (refusal: Refusal, response: ServerResponse) => void,
): void {
	server.get(path, (request, reply) => {
		reply.hijack();
		try {
			checkNearness(request);
			answer(request, reply.raw);
		} catch (error) {
			refuse(error instanceof Refusal ? error : internalError(error, log), reply.raw);
		}
	});
}

function sendText(response: ServerResponse, status: number, type: string, text: string): void {
	const body = Buffer.from(text);
	response.writeHead(status, { ...HEADERS, "content-type": type, "content-length": body.byteLength });
	response.end(body);
}
