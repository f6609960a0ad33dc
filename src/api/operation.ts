// What a row of the catalogue says about a remote operation.
import type { Fields, ObjectOf } from "./field.js";

/** Which operations a service offers: `core` is exactly the specified interface, `full` adds the other public ones. */
export const PROFILES = ["core", "full"] as const;
export type Profile = (typeof PROFILES)[number];

/** A write: submitted as a signed activity. */
export interface ActivityOperation<P extends Fields = Fields, R extends Fields = Fields> {
	readonly form: "activity";
	readonly profile: Profile;
	readonly path: string;
	readonly type: `ACTIVITY_TYPE_${string}`;
	readonly parameters: P;
	readonly intentKey: string;
	readonly resultKey: string;
	readonly result: R;
	/** How policies name it (`activity.resource`, `activity.action`); absent where the language has no name for it. */
	readonly resource?: string;
	readonly action?: string;
	/** Whether the body may carry `generateAppProofs`. */
	readonly appProofs: boolean;
}

/** A read: a flat body, a flat answer. */
export interface QueryOperation<P extends Fields = Fields, R extends Fields = Fields> {
	readonly form: "query";
	readonly profile: Profile;
	readonly path: string;
	/** The body's fields besides `organizationId`, which every query carries. */
	readonly parameters: P;
	readonly result: R;
}

/** An operation of the login proxy, which stands on an address of its own and is not stamped. */
export interface ProxyOperation<P extends Fields = Fields, R extends Fields = Fields> {
	readonly form: "proxy";
	readonly profile: Profile;
	readonly path: string;
	readonly parameters: P;
	readonly result: R;
}

export type Operation = ActivityOperation | QueryOperation | ProxyOperation;

type NoFields = Readonly<Record<never, never>>;

export function activityOperation<const P extends Fields, const R extends Fields = NoFields>(row: {
	readonly profile: Profile;
	readonly name: string;
	readonly type: `ACTIVITY_TYPE_${string}`;
	readonly parameters: P;
	readonly intentKey: string;
	readonly resultKey: string;
	readonly result: R;
	readonly policy?: readonly [resource: string, action: string];
	readonly appProofs?: false;
}): ActivityOperation<P, R> {
	return {
		form: "activity",
		profile: row.profile,
		path: `/public/v1/submit/${row.name}`,
		type: row.type,
		parameters: row.parameters,
		intentKey: row.intentKey,
		resultKey: row.resultKey,
		result: row.result,
		...(row.policy ? { resource: row.policy[0], action: row.policy[1] } : {}),
		appProofs: row.appProofs ?? true,
	};
}

export function queryOperation<const P extends Fields, const R extends Fields>(row: {
	readonly profile: Profile;
	readonly name: string;
	readonly parameters: P;
	readonly result: R;
}): QueryOperation<P, R> {
	return {
		form: "query",
		profile: row.profile,
		path: `/public/v1/query/${row.name}`,
		parameters: row.parameters,
		result: row.result,
	};
}

export function proxyOperation<const P extends Fields, const R extends Fields>(row: {
	readonly profile: Profile;
	readonly name: string;
	readonly parameters: P;
	readonly result: R;
}): ProxyOperation<P, R> {
	return {
		form: "proxy",
		profile: row.profile,
		path: `/v1/${row.name}`,
		parameters: row.parameters,
		result: row.result,
	};
}

export type ParametersOf<O> = O extends { readonly parameters: infer P extends Fields } ? ObjectOf<P> : never;
export type ResultOf<O> = O extends { readonly result: infer R extends Fields } ? ObjectOf<R> : never;

/** The version-proof name policies use (`activity.kind`): the type without its prefix and version suffix. */
export function kindOfType(type: string): string {
	return type.replace(/^ACTIVITY_TYPE_/, "").replace(/_V\d+$/, "");
}

export function offers(profile: Profile, operation: Operation): boolean {
	return profile === "full" || operation.profile === "core";
}
