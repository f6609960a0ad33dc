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
/** 300 ms where a bare Node takes 25. */
const MOST_OF_NODE = 12;

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

/** The pages asked for: at the head of the log, in its middle, and filtered for what there is none of. */
function requests(size) {
	const middle = Math.floor(size / 2).toString(16);
	const after = `${middle.padStart(8, "0")}-0000-7000-8000-${middle.padStart(12, "0")}`;
	return {
		newest: { paginationOptions: { limit: "100" } },
		middle: { paginationOptions: { limit: "100", after } },
		rare: { paginationOptions: { limit: "100" }, filterByType: ["ACTIVITY_TYPE_CREATE_POLICY_V3"] },
	};
}

/** A data directory with so many activities in its log. */
async function directory(folder, size) {
	const data = join(folder, String(size));
	const service = await startServer([CLI, "service", "start", "--data", data]);
	const client = await connect(service);
	await client.post("/public/v1/submit/create_webhook_endpoint", {
		type: "ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT",
		timestampMs: String(Date.now()),
		parameters: { name: "endpoint", url: "https://hooks.example.com/" },
	});
	await client.close();
	await service.stop();
	once({ args: [FILL, join(data, "service.db"), String(size)], cwd: folder });
	return data;
}

/** Sizes take turns, so that a machine that slows down slows all of them down. */
export async function benchServiceGrowth() {
	const folder = mkdtempSync(join(tmpdir(), "quorate-bench-"));
	const running = [];
	try {
		const empty = join(folder, "empty.mjs");
		writeFileSync(empty, "");
		const logs = [];
		for (const size of SIZES) logs.push({ size, data: await directory(folder, size), starts: [], times: {} });
		const start = ({ data }, options) => startServer([CLI, "service", "start", "--data", data], options);
		const bare = [];
		for (let turn = -1; turn < STARTS; turn += 1) {
			const { milliseconds } = once({ args: [empty], cwd: folder });
			if (turn >= 0) bare.push(milliseconds);
			for (const log of logs) {
				const service = await start(log);
				if (turn >= 0) log.starts.push(service.milliseconds);
				await service.stop();
			}
		}
		for (const log of logs) {
			log.service = await start(log, { memory: true });
			running.push(log.service);
			log.client = await connect(log.service);
		}
		for (let turn = -10; turn < PAGES; turn += 1) {
			for (const { size, client, times } of logs) {
				for (const [name, request] of Object.entries(requests(size))) {
					const begun = performance.now();
					await client.post("/public/v1/query/list_activities", request);
					if (turn < 0) times[name] = [];
					else times[name].push(performance.now() - begun);
				}
			}
		}
		for (const log of logs) {
			await log.client.close();
			log.megabytes = (await log.service.stop()).megabytes;
		}
		running.length = 0;
		const [least] = logs;
		for (const log of logs) {
			const others = log === least ? undefined : least;
			const time = (name) => [median(log.times[name]), others && median(others.times[name])];
			heading(`a log of ${log.size} activities${others ? `, against one of ${least.size}` : ""}`);
			report("start", median(log.starts), others && median(others.starts), 1.25);
			report("start, against a bare Node", median(log.starts), median(bare), MOST_OF_NODE);
			report(`peak memory after ${3 * (PAGES + 10)} pages`, log.megabytes, others?.megabytes, 1.25, "MB");
			report("a page of 100, the newest", ...time("newest"), 1.25);
			report("a page of 100, in the middle", ...time("middle"), 1.25);
			report("a page filtered for a type there is none of", ...time("rare"), 1.5);
		}
	} finally {
		for (const service of running) await service.stop();
		rmSync(folder, { recursive: true, force: true });
	}
}
