// A plan that was saved to a file: whole, unaltered, and still about what is there now; or refused.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { digestOfDocument } from "../base/digest.js";
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonObject } from "../base/json.js";
import { systemReason } from "../base/system-reason.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { openSchemas, packagedSchemas } from "../manifest/schemas.js";
import type { Plan } from "../model/plan.js";
import { PLAN_FORMAT_VERSION } from "../model/plan.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { Refusal } from "./refusal.js";
import type { ScopeOptions } from "./scope-options.js";

export async function readPlanFile(context: Context, path: string): Promise<Plan> {
	const refuse = (message: string, help: string, exitCode: ExitCode = EXIT.invalid): Refusal =>
		new Refusal(exitCode, [{ code: "Q7120", severity: "error", message, help }]);
	const again = "make it again with `quorate plan --out FILE`";
	let text: string;
	try {
		text = await readFile(resolve(context.cwd, path), "utf8");
	} catch (cause) {
		throw refuse(`the plan \`${path}\` cannot be read: ${systemReason(cause)}`, "check the path and its permissions");
	}
	let value: JsonValue;
	try {
		value = JSON.parse(text) as JsonValue;
	} catch {
		throw refuse(`the plan \`${path}\` is not JSON: it is cut off or was edited`, again);
	}
	if (!isJsonObject(value)) throw refuse(`\`${path}\` is no plan`, again);
	const version = value["format_version"];
	if (typeof version === "string" && version.split(".")[0] !== PLAN_FORMAT_VERSION.split(".")[0]) {
		throw refuse(
			`the plan \`${path}\` has format version ${version}, this program knows ${PLAN_FORMAT_VERSION}`,
			"use the version that made it, or plan again",
		);
	}
	const errors = (await openSchemas(packagedSchemas()).validator("plan.schema.json"))(value);
	const [first] = errors;
	if (first !== undefined) {
		throw refuse(
			`\`${path}\` is no plan: ${first.instancePath || "the document"} ${first.message ?? "does not fit its schema"}`,
			again,
		);
	}
	const { plan_digest: digest, ...body } = value;
	if (digestOfDocument(body as JsonObject) !== digest) {
		throw refuse(`the plan \`${path}\` was altered after it was made: its digest does not fit`, again, EXIT.stale);
	}
	return value as unknown as Plan;
}

/** The scope a plan was made with, as options, so that it can be made again and compared. */
export function scopeOfPlan(plan: Plan): ScopeOptions {
	const given = (word: string) =>
		plan.base.scope.filter((text) => text.startsWith(`${word} `)).map((text) => text.slice(word.length + 1));
	return { target: given("target"), exclude: given("exclude"), selector: given("selector") };
}

/** What has moved since a plan was made; empty when it still fits. `now` is the same plan made anew. */
export function staleness(plan: Plan, now: Plan): Diagnostic[] {
	const found: Diagnostic[] = [];
	const moved = (message: string) => {
		found.push({ code: "Q6201", severity: "error", message, help: "plan again, and have the new plan reviewed" });
	};
	if (plan.environment !== now.environment)
		moved(`the plan is for the environment \`${plan.environment}\`, this is \`${now.environment}\``);
	if (plan.base.organization_id !== now.base.organization_id) {
		moved(`the plan is for the organisation ${plan.base.organization_id}, this is ${now.base.organization_id}`);
		return found;
	}
	if (plan.base.profile !== now.base.profile)
		moved(`the plan was made for profile \`${plan.base.profile}\`, this is \`${now.base.profile}\``);
	if (plan.base.config_digest !== now.base.config_digest) moved("the manifests have changed since the plan was made");
	const before = plan.base.live_digests;
	const after = now.base.live_digests;
	for (const key of [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()) {
		if (before[key] === after[key]) continue;
		const address = key.slice(0, key.lastIndexOf(" "));
		const how = before[key] === undefined ? "has appeared" : after[key] === undefined ? "has gone" : "has changed";
		moved(`\`${address}\` ${how} in the organisation since the plan was made`);
	}
	return found;
}
