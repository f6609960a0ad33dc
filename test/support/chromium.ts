// A headless Chromium for tests: the one named by CHROMIUM_PATH, else the one inside the npm package `@sparticuz/chromium`
// (Linux on x64; unpacked once into node_modules/.cache), else the system's. Tests say why when there is none.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Browser, chromium } from "playwright-core";

const FLAGS = [
	"--headless",
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--disable-dev-shm-usage",
];
const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export type Launched =
	| { readonly browser: Browser }
	/** Why there is none. */
	| { readonly browser: undefined; readonly reason: string };

/** Launches the first that can be; whoever does so closes it. */
export async function launchChromium(): Promise<Launched> {
	const reasons: string[] = [];
	for (const [name, find] of candidates()) {
		try {
			const executablePath = find();
			if (executablePath === undefined) continue;
			return { browser: await launch(executablePath) };
		} catch (problem) {
			reasons.push(`${name}: ${String((problem as Error).message).split("\n")[0]}`);
		}
	}
	return {
		browser: undefined,
		reason: `no Chromium could be started; set CHROMIUM_PATH (${reasons.join("; ") || "none found"})`,
	};
}

/** With the libraries that came with it where the system has not all of them. */
async function launch(executablePath: string): Promise<Browser> {
	const options = { executablePath, args: FLAGS, timeout: 60_000 };
	const libraries = join(dirname(executablePath), "al2023/lib");
	try {
		return await chromium.launch(options);
	} catch (problem) {
		if (!existsSync(libraries)) throw problem;
		return chromium.launch({ ...options, env: { ...process.env, LD_LIBRARY_PATH: libraries } });
	}
}

function candidates(): readonly (readonly [name: string, find: () => string | undefined])[] {
	const named = process.env["CHROMIUM_PATH"];
	if (named !== undefined && named !== "") return [["CHROMIUM_PATH", () => named]];
	return [
		["@sparticuz/chromium", packaged],
		...SYSTEM.map((path) => [path, () => (existsSync(path) ? path : undefined)] as const),
	];
}

/** Unpacks into a folder of this process's own, then moves it to its place: what stands there is always whole. */
function packaged(): string | undefined {
	if (process.platform !== "linux" || process.arch !== "x64") return undefined;
	const { version } = JSON.parse(readFileSync("node_modules/@sparticuz/chromium/package.json", "utf8")) as { version: string };
	const place = resolve("node_modules/.cache/quorate-test", `chromium-${version}`);
	const executable = join(place, "chromium");
	if (existsSync(executable)) return executable;
	const draft = `${place}.${process.pid}`;
	mkdirSync(draft, { recursive: true });
	try {
		// The package unpacks into the system's folder for temporary files, wherever the environment says that is, and the
		// libraries Chromium needs besides only where they are known to be missing.
		const script = 'import("@sparticuz/chromium").then(({ default: each }) => each.executablePath())';
		const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
			env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" },
			encoding: "utf8",
			timeout: 120_000,
		});
		if (status !== 0) throw new Error(`it cannot be unpacked: ${stderr.trim().split("\n").at(-1) ?? ""}`);
		mkdirSync(dirname(place), { recursive: true });
		try {
			renameSync(draft, place);
		} catch (problem) {
			// Another test run was faster.
			if (!existsSync(executable)) throw problem;
		}
		return executable;
	} finally {
		rmSync(draft, { recursive: true, force: true });
	}
}
