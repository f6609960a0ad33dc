// The policy language against two measures in one run: JSON.parse of the same bytes, and a public CEL engine on the same
// conditions. Times are CPU milliseconds, medians.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Environment } from "@marcbachmann/cel-js";
import { build } from "esbuild";
import { heading, report } from "./measure.mjs";

async function loadLanguage() {
	const folder = mkdtempSync(join(tmpdir(), "quorate-bench-"));
	try {
		const contents = [
			'export { checkExpression } from "./src/language/expression.js";',
			'export { compilePolicy } from "./src/language/policy.js";',
			'export { appraise, decide } from "./src/language/decision.js";',
			'export { Electorate } from "./src/language/electorate.js";',
		].join("\n");
		const outfile = join(folder, "language.mjs");
		const stdin = { contents, resolveDir: process.cwd() };
		await build({ stdin, bundle: true, platform: "node", format: "esm", outfile, logLevel: "error" });
		return await import(pathToFileURL(outfile).href);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

// A fixed sequence, so that every run measures the same texts.
let seed = 1;
const random = () => {
	seed = (seed * 1103515245 + 12345) & 0x7fffffff;
	return seed / 0x7fffffff;
};
const digits = (count) => Array.from({ length: count }, () => "0123456789abcdef"[Math.floor(random() * 16)]).join("");
const uuid = () => [8, 4, 4, 4, 12].map(digits).join("-");
const address = () => `0x${digits(40)}`;

const templates = [
	() => `activity.kind == 'SIGN_TRANSACTION' && wallet.id == '${uuid()}' && eth.tx.to == '${address()}'`,
	() => "activity.resource == 'WALLET' && activity.action == 'CREATE'",
	() =>
		`eth.tx.to in ['${address()}', '${address()}', '${address()}', '${address()}'] && eth.tx.value <= ${Math.floor(random() * 1e15)} && eth.tx.chain_id == 1`,
	() => "(activity.kind == 'CREATE_POLICY' || activity.kind == 'UPDATE_POLICY') && !(activity.action == 'DELETE')",
	() => `solana.tx.instructions.count() == 1 && solana.tx.transfers.all(t, t.to == '${uuid()}' && t.amount < 1000000)`,
	() => `solana.tx.transfers.any(t, t.to in ['${uuid()}', '${uuid()}'])`,
	() =>
		`activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2' && eth.tx.gas <= 500000 && (eth.tx.to == '${address()}' || eth.tx.to == '${address()}')`,
	() => `private_key.tags.contains('${uuid()}') && eth.tx.value == 0`,
];
const conditions = Array.from({ length: 10_000 }, (_, index) => templates[index % templates.length]());

/** The same expression in CEL, whose methods have other names. */
function cel(text) {
	return text
		.replaceAll(".any(", ".exists(")
		.replaceAll(".count()", ".size()")
		.replaceAll(/(\w+(?:\.\w+)*)\.contains\(('[^']*')\)/g, "$2 in $1");
}

const environment = new Environment();
for (const [name, fields] of Object.entries({
	Activity: { type: "string", kind: "string", resource: "string", action: "string" },
	EthTx: { to: "string", value: "int", gas: "int", chain_id: "int" },
	Eth: { tx: "EthTx" },
	Wallet: { id: "string" },
	Key: { id: "string", tags: "list<string>" },
	Transfer: { to: "string", amount: "int" },
	Instruction: { program_key: "string" },
	SolTx: { instructions: "list<Instruction>", transfers: "list<Transfer>" },
	Sol: { tx: "SolTx" },
	User: { id: "string", tags: "list<string>" },
})) {
	environment.registerType(name, { fields });
}
for (const [name, type] of Object.entries({
	activity: "Activity",
	eth: "Eth",
	wallet: "Wallet",
	private_key: "Key",
	solana: "Sol",
	approvers: "list<User>",
})) {
	environment.registerVariable(name, type);
}

/** The median CPU time of each piece of work, taking turns so that a machine that slows down slows all of them down. */
function cpu(works, runs) {
	const times = works.map(() => []);
	for (let run = -2; run < runs; run += 1) {
		for (const [index, work] of works.entries()) {
			const before = process.cpuUsage();
			work();
			const { user, system } = process.cpuUsage(before);
			if (run >= 0) times[index].push((user + system) / 1000);
		}
	}
	return times.map((each) => each.sort((a, b) => a - b)[runs >> 1]);
}

function benchChecking({ checkExpression }) {
	const json = JSON.stringify(conditions.map((text) => ({ slot: "condition", text })));
	const celConditions = conditions.map(cel);
	for (const text of celConditions.slice(0, templates.length)) {
		const { valid, error } = environment.parse(text).check();
		if (!valid) throw new Error(`not the same condition in CEL: ${error?.message}`);
	}
	const [ours, parsed, theirs] = cpu(
		[
			() => {
				for (const text of conditions) if (checkExpression(text, "condition").length > 0) throw new Error(`refused: ${text}`);
			},
			() => JSON.parse(json),
			() => {
				for (const text of celConditions) environment.parse(text).check();
			},
		],
		9,
	);
	heading(`reading and checking ${conditions.length} conditions, ${perSecond(conditions.length, ours)} a second`);
	report("against the CEL engine", ours, theirs, 1);
	report("against JSON.parse of the same bytes", ours, parsed);
}

function benchDeciding({ compilePolicy, appraise, decide, Electorate }) {
	const users = Array.from({ length: 100 }, () => ({ id: uuid(), tags: [uuid()], email: "", alias: "" }));
	const sources = Array.from({ length: 100 }, (_, index) => ({
		id: `policy-${index}`,
		effect: index % 10 === 0 ? "EFFECT_DENY" : "EFFECT_ALLOW",
		condition: conditions[(index % 8) + 8 * index],
		consensus: `approvers.any(user, user.id == '${users[index].id}')`,
	}));
	const request = {
		activity: {
			type: "ACTIVITY_TYPE_SIGN_TRANSACTION_V2",
			kind: "SIGN_TRANSACTION",
			resource: "PRIVATE_KEY",
			action: "SIGN",
			params: {},
		},
		wallet: { id: uuid(), imported: false, exported: false, label: "" },
		private_key: { id: uuid(), tags: [uuid(), uuid()], imported: false, exported: false, label: "" },
		eth: { tx: { to: address(), value: 5n, gas: 21000n, chain_id: 1n, data: "0x" } },
		solana: {
			tx: {
				instructions: [{ program_key: "a" }],
				transfers: [
					{ to: uuid(), amount: 5n },
					{ to: uuid(), amount: 6n },
				],
			},
		},
	};
	const policies = sources.map((source) => compilePolicy(source));
	const electorate = new Electorate(users.map((user) => ({ user, credentials: [] })));
	const rootQuorum = { threshold: 1, userIds: [uuid()] };
	const decideAll = () => {
		let allowed = 0;
		for (const user of users) {
			// Nothing is carried over from one user to the next: every condition is evaluated again.
			const appraisal = appraise(policies, [request], 0);
			const decision = decide({ appraisal, votes: [{ user }], electorate, rootQuorum });
			if (decision.outcome === "OUTCOME_ALLOW") allowed += 1;
		}
		return allowed;
	};
	const celPolicies = sources.map((source) => ({
		effect: source.effect,
		condition: environment.parse(cel(source.condition)),
		consensus: environment.parse(cel(source.consensus)),
	}));
	const celDecideAll = () => {
		let allowed = 0;
		for (const user of users) {
			const context = { ...request, approvers: [user] };
			let denied = false;
			let permitted = false;
			for (const policy of celPolicies) {
				// Both are evaluated, as the service does.
				const applies = policy.condition(context);
				const agreed = policy.consensus(context);
				if (!(applies && agreed)) continue;
				if (policy.effect === "EFFECT_DENY") denied = true;
				else permitted = true;
			}
			if (permitted && !denied) allowed += 1;
		}
		return allowed;
	};
	if (decideAll() !== celDecideAll()) throw new Error("the two engines decide differently");
	const json = JSON.stringify({ sources, request }, (_, value) => (typeof value === "bigint" ? String(value) : value));
	const decisions = ROUNDS * users.length;
	const often = (work) => () => {
		for (let round = 0; round < ROUNDS; round += 1) work();
	};
	const parseAll = () => {
		for (const _ of users) JSON.parse(json);
	};
	const [ours, theirs, parsed] = cpu([often(decideAll), often(celDecideAll), often(parseAll)], 9);
	heading(`${policies.length} policies, ${users.length} users: ${perSecond(decisions, ours)} decisions a second`);
	report("against the CEL engine", ours, theirs, 1);
	report("against JSON.parse of policies and request", ours, parsed);
}

const ROUNDS = 5;
const perSecond = (count, milliseconds) => Math.round((count / milliseconds) * 1000);

export async function benchLanguage() {
	const language = await loadLanguage();
	benchChecking(language);
	benchDeciding(language);
}
