// The embedded service over a log that grows: how long it takes to start, how much memory it needs, and how long a page of
// the log takes, with a thousand activities, a hundred thousand and a million. The log is filled in the store's own format.
import { createPrivateKey, sign } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { CLI, heading, median, once, report } from "./measure.mjs";
import { startServer } from "./service-processes.mjs";

// In a process of its own: what this one once needed would count as the memory of those it starts.
const FILL = fileURLToPath(new URL("service-fill.mjs", import.meta.url));
const SIZES = (process.env.QUORATE_BENCH_ACTIVITIES ?? "1000,100000,1000000").split(",").map(Number);
const STARTS = 7;
const PAGES = 100;

function signer(keyFile) {
	const { organizationId, apiPublicKey, apiPrivateKey } = JSON.parse(readFileSync(keyFile, "utf8"));
	const der = Buffer.from(`30310201010420${apiPrivateKey}a00a06082a8648ce3d030107`, "hex");
	const key = createPrivateKey({ key: der, format: "der", type: "sec1" });
	const stamp = (body) => {
		const signature = sign("sha256", Buffer.from(body), key).toString("hex");
		return Buffer.from(JSON.stringify({ publicKey: apiPublicKey, scheme: "SIGNATURE_SCHEME_TK_API_P256", signature })).toString(
			"base64url",
		);
	};
	return { organizationId, stamp };
}

async function connect(service) {
	const { organizationId, stamp } = signer(service.credentialsFile);
	const pool = new Pool(service.baseUrl, { connections: 1 });
	return {
		async post(path, members) {
			const body = JSON.stringify({ organizationId, ...members });
			const headers = { "content-type": "application/json", "x-stamp": stamp(body) };
			const answer = await pool.request({ path, method: "POST", headers, body });
			const text = await answer.body.text();
			if (answer.statusCode !== 200) throw new Error(text);
			return JSON.parse(text);
		},
		close: () => pool.close(),
	};
}

/** Milliseconds per page of a hundred: at the head of the log, in its middle, and filtered for what there is hardly any of. */
async function pages(client, size) {
	const middle = Math.floor(size / 2);
	const id = `${middle.toString(16).padStart(8, "0")}-0000-7000-8000-${middle.toString(16).padStart(12, "0")}`;
	const requests = {
		newest: { paginationOptions: { limit: "100" } },
		middle: { paginationOptions: { limit: "100", after: id } },
		rare: { paginationOptions: { limit: "100" }, filterByType: ["ACTIVITY_TYPE_CREATE_POLICY_V3"] },
	};
	const times = {};
	for (const [name, request] of Object.entries(requests)) {
		const list = [];
		for (let turn = -10; turn < PAGES; turn += 1) {
			const start = performance.now();
			await client.post("/public/v1/query/list_activities", request);
			if (turn >= 0) list.push(performance.now() - start);
		}
		times[name] = median(list);
	}
	return times;
}

export async function benchServiceGrowth() {
	const folder = mkdtempSync(join(tmpdir(), "quorate-bench-"));
	const data = join(folder, "data");
	const start = () => startServer([CLI, "service", "start", "--data", data], { memory: true });
	try {
		const first = await start();
		const client = await connect(first);
		await client.post("/public/v1/submit/create_webhook_endpoint", {
			type: "ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT",
			timestampMs: String(Date.now()),
			parameters: { name: "endpoint", url: "https://hooks.example.com/" },
		});
		await client.close();
		await first.stop();
		const found = [];
		const bareStarts = [];
		const empty = join(folder, "empty.mjs");
		writeFileSync(empty, "");
		for (const size of SIZES) {
			once({ args: [FILL, join(data, "service.db"), String(size)], cwd: folder });
			const starts = [];
			for (let turn = -1; turn < STARTS; turn += 1) {
				const { milliseconds } = once({ args: [empty], cwd: folder });
				const service = await start();
				if (turn >= 0) {
					bareStarts.push(milliseconds);
					starts.push(service.milliseconds);
				}
				await service.stop();
			}
			const service = await start();
			const reader = await connect(service);
			const times = await pages(reader, size);
			await reader.close();
			const { megabytes } = await service.stop();
			found.push({ size, start: median(starts), megabytes, times });
		}
		const [least] = found;
		const bare = median(bareStarts);
		for (const { size, start: milliseconds, megabytes, times } of found) {
			heading(`a log of ${size} activities, against ${size === least.size ? "nothing" : `one of ${least.size}`}`);
			const others = size === least.size ? undefined : least;
			report("start", milliseconds, others?.start, 1.25);
			report("start, against a bare Node", milliseconds, bare);
			if (size === 100_000) report("start, against 300 ms", milliseconds, 300, 1);
			report("peak memory after 300 pages", megabytes, others?.megabytes, 1.25, "MB");
			report("a page of 100, the newest", times.newest, others?.times.newest, 1.25);
			report("a page of 100, in the middle", times.middle, others?.times.middle, 1.25);
			report("a page filtered for a type there is none of", times.rare, others?.times.rare, 1.5);
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
