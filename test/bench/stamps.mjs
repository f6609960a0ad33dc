// Stamps per second against the signature alone.
import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { heading, median, report } from "./measure.mjs";

export async function benchStamps() {
	const folder = mkdtempSync(join(tmpdir(), "quorate-bench-"));
	try {
		const outfile = join(folder, "signer.mjs");
		await build({
			stdin: {
				contents: 'export { keySigner } from "./src/client/signer.ts"; export { Secret } from "./src/base/secret.ts";',
				resolveDir: process.cwd(),
				loader: "ts",
			},
			outfile,
			bundle: true,
			format: "esm",
			platform: "node",
			logLevel: "error",
		});
		const { keySigner, Secret } = await import(pathToFileURL(outfile).href);
		const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
		const jwk = privateKey.export({ format: "jwk" });
		const signer = keySigner(new Secret(Buffer.from(jwk.d, "base64url").toString("hex")), undefined, "the bench");
		const key = createPrivateKey(privateKey.export({ format: "pem", type: "pkcs8" }));
		const body = Buffer.from(JSON.stringify({ type: "x", parameters: "y".repeat(960) }));
		const rounds = 5000;
		const stamp = [];
		const bare = [];
		for (let run = 0; run < 6; run += 1) {
			let start = performance.now();
			for (let index = 0; index < rounds; index += 1) await signer.stamp(body);
			if (run > 0) stamp.push(performance.now() - start);
			start = performance.now();
			for (let index = 0; index < rounds; index += 1) sign("sha256", body, key);
			if (run > 0) bare.push(performance.now() - start);
		}
		heading(`stamps of 1 KB bodies, ${Math.round((rounds / median(stamp)) * 1000)} a second, against the signature alone`);
		report(`${rounds} stamps`, median(stamp), median(bare), 1.3);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
