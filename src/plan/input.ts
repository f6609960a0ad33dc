// Everything a plan is made from. Making one is a pure function of this.
import type { Profile } from "../api/operation.js";
import type { OperationName } from "../api/operations.js";
import type { ExpressionLanguage } from "../kinds/expression.js";
import type { Kind } from "../kinds/kind.js";
import type { Limits } from "../kinds/limits.js";
import type { LookupTable } from "../kinds/lookups.js";
import type { Address, KindName } from "../model/address.js";
import type { Desired, Reading, Recorded } from "../model/resource.js";
import type { Overrides } from "./overrides.js";
import type { Scope } from "./scope.js";

/** How a kind's live resources without a manifest are treated. */
export interface KindSettings {
	/** `exclusive`: they are deleted. `declared`: they are reported and left alone. */
	readonly manage: "exclusive" | "declared";
	/** Names that are treated as if they did not exist. */
	ignores(name: string): boolean;
}

export interface PlanInput {
	readonly toolVersion: string;
	readonly environment: string;
	readonly organizationId: string;
	readonly profile: Profile;
	offers(operation: OperationName): boolean;
	readonly kinds: readonly Kind[];
	readonly settings: Readonly<Record<KindName, KindSettings>>;
	readonly limits: Limits;
	readonly language: ExpressionLanguage;

	readonly desired: readonly Desired[];
	readonly configDigest: string;
	/** Undefined when there is no inventory: then nothing can be said about who moved. */
	readonly recorded: readonly Recorded[] | undefined;
	readonly readings: ReadonlyMap<KindName, Reading>;
	readonly lookups: LookupTable;
	/** Resources of managed kinds that manifests may refer to although none declares them. */
	readonly external: ReadonlySet<Address>;
	/** Who is going to apply, when the service tells. */
	readonly actor?: { readonly userId: string; readonly userName: string };
	/** Addresses and blocks from which the applying machine reaches the service, as the project file gives them. */
	readonly egress: readonly string[];

	readonly scope: Scope;
	readonly overrides: Overrides;
}
