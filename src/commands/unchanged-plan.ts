// The plan that said "no changes", remembered by what it was made from. Planning is a pure function: the same manifests,
// settings, inventory and answers of the service, byte for byte, give the same plan, and comparing ten thousand resources
// again to say so is the larger part of a plan. Only plans with nothing in them are remembered. The file is in the cache
// folder, may be deleted at any time, and is ignored when anything about it is not as expected.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { QueryName } from "../api/operations.js";
import type { QueryPort } from "../api/port.js";
import { digestOf, sha256Hex } from "../base/digest.js";
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonObject } from "../base/json.js";
import { programIdentity } from "../manifest/declaration-cache.js";
import type { Loaded } from "../manifest/load.js";
import type { PlanDraft } from "../model/plan.js";
import type { Overrides } from "../plan/overrides.js";
import type { Scope } from "../plan/scope.js";
import type { Inputs } from "./inputs.js";

/** Digests of the service's answers, by the question as it was sent. */
export class AnswerDigests {
	readonly #digests = new Map<string, string>();

	readonly note = (operation: string, asked: string, answer: Buffer): void => {
		this.#digests.set(`${operation} ${asked}`, sha256Hex(answer));
	};

	get(question: string): string | undefined {
		return this.#digests.get(question);
	}

	entries(): Readonly<Record<string, string>> {
		return Object.fromEntries([...this.#digests].sort(([a], [b]) => (a < b ? -1 : 1)));
	}
}

export interface PlanCircumstances {
	readonly inputs: Inputs;
	readonly loaded: Loaded;
	readonly port: QueryPort;
	readonly scope: Scope;
	readonly overrides: Overrides;
	readonly answers: AnswerDigests;
}

interface Remembered {
	readonly key: string;
	readonly answers: Readonly<Record<string, string>>;
	readonly draft: PlanDraft;
}

/** The remembered plan, when it was made from exactly what is there now. Asks the service what that plan had asked. */
export async function recallUnchanged(
	folder: string,
	circumstances: PlanCircumstances,
	key: string | undefined,
): Promise<PlanDraft | undefined> {
	const found = read(folder, circumstances.inputs.environment.name);
	if (found === undefined || key === undefined || found.key !== key) return undefined;
	const { port, answers } = circumstances;
	for (const question of Object.keys(found.answers)) {
		const [operation = "", ...body] = question.split(" ");
		const { organizationId: _, ...parameters } = JSON.parse(body.join(" ")) as JsonObject;
		try {
			await port.query(operation as QueryName, parameters as never);
		} catch {
			// Planning in earnest asks again, and says what is wrong.
			return undefined;
		}
	}
	const same = Object.entries(found.answers).every(([question, digest]) => answers.get(question) === digest);
	return same ? found.draft : undefined;
}

/** Remembers a plan that has nothing in it. Failing to is no failure: the next plan is made in full. */
export function rememberUnchanged(
	folder: string,
	circumstances: PlanCircumstances,
	key: string | undefined,
	draft: PlanDraft,
	processId: number,
): void {
	// What moved while the plan was made, another run's inventory say, is not what it was made from.
	if (key !== planKey(circumstances)) return;
	const quiet =
		draft.complete &&
		draft.steps.length +
			draft.resource_changes.length +
			draft.resource_drift.length +
			draft.checks.length +
			draft.diagnostics.length ===
			0;
	if (key === undefined || !quiet) return;
	const remembered: Remembered = { key, answers: circumstances.answers.entries(), draft };
	const body = JSON.stringify(remembered);
	const path = fileOf(folder, circumstances.inputs.environment.name);
	const temporary = `${path}.${processId}.tmp`;
	try {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		writeFileSync(temporary, `${body}\n${sha256Hex(body)}`, { mode: 0o600 });
		renameSync(temporary, path);
	} catch {
		rmSync(temporary, { force: true });
	}
}

const fileOf = (folder: string, environment: string): string => join(folder, `plan-${sha256Hex(environment).slice(0, 16)}.json`);

function read(folder: string, environment: string): Remembered | undefined {
	try {
		const text = readFileSync(fileOf(folder, environment), "utf8");
		const end = text.lastIndexOf("\n");
		const body = text.slice(0, end);
		if (sha256Hex(body) !== text.slice(end + 1)) return undefined;
		const value: unknown = JSON.parse(body);
		return isJsonObject(value) ? (value as unknown as Remembered) : undefined;
	} catch {
		return undefined;
	}
}

/** Digest of everything a plan is made from besides the answers; undefined when it must not be remembered. */
export function planKey({ inputs, loaded, port, scope, overrides }: PlanCircumstances): string | undefined {
	if (overrides.reason !== undefined) return undefined;
	const { environment, project, stateFolder } = inputs;
	const state = (name: string): string => {
		try {
			return sha256Hex(readFileSync(join(stateFolder, name)));
		} catch (cause) {
			return (cause as NodeJS.ErrnoException).code ?? "unreadable";
		}
	};
	return digestOf([
		programIdentity(),
		// Functions among the settings are made from values that stand beside them.
		JSON.parse(JSON.stringify(environment)) as JsonValue,
		[...project.external],
		port.organizationId,
		port.profile,
		loaded.configDigest,
		[...scope.given],
		state("inventory.json"),
		state("journal.jsonl"),
	]);
}
