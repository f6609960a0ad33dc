// Loaded before a measured process by `--import`: at its end it notes its peak memory, in KiB, where it was told to.
import { writeFileSync } from "node:fs";

process.on("exit", () => {
	const target = process.env.QUORATE_BENCH_MEMORY;
	if (target) writeFileSync(target, String(process.resourceUsage().maxRSS));
});
