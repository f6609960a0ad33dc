// The whole story on the embedded service, with every command it runs: a treasury's configuration goes live, somebody
// changes it behind git's back, and quorate finds it, says who it was, and puts it right. `npm run demo` runs this.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const example = dirname(fileURLToPath(import.meta.url));
const cli = join(example, "../../dist/cli.js");
const folder = mkdtempSync(join(tmpdir(), "quorate-demo-"));
cpSync(example, folder, { recursive: true, filter: (path) => !path.includes(".quorate") });

const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
const say = (text) => console.log(`\n${paint("1;36", `# ${text}`)}`);
const shown = (words) => words.map((word) => (/^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");

/** Runs a command as a reader of this would, and shows it before its output. */
function run(words, env, expected = 0) {
	console.log(`\n${paint("1", `$ ${shown(["quorate", ...words])}`)}`);
	const { status } = spawnSync(process.execPath, [cli, ...words], {
		cwd: folder,
		env: { ...process.env, ...env },
		stdio: ["ignore", 1, 1],
	});
	if (status !== expected) throw new Error(`quorate ${words[0]} ended with ${status}, expected ${expected}`);
}

/** Sends one operation; shows what it was and how it ended, and returns the answer. */
function call(operation, parameters, env) {
	const words = ["call", operation, ...(parameters === undefined ? [] : [JSON.stringify(parameters)])];
	console.log(`\n${paint("1", `$ ${shown(["quorate", ...words])}`)}`);
	const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...words], {
		cwd: folder,
		env: { ...process.env, ...env },
		encoding: "utf8",
	});
	if (status !== 0) throw new Error(`quorate call ${operation} ended with ${status}: ${stderr}`);
	const answer = JSON.parse(stdout);
	console.log(answer.status === undefined ? `(${Object.keys(answer).join(", ")})` : `${answer.status}, activity ${answer.id}`);
	return answer;
}

/** Starts the service and resolves with what its first line says. */
async function startService() {
	const words = ["service", "start", "--data", "service", "--seed", "seed.yaml"];
	console.log(`\n${paint("1", `$ ${shown(["quorate", ...words])} &`)}`);
	const child = spawn(process.execPath, [cli, ...words], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
	const lines = createInterface({ input: child.stdout });
	const first = await Promise.race([
		new Promise((resolve) => lines.once("line", resolve)),
		new Promise((_, reject) => child.once("exit", (code) => reject(new Error(`the service ended with ${code}`)))),
	]);
	console.log(first);
	return { child, where: JSON.parse(first) };
}

const begun = Date.now();
let service;
try {
	say("A treasury's organisation, on the embedded service: people, keys and tags exist, no rules yet");
	const { child, where } = await startService();
	service = child;
	const env = {
		QUORATE_ENVIRONMENT: "demo",
		QUORATE_BASE_URL: where.baseUrl,
		QUORATE_ORGANIZATION_ID: where.organizationId,
		QUORATE_KEY_FILE: where.credentialsFile,
	};

	say("Its rules are in git. Are they sound?");
	run(["validate"], env);
	say("And do they say what they shall? The tests beside them put requests to them");
	run(["policy", "test", "--coverage", "--mutate"], env);
	say("What would change?");
	run(["plan", "--out", "plan.json"], env);
	say("Exactly that, and nothing else, is applied");
	run(["apply", "plan.json"], env);

	say("Behind git's back, alice lets one signer do what took two, and adds a webhook of her own");
	const alice = { ...env, QUORATE_KEY_FILE: join(folder, "service/credentials/alice.laptop.json") };
	const { policies } = call("list_policies", undefined, alice);
	const signers = policies.find((policy) => policy.policyName === "Treasury signers");
	const change = { policyId: signers.policyId, policyConsensus: signers.consensus.replace(">= 2", ">= 1") };
	call("update_policy", change, alice);
	const hook = { name: "mirror", url: "https://mirror.example/in", subscriptions: [{ eventType: "ACTIVITY_UPDATES" }] };
	call("create_webhook_endpoint", hook, alice);

	say("A cron job asks what changed, who did it and when");
	run(["drift", "--detailed-exitcode"], env, 2);
	say("What would put it right?");
	run(["plan"], env);
	run(["apply", "--auto-approve"], env);
	say("And now?");
	run(["plan", "--detailed-exitcode"], env);
	console.log(
		`\n${paint("1;32", `Done in ${((Date.now() - begun) / 1000).toFixed(1)} s.`)} The example is in examples/treasury.`,
	);
} finally {
	if (service !== undefined) {
		const ended = new Promise((resolve) => service.once("exit", resolve));
		service.kill("SIGTERM");
		await ended;
	}
	rmSync(folder, { recursive: true, force: true });
}
