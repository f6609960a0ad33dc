// A service that fails on purpose: each request gets the next of a list of behaviours (the last one over and over), and
// everything that was received is kept, byte for byte.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

export interface ReceivedRequest {
	readonly path: string;
	readonly headers: IncomingMessage["headers"];
	readonly body: Buffer;
}

export type Behaviour = (response: ServerResponse, request: ReceivedRequest) => void;

export interface FaultServer {
	readonly baseUrl: string;
	readonly requests: readonly ReceivedRequest[];
	close(): Promise<void>;
}

export async function startFaultServer(
	behaviours: readonly Behaviour[],
	tls?: { readonly key: string; readonly cert: string },
): Promise<FaultServer> {
	const requests: ReceivedRequest[] = [];
	const listener = (incoming: IncomingMessage, response: ServerResponse): void => {
		const chunks: Buffer[] = [];
		incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
		incoming.on("end", () => {
			const request = { path: incoming.url ?? "", headers: incoming.headers, body: Buffer.concat(chunks) };
			const behaviour = behaviours[Math.min(requests.length, behaviours.length - 1)];
			requests.push(request);
			behaviour?.(response, request);
		});
	};
	const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		baseUrl: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
		requests,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Behaviour {
	return (response) => {
		response.writeHead(status, { "content-type": "application/json", ...headers });
		response.end(JSON.stringify(value));
	};
}

export function raw(status: number, headers: Record<string, string>, body: string | Buffer): Behaviour {
	return (response) => {
		response.writeHead(status, headers);
		response.end(body);
	};
}

/** A refusal in the service's own form. */
export function refusal(
	status: number,
	code: number,
	message: string,
	turnkeyErrorCode = "",
	headers: Record<string, string> = {},
): Behaviour {
	return json({ code, message, details: [], turnkeyErrorCode }, status, headers);
}

/** Reads the request and cuts the connection: the service may have done it, and nobody hears of it. */
export const hangUp: Behaviour = (response) => {
	response.socket?.destroy();
};

/** Never answers. */
export const silence: Behaviour = () => {};

/** Begins an answer of that length and cuts the connection in the middle. */
export function cutOff(text: string): Behaviour {
	return (response) => {
		response.writeHead(200, { "content-type": "application/json", "content-length": String(text.length * 2) });
		response.write(text, () => response.socket?.destroy());
	};
}

/** A completed activity that answers the body it is given, as the service would return it. */
export function completed(id = "11111111-1111-4111-8111-111111111111", status = "ACTIVITY_STATUS_COMPLETED"): Behaviour {
	return (response, request) => {
		const body = JSON.parse(request.body.toString()) as { type: string; organizationId: string; parameters: unknown };
		const activity = {
			id,
			organizationId: body.organizationId,
			status,
			type: body.type,
			intent: { intent: body.parameters },
			result: status === "ACTIVITY_STATUS_COMPLETED" ? { result: {} } : null,
			votes: [],
			fingerprint: "sha256:0000000000000000000000000000000000000000000000000000000000000000",
			canApprove: false,
			canReject: false,
			createdAt: { seconds: "1", nanos: "0" },
			updatedAt: { seconds: "1", nanos: "0" },
			failure: null,
		};
		json({ activity })(response, request);
	};
}
