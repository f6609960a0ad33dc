// `npm run bench [-- start|stamps|service|reconcile|language …]`: time and memory as ratios against a floor measured in the same run.
import { cpus, totalmem } from "node:os";
import { benchLanguage } from "./language.mjs";
import { missed } from "./measure.mjs";
import { benchReconcile, benchStart } from "./reconcile.mjs";
import { benchService } from "./service.mjs";
import { benchStamps } from "./stamps.mjs";

const benches = {
	start: benchStart,
	stamps: benchStamps,
	service: benchService,
	reconcile: benchReconcile,
	language: benchLanguage,
};

const wanted = process.argv.slice(2);
for (const name of wanted) {
	if (!Object.hasOwn(benches, name)) {
		console.error(`there is no bench ${name}; there are ${Object.keys(benches).join(", ")}`);
		process.exit(1);
	}
}
console.log(`node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? "?"}, ${Math.round(totalmem() / 2 ** 30)} GiB`);
for (const [name, bench] of Object.entries(benches)) if (wanted.length === 0 || wanted.includes(name)) await bench();
const late = missed();
console.log(late.length === 0 ? "\nEvery target is met." : `\n${late.length} missed: ${late.map((row) => row.name).join("; ")}`);
