// Writing an answer to the socket, and the ways in which a fault spoils it.
import type { ServerResponse } from "node:http";
import type { FaultInjector } from "./faults.js";
import type { Refusal } from "./refusal.js";

/** The one content type there is, exactly: some clients refuse one with a charset. */
const CONTENT_TYPE = "application/json";

const PAGE = "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>";

export function sendJson(response: ServerResponse, status: number, text: string): void {
	const body = Buffer.from(text);
	response.writeHead(status, { "content-type": CONTENT_TYPE, "content-length": body.byteLength });
	response.end(body);
}

export function sendRefusal(response: ServerResponse, refusal: Refusal): void {
	sendJson(response, refusal.httpStatus, JSON.stringify(refusal.body));
}

/** Sends an answer that is certain by now, unless a fault strikes: what it says has happened all the same. */
export function sendUnlessSpoiled(response: ServerResponse, text: string, faults: FaultInjector): void {
	if (faults.strikes("dropAfterCommit")) {
		response.socket?.destroy();
	} else if (faults.strikes("truncate")) {
		const body = Buffer.from(text);
		response.writeHead(200, { "content-type": CONTENT_TYPE, "content-length": body.byteLength });
		response.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => response.socket?.destroy());
	} else if (faults.strikes("html")) {
		const body = Buffer.from(PAGE);
		response.writeHead(502, { "content-type": "text/html", "content-length": body.byteLength });
		response.end(body);
	} else {
		sendJson(response, 200, text);
	}
}
