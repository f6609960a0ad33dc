// The least a durable service has to do. `node service-floor.mjs commits FILE MILLISECONDS`: rows as long as an activity's
// committed to the same storage engine, one per commit and in groups. `node service-floor.mjs echo KEY_FILE`: a fastify server
// that verifies the stamp and answers with what it was sent.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import fastify from "fastify";
import { openDatabase } from "./service-processes.mjs";

const [, , what, file, milliseconds] = process.argv;

async function commits() {
	for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
	const database = await openDatabase(file);
	database.exec("PRAGMA locking_mode = EXCLUSIVE");
	database.prepare("PRAGMA journal_mode = WAL").get();
	database.exec("PRAGMA synchronous = FULL");
	database.exec("CREATE TABLE row (sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, document TEXT NOT NULL) STRICT");
	const insert = database.prepare("INSERT INTO row (id, document) VALUES (?, ?)");
	const document = "x".repeat(1000);
	let serial = 0;
	const measure = (group) => {
		const start = performance.now();
		let rows = 0;
		while (performance.now() - start < Number(milliseconds)) {
			database.exec("BEGIN IMMEDIATE");
			for (let index = 0; index < group; index += 1) {
				serial += 1;
				insert.run(createHash("sha256").update(String(serial)).digest("hex"), document);
			}
			database.exec("COMMIT");
			rows += group;
		}
		return (rows * 1000) / (performance.now() - start);
	};
	measure(1);
	const result = Object.fromEntries([1, 16, 64].map((group) => [group, measure(group)]));
	database.close();
	console.log(JSON.stringify(result));
}

async function echo() {
	const { apiPublicKey } = JSON.parse(readFileSync(file, "utf8"));
	const prefix = Buffer.from("3039301306072a8648ce3d020106082a8648ce3d030107032200", "hex");
	const key = createPublicKey({ key: Buffer.concat([prefix, Buffer.from(apiPublicKey, "hex")]), format: "der", type: "spki" });
	const server = fastify();
	server.removeAllContentTypeParsers();
	server.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
	server.post("*", (request, reply) => {
		const stamp = JSON.parse(Buffer.from(request.headers["x-stamp"], "base64url").toString());
		if (!verify("sha256", request.body, key, Buffer.from(stamp.signature, "hex"))) throw new Error("bad signature");
		reply.header("content-type", "application/json").send(JSON.stringify(JSON.parse(request.body.toString())));
	});
	console.log(JSON.stringify({ baseUrl: await server.listen({ host: "127.0.0.1", port: 0 }) }));
}

await (what === "commits" ? commits() : echo());
