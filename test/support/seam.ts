// A seam in front of a service: everything passes through byte for byte, but answers to chosen paths are changed on the way.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Seam {
	readonly baseUrl: string;
	close(): Promise<void>;
}

/** What to hand on in place of an answer: a refusal. */
export class Refused {
	readonly status: number;
	readonly message: string;

	constructor(status: number, message: string) {
		this.status = status;
		this.message = message;
	}
}

/** `change` gets the path's last part and the answer, and gives the answer to hand on, or a `Refused`. */
export async function startSeam(baseUrl: string, change: (operation: string, answer: unknown) => unknown): Promise<Seam> {
	const server = createServer((incoming, response) => {
		const chunks: Buffer[] = [];
		incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
		incoming.on("end", async () => {
			const path = incoming.url ?? "";
			const headers = Object.fromEntries(
				Object.entries(incoming.headers).filter(([name]) => name.startsWith("x-") || name === "content-type"),
			) as Record<string, string>;
			const answer = await fetch(`${baseUrl}${path}`, {
				method: incoming.method ?? "POST",
				headers,
				body: Buffer.concat(chunks),
			});
			const text = await answer.text();
			const changed = answer.ok ? change(path.split("/").at(-1) ?? "", JSON.parse(text)) : JSON.parse(text);
			const refused = changed instanceof Refused;
			response.writeHead(refused ? changed.status : answer.status, { "content-type": "application/json" });
			response.end(JSON.stringify(refused ? { code: 7, message: changed.message, details: [], turnkeyErrorCode: "" } : changed));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		baseUrl: `http://127.0.0.1:${port}`,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
