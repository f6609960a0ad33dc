// The operation catalogue: every remote operation we know, one row each, written down by noun in the files beside this one.
// Client, embedded service, planner and tests all read this table. `core` rows are the specified interface to the letter;
// `full` rows are the other public operations.
import type { ActivityOperation, ProxyOperation, QueryOperation } from "./operation.js";
import { activityOperations } from "./operations-activities.js";
import { credentialOperations } from "./operations-credentials.js";
import { keyOperations } from "./operations-keys.js";
import { oauth2Operations } from "./operations-oauth2.js";
import { organizationOperations } from "./operations-organizations.js";
import { otpOperations } from "./operations-otp.js";
import { policyOperations } from "./operations-policies.js";
import { proxyOperations } from "./operations-proxy.js";
import { sessionOperations } from "./operations-sessions.js";
import { signingOperations } from "./operations-signing.js";
import { subOrganizationOperations } from "./operations-sub-organizations.js";
import { tvcOperations } from "./operations-tvc.js";
import { userOperations } from "./operations-users.js";
import { walletOperations } from "./operations-wallets.js";
import { webhookOperations } from "./operations-webhooks.js";

export const operations = {
	...activityOperations,
	...policyOperations,
	...keyOperations,
	...walletOperations,
	...signingOperations,
	...sessionOperations,
	...otpOperations,
	...oauth2Operations,
	...proxyOperations,
	...userOperations,
	...credentialOperations,
	...organizationOperations,
	...subOrganizationOperations,
	...webhookOperations,
	...tvcOperations,
} as const;

export type OperationName = keyof typeof operations;
type NamesOf<F> = { [K in OperationName]: (typeof operations)[K] extends { readonly form: F } ? K : never }[OperationName];
export type ActivityName = NamesOf<"activity">;
export type QueryName = NamesOf<"query">;
export type ProxyName = NamesOf<"proxy">;

export function isActivityName(name: string): name is ActivityName {
	return Object.hasOwn(operations, name) && operations[name as OperationName].form === "activity";
}

export function activityRow(name: ActivityName): ActivityOperation {
	return operations[name];
}

export function queryRow(name: QueryName): QueryOperation {
	return operations[name];
}

export function proxyRow(name: ProxyName): ProxyOperation {
	return operations[name];
}
