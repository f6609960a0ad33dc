// What lets a web page of any origin ask the public API, as the vendor's browser clients do. It gives nothing away: a request
// counts for its stamp, which no page can make without a key, and never for where it comes from or for a cookie.
import type { ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";

/** Everything that is stamped, and the published key set; not what a person on this machine looks at. */
const PUBLIC = "/public/v1/";

const HEADERS = "Content-Type, Accept, X-Stamp, X-Stamp-WebAuthn, X-Stamp-Attested, X-Session, X-Client-Version";

export function allowEveryOrigin(server: FastifyInstance): void {
	server.addHook("onRequest", async (request, reply) => {
		if (request.headers.origin !== undefined && request.url.startsWith(PUBLIC)) {
			reply.raw.setHeader("access-control-allow-origin", "*");
		}
	});
	server.options(`${PUBLIC}*`, (_request, reply) => {
		reply.hijack();
		answerPreflight(reply.raw, HEADERS);
	});
}

/** A page's browser asks this first; it may remember the answer for ten minutes. */
export function answerPreflight(response: ServerResponse, headers: string): void {
	response.setHeader("access-control-allow-methods", "GET, POST, OPTIONS");
	response.setHeader("access-control-allow-headers", headers);
	response.setHeader("access-control-max-age", "600");
	response.writeHead(204);
	response.end();
}
