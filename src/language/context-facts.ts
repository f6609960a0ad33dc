// What the contexts say about fields: where one is there, and where it can have a value. Keyed by the field itself, so that
// an analysis asks with what the checker has already found.
import { type ContextSet, noContexts, setsBy, setWhere } from "./context-set.js";
import type { Context } from "./contexts.js";
import type { Field } from "./environment/field.js";
import { parameters } from "./environment/parameters.js";
import { roots } from "./environment/roots.js";
import { walletAccount } from "./environment/wallet.js";

/** A field that is not there in every context. */
export interface Restriction {
	/** As it is written: `eth.tx`, `activity.params.type`. */
	readonly name: string;
	readonly kind: "root" | "parameter" | "field";
	readonly where: ContextSet;
}

const byRoot = setsBy((context) => context.roots);
const byParameter = setsBy((context) => context.parameters);
const byKind = setsBy((context) => (context.activity.kind === undefined ? [] : [context.activity.kind]));

function* restrictions(): Generator<readonly [Field, Restriction]> {
	for (const root of roots.condition.values()) {
		const members = root.type.kind === "namespace" ? root.type.members : new Map([["", root]]);
		for (const field of members.values()) {
			const name = field === root ? root.name : `${root.name}.${field.name}`;
			const where = byRoot.get(name);
			// The activity itself is always there.
			if (where !== undefined && name !== "activity") yield [field, { name, kind: "root", where }];
		}
	}
	for (const field of parameters.fields.values()) {
		const where = byParameter.get(field.name) ?? noContexts;
		yield [field, { name: `activity.params.${field.name}`, kind: "parameter", where }];
	}
	for (const field of walletAccount.fields.values()) {
		if (field.available?.when !== "activity") continue;
		const where = byKind.get(field.available.kind) ?? noContexts;
		yield [field, { name: `wallet_account.${field.name}`, kind: "field", where }];
	}
}

const restrictionByField: ReadonlyMap<Field, Restriction> = new Map(restrictions());

/** Where a field is there, itself and not only what it belongs to; undefined when that is everywhere. */
export function restrictionOf(field: Field): Restriction | undefined {
	return restrictionByField.get(field);
}

/** Where a field can have a value, and where it surely has it; in between it may have another one. */
export interface Likelihood {
	readonly equal: ReadonlyMap<string, ContextSet>;
	readonly surely: ReadonlyMap<string, ContextSet>;
	/** Where nothing is known: every value can be and need not be. */
	readonly open: ContextSet;
}

function likelihood(value: (context: Context) => string | undefined, certain: (context: Context) => boolean): Likelihood {
	const of = (context: Context): readonly string[] => {
		const found = value(context);
		return found === undefined ? [] : [found];
	};
	return { equal: setsBy(of), surely: setsBy((context) => (certain(context) ? of(context) : [])), open: noContexts };
}

function isCertain(context: Context): boolean {
	return context.activity.certain;
}

/** Our guess where the second version of a kind lacks its kind in the published tables. */
function guessedKind({ activity }: Context): string | undefined {
	return activity.kind ?? (activity.type === "ACTIVITY_TYPE_SOL_SEND_TRANSACTION_V2" ? "SOL_SEND_TRANSACTION" : undefined);
}

/** All use of a key is PRIVATE_KEY / SIGN; for swaps and deposits that is not published, so it is possible and no more. */
function signsWithSomething({ parameters: names }: Context): boolean {
	return names.has("sign_with");
}

const ofActivity: Readonly<Record<string, Likelihood>> = {
	type: likelihood(
		({ activity }) => activity.type,
		() => true,
	),
	kind: likelihood(guessedKind, ({ activity }) => activity.kind !== undefined),
	resource: likelihood(
		(context) => context.activity.resource ?? (signsWithSomething(context) ? "PRIVATE_KEY" : undefined),
		isCertain,
	),
	action: likelihood((context) => context.activity.action ?? (signsWithSomething(context) ? "SIGN" : undefined), isCertain),
};

function* likelihoods(): Generator<readonly [Field, Likelihood]> {
	const activity = roots.condition.get("activity")?.type;
	if (activity?.kind === "struct") {
		for (const [name, known] of Object.entries(ofActivity)) {
			const field = activity.struct.fields.get(name);
			if (field !== undefined) yield [field, known];
		}
	}
	for (const name of ["type", "encoding"]) {
		const field = parameters.fields.get(name);
		const known = likelihood(
			(context) => context.fixed.get(name),
			() => true,
		);
		const open = setWhere((context) => context.parameters.has(name) && !context.fixed.has(name));
		if (field !== undefined) yield [field, { ...known, open }];
	}
}

const likelihoodByField: ReadonlyMap<Field, Likelihood> = new Map(likelihoods());

/** What the contexts say about a field's value, or undefined when it does not depend on them. */
export function likelihoodOf(field: Field): Likelihood | undefined {
	return likelihoodByField.get(field);
}
