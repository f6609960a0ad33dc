// Asking other servers, as OAuth needs it: over https, or to this machine; not for long, not for much, and nowhere else than
// where was asked.

/** No usable answer came. The message names the server, never what was sent to it. */
export class OutsideError extends Error {
	override readonly name = "OutsideError";
	readonly code = "OUTSIDE_UNUSABLE";
}

const TIMEOUT = 10_000;
const LARGEST = 1024 * 1024;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The JSON at a location. Rejects with an `OutsideError`. */
export function getJson(location: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
	return ask(location, { method: "GET", headers });
}

/** The JSON a form is answered with, success or not, and its status. Rejects with an `OutsideError`. */
export async function postForm(
	location: string,
	form: Readonly<Record<string, string>>,
	headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
	return ask(location, { method: "POST", headers, body: new URLSearchParams(form) });
}

async function ask(location: string, request: RequestInit & { headers: Readonly<Record<string, string>> }): Promise<unknown> {
	const url = URL.canParse(location) ? new URL(location) : undefined;
	if (!url) throw new OutsideError(`\`${location}\` is not a URL`);
	if (url.protocol !== "https:" && !(url.protocol === "http:" && LOOPBACK.test(url.hostname))) {
		throw new OutsideError(`${url.origin} is not reached over https`);
	}
	let answer: Response;
	let text: string;
	try {
		const signal = AbortSignal.timeout(TIMEOUT);
		answer = await fetch(url, {
			...request,
			headers: { accept: "application/json", ...request.headers },
			redirect: "error",
			signal,
		});
		text = await readText(answer);
	} catch (error) {
		if (error instanceof OutsideError) throw error;
		throw new OutsideError(`${url.origin} does not answer`, { cause: error });
	}
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new OutsideError(`${url.origin} answered ${answer.status} and no JSON`);
	}
	if (!answer.ok) throw new OutsideError(`${url.origin} answered ${answer.status}${reasonIn(value)}`);
	return value;
}

async function readText(answer: Response): Promise<string> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of answer.body ?? []) {
		length += chunk.byteLength;
		if (length > LARGEST) throw new OutsideError("the answer is too long");
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString("utf8");
}

/** What OAuth servers call the reason, as far as it is a plain word. */
function reasonIn(value: unknown): string {
	const error = typeof value === "object" && value !== null ? (value as Record<string, unknown>)["error"] : undefined;
	return typeof error === "string" && /^[\w.-]{1,64}$/.test(error) ? ` (${error})` : "";
}
