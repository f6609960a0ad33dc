// Clients of a service, in a process of their own: `node service-load.mjs BASE_URL KEY_FILE CLIENTS MILLISECONDS`. Each sends
// its next signed activity when the one before is answered. Says on standard output how many a second, and how long they took.
import { createPrivateKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { Pool } from "undici";

const [, , baseUrl, keyFile, clients, milliseconds] = process.argv;
const WARM = 500;
const PATH = "/public/v1/submit/create_webhook_endpoint";

const { organizationId, apiPublicKey, apiPrivateKey } = JSON.parse(readFileSync(keyFile, "utf8"));
const der = Buffer.from(`30310201010420${apiPrivateKey}a00a06082a8648ce3d030107`, "hex");
const key = createPrivateKey({ key: der, format: "der", type: "sec1" });
const pool = new Pool(baseUrl, { connections: Number(clients), pipelining: 1 });

let timestamp = Date.now();
let serial = 0;
async function send() {
	timestamp += 1;
	serial += 1;
	const body = JSON.stringify({
		type: "ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT",
		timestampMs: String(timestamp),
		organizationId,
		parameters: { name: `endpoint ${process.pid} ${serial}`, url: `https://hooks.example.com/${serial}` },
	});
	const signature = sign("sha256", Buffer.from(body), key).toString("hex");
	const stamp = JSON.stringify({ publicKey: apiPublicKey, scheme: "SIGNATURE_SCHEME_TK_API_P256", signature });
	const headers = { "content-type": "application/json", "x-stamp": Buffer.from(stamp).toString("base64url") };
	const { statusCode, body: answer } = await pool.request({ path: PATH, method: "POST", headers, body });
	const text = await answer.text();
	if (statusCode !== 200) throw new Error(`${statusCode} ${text}`);
}

const begin = performance.now() + WARM;
const end = begin + Number(milliseconds);
const latencies = [];
async function client() {
	for (let start = performance.now(); start < end; ) {
		await send();
		const now = performance.now();
		if (start >= begin && now <= end) latencies.push(now - start);
		start = now;
	}
}
await Promise.all(Array.from({ length: Number(clients) }, client));
await pool.close();
latencies.sort((a, b) => a - b);
const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
console.log(JSON.stringify({ perSecond: (latencies.length * 1000) / Number(milliseconds), p50: at(0.5), p99: at(0.99) }));
