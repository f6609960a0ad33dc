// What a person on this machine may look at without a key: the inspection page and the outbox. Read-only, and for this
// machine alone, since it is not stamped: a request must come over loopback, and name the service by an address or as
// localhost, so that a web page somebody else made cannot have a browser read it under a name of its own.
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { sendJson, sendRefusal } from "../answer.js";
import { forbidden, invalid, Refusal } from "../refusal.js";
import type { Store } from "../store.js";
import { DELIVERY_STATES, type DeliveryState } from "../webhooks/delivery.js";

const DEFAULT_PAGE = 100;
const LARGEST_PAGE = 1000;

export function addInspection(server: FastifyInstance, store: Store): void {
	const add = (path: string, answer: (request: FastifyRequest, response: ServerResponse) => void): void => {
		server.get(path, (request, reply) => {
			reply.hijack();
			try {
				checkNearness(request);
				answer(request, reply.raw);
			} catch (error) {
				if (!(error instanceof Refusal)) throw error;
				sendRefusal(reply.raw, error);
			}
		});
	};
	add("/inspect/deliveries.json", (request, response) => {
		sendJson(response, 200, JSON.stringify({ deliveries: store.deliveries.page(deliveryFilter(request.query)) }));
	});
}

function deliveryFilter(query: unknown) {
	const { limit, state, before } = query as Readonly<Record<string, unknown>>;
	if (state !== undefined && !DELIVERY_STATES.includes(state as DeliveryState)) {
		throw invalid(`\`state\` must be one of ${DELIVERY_STATES.join(", ")}`);
	}
	return {
		limit: number("limit", limit, LARGEST_PAGE) ?? DEFAULT_PAGE,
		state: state as DeliveryState | undefined,
		before: number("before", before, Number.MAX_SAFE_INTEGER),
	};
}

function number(name: string, text: unknown, largest: number): number | undefined {
	if (text === undefined) return undefined;
	const value = typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : 0;
	if (value < 1 || value > largest) throw invalid(`\`${name}\` must be a number from 1 to ${largest}`);
	return value;
}

function checkNearness({ raw, headers }: FastifyRequest): void {
	const { remoteAddress } = raw.socket;
	const name = (headers.host ?? "").replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
	const near = remoteAddress !== undefined && isLoopback(remoteAddress);
	if (!near || !(name === "localhost" || ipaddr.isValid(name))) {
		throw forbidden("inspection is for this machine alone: ask over loopback, by address or as localhost");
	}
}

function isLoopback(address: string): boolean {
	return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}
