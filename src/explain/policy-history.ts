// What a policy said at an instant in the past, as far as it is as it was, or the activity log tells how it was made and
// changed. What cannot be told is not guessed.
import { type Activity, phaseOf } from "../api/activity.js";
import type { QueryPort } from "../api/port.js";
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonArray, isJsonObject } from "../base/json.js";
import type { Effect, PolicyText } from "../language/policy.js";
import { instantOf } from "./change-times.js";

/** A policy with the name it had. */
export interface NamedPolicy extends PolicyText {
	readonly name: string;
}

/** A policy as it is now; instants in milliseconds since the epoch. */
export interface LivePolicy extends NamedPolicy {
	readonly createdAt: number;
	readonly updatedAt: number;
}

/** Reads the policies there are now. Rejects with `ServiceFailure`. */
export async function readPolicies(port: QueryPort): Promise<readonly LivePolicy[]> {
	const { policies } = await port.query("list_policies", {});
	return policies.map(({ policyId, policyName, effect, condition, consensus, time, createdAt, updatedAt }) => ({
		id: policyId,
		name: policyName,
		effect,
		condition,
		consensus,
		time,
		createdAt: instantOf(createdAt),
		updatedAt: instantOf(updatedAt),
	}));
}

/** `gone`: it is not there any more, and the log does not hold its text. `changed`: it was another one then. */
export type Then = NamedPolicy | "gone" | "changed";

type Field = "name" | "effect" | "condition" | "consensus" | "time";

interface Event {
	/** Milliseconds since the epoch: when it was carried out. */
	readonly at: number;
	/** All fields of a new policy, those that change of another. Absent: nobody can tell from the record. */
	readonly sets?: Partial<Record<Field, string>>;
	readonly creates?: true;
}

/** Two records of one change need not tell the same instant; by more than this they are two changes. Our choice. */
const TOLERANCE = 2000;

export class PolicyHistory {
	readonly #live: ReadonlyMap<string, LivePolicy>;
	readonly #events = new Map<string, Event[]>();
	readonly #complete: boolean;

	/** `activities` are those of the log, in any order; only completed ones count. `complete`: there are no older ones. */
	constructor(live: readonly LivePolicy[], activities: readonly Activity[], complete: boolean) {
		this.#complete = complete;
		this.#live = new Map(live.map((policy) => [policy.id, policy]));
		for (const activity of activities) {
			if (phaseOf(activity.status) !== "completed") continue;
			for (const [id, event] of eventsOf(activity)) {
				const known = this.#events.get(id);
				if (known) known.push(event);
				else this.#events.set(id, [event]);
			}
		}
		for (const events of this.#events.values()) events.sort((a, b) => a.at - b.at);
	}

	/** The policy just before `instant`, in milliseconds since the epoch. */
	at(id: string, instant: number): Then {
		const live = this.#live.get(id);
		if (live !== undefined && live.updatedAt < instant) return live;
		const events = this.#events.get(id) ?? [];
		const made = this.#made(id, events, instant);
		if (made !== undefined || live === undefined) return made ?? "gone";
		// An older activity that waited long may have changed it meanwhile.
		return this.#complete ? undone(live, events, instant) : "changed";
	}

	/** The name it has or had last; undefined when nobody knows it. */
	nameOf(id: string): string | undefined {
		const named = (this.#events.get(id) ?? []).flatMap((event) => event.sets?.name ?? []);
		return this.#live.get(id)?.name ?? named.at(-1);
	}

	/** From its creation on, when the log reaches that far back. */
	#made(id: string, events: readonly Event[], instant: number): Then | undefined {
		const before = events.filter((event) => event.at < instant);
		if (before[0]?.creates !== true) return undefined;
		if (before.some((event) => event.sets === undefined) || events.some((event) => event.at === instant)) return "changed";
		const {
			effect,
			name = "",
			...texts
		} = Object.assign({}, ...before.map((event) => event.sets)) as Partial<Record<Field, string>>;
		return effect === undefined ? "changed" : { id, name, effect: effect as Effect, ...texts };
	}
}

/** What it is now, less what the log says was changed since; only where the log knows the last change. */
function undone(live: LivePolicy, events: readonly Event[], instant: number): Then {
	const since = events.filter((event) => event.at >= instant);
	const last = since.at(-1);
	if (last === undefined || Math.abs(last.at - live.updatedAt) > TOLERANCE || live.createdAt >= instant) return "changed";
	const decides = (event: Event): boolean =>
		event.sets === undefined || Object.keys(event.sets).some((field) => field !== "name");
	return since.some(decides) ? "changed" : live;
}

/** What a completed activity did to policies, by their identifiers. */
function eventsOf(activity: Activity): (readonly [string, Event])[] {
	const at = instantOf(activity.updatedAt);
	const [intent] = Object.values(activity.intent ?? {});
	const [result] = Object.values(activity.result ?? {});
	if (!isJsonObject(intent)) return [];
	const ids = [intent, result].flatMap((each) => identifiersIn(each));
	switch (activity.type) {
		case "ACTIVITY_TYPE_CREATE_POLICY_V3":
			return ids.slice(0, 1).map((id) => [id, { at, creates: true, sets: fieldsOf(intent, CREATED) }]);
		case "ACTIVITY_TYPE_CREATE_POLICIES": {
			const { policies } = intent;
			const made = isJsonArray(policies ?? null) ? (policies as readonly JsonValue[]) : [];
			return ids.map((id, index) => {
				const each = made[index];
				return [id, isJsonObject(each) ? { at, creates: true, sets: fieldsOf(each, CREATED) } : { at }];
			});
		}
		case "ACTIVITY_TYPE_UPDATE_POLICY_V2":
			return ids.slice(0, 1).map((id) => [id, { at, sets: fieldsOf(intent, UPDATED) }]);
		case "ACTIVITY_TYPE_CREATE_POLICY":
		case "ACTIVITY_TYPE_CREATE_POLICY_V2":
		case "ACTIVITY_TYPE_UPDATE_POLICY":
			// Written with selectors in place of expressions.
			return ids.slice(0, 1).map((id) => [id, { at }]);
		default:
			return [];
	}
}

type Names = Readonly<Record<Field, string>>;

const CREATED: Names = { name: "policyName", effect: "effect", condition: "condition", consensus: "consensus", time: "time" };
const UPDATED: Names = {
	name: "policyName",
	effect: "policyEffect",
	condition: "policyCondition",
	consensus: "policyConsensus",
	time: "time",
};

function fieldsOf(object: JsonObject, names: Names): Partial<Record<Field, string>> {
	const found: Partial<Record<Field, string>> = {};
	for (const [field, name] of Object.entries(names)) {
		const value = object[name];
		if (typeof value === "string") found[field as Field] = value;
	}
	return found;
}

function identifiersIn(holder: JsonValue | undefined): string[] {
	if (!isJsonObject(holder)) return [];
	const { policyId, policyIds } = holder;
	return [policyId, ...(isJsonArray(policyIds ?? null) ? (policyIds as readonly JsonValue[]) : [])].flatMap((id) =>
		typeof id === "string" ? [id] : [],
	);
}
