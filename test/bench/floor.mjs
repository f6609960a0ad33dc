// The least that a plan has to do: parse the same YAML once with the same library, fetch the same answers once.
// `node floor.mjs parse FOLDER`, `node floor.mjs fetch BASE_URL ORGANIZATION KEY_FILE`, `node floor.mjs send … PLAN`.
import { createPrivateKey, sign } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Pool } from "undici";
import { parse } from "yaml";

const [, , what, ...args] = process.argv;

function signer(keyFile) {
	const { apiPublicKey, apiPrivateKey } = JSON.parse(readFileSync(keyFile, "utf8"));
	const prefix = Buffer.from("30310201010420", "hex");
	const der = Buffer.concat([prefix, Buffer.from(apiPrivateKey, "hex"), Buffer.from("a00a06082a8648ce3d030107", "hex")]);
	const key = createPrivateKey({ key: der, format: "der", type: "sec1" });
	return (body) => {
		const signature = sign("sha256", Buffer.from(body), key).toString("hex");
		return Buffer.from(JSON.stringify({ publicKey: apiPublicKey, scheme: "SIGNATURE_SCHEME_TK_API_P256", signature })).toString(
			"base64url",
		);
	};
}

async function post(pool, path, body, stamp) {
	const { statusCode, body: answer } = await pool.request({
		path,
		method: "POST",
		headers: { "content-type": "application/json", accept: "application/json", "x-stamp": stamp(body) },
		body,
	});
	const value = JSON.parse(await answer.text());
	if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${JSON.stringify(value)}`);
	return value;
}

if (what === "parse") {
	for (const file of readdirSync(args[0])) {
		for (const document of readFileSync(join(args[0], file), "utf8").split(/^---\n/m)) parse(document);
	}
} else if (what === "fetch") {
	const [baseUrl, organizationId, keyFile] = args;
	const pool = new Pool(baseUrl, { connections: 4 });
	const stamp = signer(keyFile);
	await Promise.all(
		["list_webhook_endpoints", "list_users", "list_policies", "list_private_key_tags", "list_private_keys"].map((query) =>
			post(pool, `/public/v1/query/${query}`, JSON.stringify({ organizationId }), stamp),
		),
	);
	await pool.close();
} else if (what === "send") {
	const [baseUrl, organizationId, keyFile, planFile] = args;
	const { steps } = JSON.parse(readFileSync(planFile, "utf8"));
	const pool = new Pool(baseUrl, { connections: 16 });
	const stamp = signer(keyFile);
	let next = 0;
	let time = Date.now() - 1_000_000;
	const worker = async () => {
		while (next < steps.length) {
			const { type, operation, parameters } = steps[next++];
			time += 1;
			const body = JSON.stringify({ type, timestampMs: String(time), organizationId, parameters });
			await post(pool, `/public/v1/submit/${operation}`, body, stamp);
		}
	};
	await Promise.all(Array.from({ length: 16 }, worker));
	await pool.close();
}
