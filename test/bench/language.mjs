// The policy language against two measures in one run: JSON.parse of the same bytes, and a public CEL engine on the same
// conditions. Prints one JSON object; times are CPU milliseconds (medians), everything else ratios.
//
//   node test/bench/language.mjs

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Environment } from "@marcbachmann/cel-js";
import { build } from "esbuild";

const folder = mkdtempSync(join(tmpdir(), "quorate-bench-"));
const contents = [
	'export { checkExpression } from "./src/language/expression.js";',
	'export { compilePolicy } from "./src/language/policy.js";',
	'export { appraise, decide } from "./src/language/decision.js";',
	'export { Electorate } from "./src/language/electorate.js";',
].join("\n");
const outfile = join(folder, "language.mjs");
await build({
	stdin: { contents, resolveDir: process.cwd() },
	bundle: true,
	platform: "node",
	format: "esm",
	outfile,
	logLevel: "error",
});
const { checkExpression, compilePolicy, appraise, decide, Electorate } = await import(pathToFileURL(outfile).href);
rmSync(folder, { recursive: true });

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

function cpu(work, runs = 9) {
	const times = [];
	for (let run = 0; run < runs; run += 1) {
		const before = process.cpuUsage();
		work();
		const { user, system } = process.cpuUsage(before);
		times.push((user + system) / 1000);
	}
	return times.sort((a, b) => a - b)[runs >> 1];
}

const round = (value) => Math.round(value * 100) / 100;

// ---- reading and checking ----

const json = JSON.stringify(conditions.map((text) => ({ slot: "condition", text })));
const celConditions = conditions.map(cel);
for (const text of celConditions.slice(0, templates.length)) {
	const { valid, error } = environment.parse(text).check();
	if (!valid) throw new Error(`not the same condition in CEL: ${error?.message}`);
}
const jsonTime = cpu(() => JSON.parse(json));
const checkTime = cpu(() => {
	for (const text of conditions) if (checkExpression(text, "condition").length > 0) throw new Error(`refused: ${text}`);
});
const celCheckTime = cpu(() => {
	for (const text of celConditions) environment.parse(text).check();
});

// ---- deciding: 100 policies, 100 users ----

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
const decideTime = cpu(() => {
	for (let round = 0; round < 5; round += 1) decideAll();
}, 11);
const celDecideTime = cpu(() => {
	for (let round = 0; round < 5; round += 1) celDecideAll();
}, 11);

console.log(
	JSON.stringify(
		{
			check: {
				expressions: conditions.length,
				milliseconds: round(checkTime),
				perSecond: Math.round((conditions.length / checkTime) * 1000),
				"times JSON.parse": round(checkTime / jsonTime),
				"times the CEL engine": round(checkTime / celCheckTime),
			},
			decide: {
				policies: policies.length,
				users: users.length,
				milliseconds: round(decideTime),
				decisionsPerSecond: Math.round((5 * users.length * 1000) / decideTime),
				"times the CEL engine": round(decideTime / celDecideTime),
			},
		},
		null,
		"\t",
	),
);
