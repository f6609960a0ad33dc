// What is no HTTP request, or not one in time, never reaches a route. It is told so all the same, and hung up on.
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { sendRefusal } from "./answer.js";
import { badRequest } from "./refusal.js";

/** One for each server: what to do with its errors, and which of its connections wait for an answer. */
export class MalformedRequests {
	readonly #underWay = new WeakMap<Socket, Set<IncomingMessage>>();

	/** To be called before the server listens. */
	watch(server: Server): void {
		server.on("request", (request: IncomingMessage, response) => {
			const { socket } = request;
			const requests = this.#underWay.get(socket) ?? new Set();
			this.#underWay.set(socket, requests.add(request));
			response.once("close", () => requests.delete(request));
		});
		// Without a listener Node answers an expectation it does not know with 417 and no body.
		server.on("checkExpectation", (_request, response) => sendRefusal(response, badRequest("it expects what is not offered")));
	}

	/** The server's `clientError`: what came over a connection cannot be read, or has not come in time. */
	refuse(error: Error & { readonly code?: string }, socket: Socket): void {
		if (socket.writable && !this.#owesAnswer(socket)) {
			const timedOut = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
			const text = JSON.stringify(badRequest(problemOf(error.code)).body);
			const status = timedOut ? "408 Request Timeout" : "400 Bad Request";
			const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n`;
			socket.end(head + text);
		}
		socket.destroySoon();
	}

	/**
	 * Whether a request before the malformed one came in whole and is not answered yet. Whatever were written now would be
	 * taken for its answer, so nothing is: a lost answer can be asked for again, a wrong one is believed.
	 */
	#owesAnswer(socket: Socket): boolean {
		return [...(this.#underWay.get(socket) ?? [])].some((request) => request.complete);
	}
}

function problemOf(code: string | undefined): string {
	if (code === "ERR_HTTP_REQUEST_TIMEOUT") return "it took too long";
	return code === "HPE_HEADER_OVERFLOW" ? "its headers are too large" : "it is not an HTTP request";
}
