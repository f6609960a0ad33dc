// Random expressions that are well-typed by construction, and random bindings for them. Drawn from fast-check's generator, so
// that a failing case can be replayed from its seed. Texts come from one small pool, so that comparisons are sometimes equal.
import fc, { type GeneratorValue } from "fast-check";
import { type Binding, type Bindings, notUsed } from "../../src/language/bindings.js";
import type { Context } from "../../src/language/contexts.js";
import type { Field } from "../../src/language/environment/field.js";
import { parameters } from "../../src/language/environment/parameters.js";
import { roots } from "../../src/language/environment/roots.js";
import type { Type } from "../../src/language/environment/type.js";
import type { Slot } from "../../src/language/slot.js";
import type { ComparisonOperator, Expression } from "../../src/language/tree.js";

const address = "0x52908400098527886E0F7030069857D2E4169EE7";
const texts = [
	"",
	"a",
	"b",
	"SIGN",
	"0xa9059cbb",
	"héllo",
	"𝒳y",
	"back\\slash",
	address,
	address.toLowerCase(),
	"key",
	"LEGACY",
	"SIGN_TRANSACTION",
	"ACTIVITY_TYPE_SIGN_TRANSACTION_V2",
	"PRIVATE_KEY",
	"EXPORT",
	"PAYLOAD_ENCODING_EIP712",
	"TRANSACTION_TYPE_TRON",
];
const keys = ["key", "a", "__proto__", "constructor"];
const integers = [0n, 1n, 2n, 3n, 10n, 170141183460469231731687303715884105727n];

interface Variable {
	readonly name: string;
	readonly type: Type;
}

export interface GeneratorOptions {
	readonly slot: Slot;
	/** Whether values whose type is known only at evaluation occur. */
	readonly dynamic: boolean;
}

const place = { id: 0, start: 0, end: 0 };

/** A random expression that is true or false. */
export function generateExpression(draw: GeneratorValue, options: GeneratorOptions): Expression {
	return new Generator(draw, options).truth(4, []);
}

class Generator {
	readonly #draw: GeneratorValue;
	readonly #options: GeneratorOptions;
	#names = 0;

	constructor(draw: GeneratorValue, options: GeneratorOptions) {
		this.#draw = draw;
		this.#options = options;
	}

	#pick<T>(from: readonly T[]): T {
		return from[this.#below(from.length)] as T;
	}

	#below(limit: number): number {
		return this.#draw(fc.nat, limit - 1);
	}

	truth(depth: number, scope: readonly Variable[]): Expression {
		if (depth <= 0) return this.#pick([true, false]) ? this.#flag() : this.#comparison(0, scope);
		switch (this.#below(8)) {
			case 0:
			case 1: {
				const operands = Array.from({ length: 2 + this.#below(2) }, () => this.truth(depth - 1, scope));
				return { ...place, kind: this.#pick(["and", "or"] as const), operands };
			}
			case 2:
				return { ...place, kind: "not", operand: this.truth(depth - 1, scope) };
			case 3:
			case 4:
				return this.#quantifier(depth, scope, this.#pick(["all", "any"] as const)) ?? this.#flag();
			case 5:
				return this.#membership(depth, scope);
			default:
				return this.#comparison(depth, scope);
		}
	}

	#flag(): Expression {
		return { ...place, kind: "boolean", value: this.#pick([true, false]) };
	}

	#comparison(depth: number, scope: readonly Variable[]): Expression {
		const wished = this.#pick(["string", "int", "uint", "bool", ...(this.#options.dynamic ? ["dynamic" as const] : [])] as const);
		const path = wished === "dynamic" ? this.#path({ kind: "dynamic" }, scope) : undefined;
		// Where nothing dynamic is found, texts are compared.
		const kind = wished === "dynamic" ? this.#pick(["string", "int"] as const) : wished;
		const ordered = kind === "int" || kind === "uint";
		const operator: ComparisonOperator = this.#pick(
			ordered ? (["==", "!=", "<", "<=", ">", ">="] as const) : (["==", "!="] as const),
		);
		const left = path ?? this.#value(kind, depth, scope);
		const right = this.#value(kind, depth, scope);
		const [first, second] = this.#pick([true, false]) ? [left, right] : [right, left];
		return { ...place, kind: "comparison", operator, operatorStart: 0, left: first, right: second };
	}

	#membership(depth: number, scope: readonly Variable[]): Expression {
		const kind = this.#pick(["string", "int"] as const);
		const element = this.#value(kind, depth, scope);
		const elements = Array.from({ length: 1 + this.#below(3) }, () => this.#literal(kind));
		const path = this.#path({ kind: "list", element: { kind } }, scope);
		const list: Expression = path !== undefined && this.#pick([true, false]) ? path : { ...place, kind: "list", elements };
		if (this.#pick([true, false]))
			return { ...place, kind: "comparison", operator: "in", operatorStart: 0, left: element, right: list };
		return { ...place, kind: "method", target: list, name: "contains", nameStart: 0, arguments: [element], bare: false };
	}

	#quantifier(
		depth: number,
		scope: readonly Variable[],
		name: "all" | "any" | "filter",
	): (Expression & { kind: "quantifier" }) | undefined {
		const list = this.#anyList(scope);
		if (list === undefined) return undefined;
		this.#names += 1;
		const variable = `v${this.#names}`;
		const inner = [...scope, { name: variable, type: list.element }];
		return {
			...place,
			kind: "quantifier",
			target: list.path,
			name,
			nameStart: 0,
			variable,
			variableStart: 0,
			body: this.truth(depth - 2, inner),
		};
	}

	#value(kind: "string" | "int" | "uint" | "bool", depth: number, scope: readonly Variable[]): Expression {
		if (kind === "int" && depth > 1 && this.#below(4) === 0) {
			const filtered = this.#quantifier(depth, scope, "filter");
			const target = filtered ?? this.#anyList(scope)?.path;
			if (target !== undefined)
				return { ...place, kind: "method", target, name: "count", nameStart: 0, arguments: [], bare: false };
		}
		if (kind === "string" && this.#below(5) === 0) {
			const from = this.#below(3);
			const target = this.#path({ kind: "string" }, scope) ?? this.#literal("string");
			const at = (value: number): Expression => ({ ...place, kind: "integer", value: BigInt(value) });
			if (this.#pick([true, false])) return { ...place, kind: "index", target, index: at(from) };
			return { ...place, kind: "slice", target, from: at(from), to: at(from + this.#below(3)) };
		}
		const path = this.#path({ kind }, scope);
		return path !== undefined && this.#below(4) > 0 ? path : this.#literal(kind);
	}

	#literal(kind: "string" | "int" | "uint" | "bool"): Expression {
		if (kind === "string") return { ...place, kind: "string", value: this.#pick(texts) };
		if (kind === "bool") return this.#flag();
		return { ...place, kind: "integer", value: this.#pick(integers) };
	}

	/** A path to a value of a type, or undefined when none is found in a few tries. */
	#path(wanted: Type, scope: readonly Variable[]): Expression | undefined {
		for (let attempt = 0; attempt < (wanted.kind === "dynamic" ? 40 : 6); attempt += 1) {
			const found = this.#wander(scope, (type) => same(type, wanted));
			if (found !== undefined) return found.path;
		}
		return undefined;
	}

	#anyList(scope: readonly Variable[]): { readonly path: Expression; readonly element: Type } | undefined {
		for (let attempt = 0; attempt < 6; attempt += 1) {
			const found = this.#wander(scope, (type) => type.kind === "list");
			if (found?.type.kind === "list") return { path: found.path, element: found.type.element };
		}
		return undefined;
	}

	/** Walks from a root or a variable along fields, indexes and keys, until a test holds. */
	#wander(
		scope: readonly Variable[],
		test: (type: Type) => boolean,
	): { readonly path: Expression; readonly type: Type } | undefined {
		const starts: readonly Variable[] = [
			...scope,
			...[...roots[this.#options.slot].values()].map(({ name, type }) => ({ name, type })),
		];
		const start = this.#pick(starts);
		let path: Expression = { ...place, kind: "name", name: start.name };
		let { type } = start;
		for (let step = 0; step < 6; step += 1) {
			if (test(type)) return { path, type };
			const next = this.#step(path, type);
			if (next === undefined) return undefined;
			({ path, type } = next);
		}
		return undefined;
	}

	#step(target: Expression, type: Type): { readonly path: Expression; readonly type: Type } | undefined {
		switch (type.kind) {
			case "struct":
			case "namespace": {
				const fields: readonly Field[] = [...(type.kind === "struct" ? type.struct.fields : type.members).values()];
				const field = this.#pick(fields);
				return { path: { ...place, kind: "field", target, name: field.name, nameStart: 0 }, type: field.type };
			}
			case "map": {
				if (type.value.kind === "dynamic" && !this.#options.dynamic) return undefined;
				const index: Expression = { ...place, kind: "string", value: this.#pick(keys) };
				return { path: { ...place, kind: "index", target, index }, type: type.value };
			}
			case "list": {
				const index: Expression = { ...place, kind: "integer", value: BigInt(this.#below(2)) };
				return { path: { ...place, kind: "index", target, index }, type: type.element };
			}
			default:
				return undefined;
		}
	}
}

function same(a: Type, b: Type): boolean {
	if (a.kind === "list" && b.kind === "list") return same(a.element, b.element);
	return a.kind === b.kind;
}

function drawn<T>(draw: GeneratorValue, from: readonly T[]): T {
	return from[draw(fc.nat, from.length - 1)] as T;
}

/** Random bindings of a slot; fields and roots are missing now and then. */
export function generateBindings(draw: GeneratorValue, slot: Slot): Bindings {
	const bindings: Record<string, Binding> = {};
	for (const root of roots[slot].values()) {
		if (draw(fc.nat, 5) > 0) bindings[root.name] = generateValue(draw, root.type);
	}
	return bindings;
}

const shapes = {
	"evm-address": [address, address.toLowerCase(), ""],
	"prefixed-hex": ["0x", "0xa9059cbb", "0xa9059cbb00"],
	"bare-hex": ["", "a9"],
};

function generateValue(draw: GeneratorValue, type: Type, field?: Field): Binding {
	switch (type.kind) {
		case "string":
			if (field?.values !== undefined) return drawn(draw, field.values);
			return drawn(draw, field?.shape === undefined ? texts : shapes[field.shape]);
		case "int":
		case "uint":
			return drawn(draw, integers);
		case "bool":
			return draw(fc.boolean);
		case "timestamp":
			return BigInt(draw(fc.nat, 1000));
		case "list":
			return Array.from({ length: draw(fc.nat, 2) }, () => generateValue(draw, type.element, field));
		case "map":
			return entries(draw, new Map(keys.map((key) => [key, { type: type.value }])));
		case "struct":
		case "namespace":
			return entries(draw, type.kind === "struct" ? type.struct.fields : type.members);
		default:
			return generateDynamic(draw);
	}
}

function entries(draw: GeneratorValue, members: ReadonlyMap<string, { readonly type: Type } | Field>): Binding {
	const record: Record<string, Binding> = {};
	for (const [key, member] of members) {
		const luck = draw(fc.nat, 15);
		if (luck === 0) continue;
		const value = luck === 1 ? notUsed : generateValue(draw, member.type, "about" in member ? member : undefined);
		Object.defineProperty(record, key, { value, enumerable: true });
	}
	return record;
}

/** Random bindings of a request in a situation: the roots it has, its activity, the parameters that are exposed. */
export function generateRequest(draw: GeneratorValue, { activity, roots: there, parameters: exposed, fixed }: Context): Bindings {
	const bindings: Record<string, Record<string, Binding>> = {};
	const params: Record<string, Binding> = {};
	for (const name of exposed) {
		const field = parameters.fields.get(name);
		if (field !== undefined) params[name] = fixed.get(name) ?? generateValue(draw, field.type, field);
	}
	for (const name of there) {
		const [first = "", second] = name.split(".");
		const root = roots.condition.get(first);
		if (root?.type.kind === "namespace" && second !== undefined) {
			const member = root.type.members.get(second);
			if (member !== undefined) bindings[first] = { ...bindings[first], [second]: generateValue(draw, member.type, member) };
		} else if (root !== undefined && first !== "activity") {
			bindings[first] = generateValue(draw, root.type, root) as Record<string, Binding>;
		}
	}
	// Paths are there for exports of an account only.
	if (activity.kind !== "EXPORT_WALLET_ACCOUNT" && bindings.wallet_account !== undefined) {
		const { address: stored = address } = bindings.wallet_account;
		bindings.wallet_account = { address: stored };
	}
	const { type, kind, resource, action } = activity;
	bindings.activity = { type, params };
	if (kind !== undefined) bindings.activity.kind = kind;
	if (resource !== undefined) bindings.activity.resource = resource;
	if (action !== undefined) bindings.activity.action = action;
	return bindings;
}

function generateDynamic(draw: GeneratorValue): Binding {
	switch (draw(fc.nat, 5)) {
		case 0:
			return [drawn(draw, texts), 1n];
		case 1:
			return { key: 1n };
		case 2:
			return 1n << 200n;
		case 3:
			return drawn(draw, integers);
		default:
			return drawn(draw, texts);
	}
}
