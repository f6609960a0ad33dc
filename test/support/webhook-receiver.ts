// A receiver of webhooks on loopback: keeps what arrives and answers as it is told.
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Answer } from "./service-client.js";

export interface Received {
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly bytes: Buffer;
	readonly body: Answer;
}

/** The status to answer with, or how to break the exchange off; `hang` never answers. */
export type Reaction = number | "reset" | "hang";

export interface WebhookReceiver {
	readonly url: string;
	readonly received: Received[];
	/** Decides on each request in turn; 200 when nothing is said. */
	react: (received: Received, index: number) => Reaction;
	/** Resolves when at least so many requests have arrived in all. */
	until(count: number): Promise<void>;
	close(): Promise<void>;
}

export async function receiveWebhooks(
	options: { readonly port?: number; readonly tls?: { readonly key: string; readonly cert: string } } = {},
): Promise<WebhookReceiver> {
	const waiting: { readonly count: number; readonly done: () => void }[] = [];
	const listener: RequestListener = (request, response) => {
		void buffer(request).then((bytes) => {
			const one = { path: request.url ?? "", headers: request.headers, bytes, body: JSON.parse(bytes.toString()) };
			receiver.received.push(one);
			const reaction = receiver.react(one, receiver.received.length - 1);
			if (reaction === "reset") request.socket.destroy();
			else if (reaction !== "hang") response.writeHead(reaction, { location: "http://127.0.0.1:9/elsewhere" }).end("noted");
			for (const each of waiting) if (receiver.received.length >= each.count) each.done();
		});
	};
	const server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener);
	await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	const receiver: WebhookReceiver = {
		url: `${options.tls ? "https" : "http"}://127.0.0.1:${port}/hook`,
		received: [],
		react: () => 200,
		until: (count) =>
			receiver.received.length >= count ? Promise.resolve() : new Promise((done) => waiting.push({ count, done })),
		close: () =>
			new Promise((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
	return receiver;
}
