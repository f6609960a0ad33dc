// Fills a service's log in the store's own format: `node service-fill.mjs FILE COUNT` copies the first activity there is until
// there are so many. The copies differ in what must be unique; the n-th one's identifier begins with n in hexadecimal.
import { fsyncSync, openSync } from "node:fs";
import { openDatabase } from "./service-processes.mjs";

const [, , file, size] = process.argv;
const database = await openDatabase(file);
database.exec("PRAGMA synchronous = OFF");
const { count } = database.prepare("SELECT count(*) AS count FROM activity").get();
database.exec(
	`WITH RECURSIVE n(value) AS (SELECT ${count} UNION ALL SELECT value + 1 FROM n WHERE value + 1 < ${Number(size)})
	INSERT INTO activity (organization, id, fingerprint, type, status, body, document)
	SELECT organization, printf('%08x-0000-7000-8000-%012x', value, value), 'sha256:' || lower(hex(randomblob(32))),
		type, status, body, document
	FROM n, (SELECT * FROM activity WHERE sequence = 1)`,
);
database.close();
// What is still on its way to the disk would slow down whatever is measured next.
fsyncSync(openSync(file, "r+"));
