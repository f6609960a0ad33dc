// What a rule is: a mistake that an expression or a set of them can hold, how it is found, and cases that show it.
import type { Code } from "../diagnostics/codes.js";
import type { Severity } from "../diagnostics/diagnostic.js";
import type { Effect } from "../language/policy.js";
import type { Slot } from "../language/slot.js";
import type { Expression } from "../language/tree.js";
import type { Organization } from "../model/organization.js";
import type { LintMfaPolicy, LintPolicy, LintScope } from "./subject.js";

/** Everything that is linted together, and what is known of the world around it. */
export interface Surroundings {
	readonly policies: readonly LintPolicy[];
	readonly mfaPolicies: readonly LintMfaPolicy[];
	readonly scopes: readonly LintScope[];
	/** The live organisation; absent when nobody has looked. */
	readonly organization?: Organization;
	/** The policies the organisation has now, to compare with. */
	readonly live?: readonly LintPolicy[];
	/** The user who applies these policies. */
	readonly actorId?: string;
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** Policies the organisation can hold. */
	readonly mostPolicies: number;
	/** What a reference in an expression stands for, where that is known. */
	readonly identifierOf: (reference: string) => string | undefined;
}

/** Where a finding stands: in an expression of a policy, or at the policy as a whole. */
export interface Place {
	readonly in: { readonly address: string };
	readonly slot?: Slot;
	readonly node?: Pick<Expression, "start" | "end">;
}

export interface Said {
	readonly message: string;
	readonly help?: string;
	readonly notes?: readonly string[];
	/** Where it is more or less serious than the rule usually is. */
	readonly severity?: Severity;
}

export type Report = (place: Place, said: Said) => void;

/** A policy of a case: a text alone is the condition of an ALLOW. */
export interface CasePolicy {
	readonly name?: string;
	readonly notes?: string;
	readonly effect?: Effect;
	readonly condition?: string;
	readonly consensus?: string;
	readonly time?: string;
}

export interface CaseMfaPolicy {
	readonly name?: string;
	readonly user?: string;
	readonly order?: number;
	readonly condition: string;
	readonly steps?: LintMfaPolicy["steps"];
}

/** A case with more than one policy, or with something around them. */
export interface CaseSet {
	readonly policies?: readonly (string | CasePolicy)[];
	readonly mfaPolicies?: readonly CaseMfaPolicy[];
	readonly scopes?: readonly string[];
	readonly organization?: Organization;
	readonly live?: readonly CasePolicy[];
	readonly actorId?: string;
	/** An instant as text. */
	readonly now?: string;
	readonly mostPolicies?: number;
}

export type RuleCase = string | CasePolicy | CaseSet;

export interface Rule {
	readonly code: Code;
	/** A few words with hyphens, for people who do not remember numbers. */
	readonly name: string;
	/** `off`: told only where the project file asks for it. */
	readonly severity: Severity | "off";
	/** One line: why it is worth telling. */
	readonly reason: string;
	/** Says more, or anything at all, only where the live organisation was read. */
	readonly live?: true;
	/** Looks at one policy. */
	readonly policy?: (policy: LintPolicy, report: Report, around: Surroundings) => void;
	/** Looks at one MFA policy. */
	readonly mfaPolicy?: (policy: LintMfaPolicy, report: Report, around: Surroundings) => void;
	/** Looks at one session scope. */
	readonly scope?: (scope: LintScope, report: Report, around: Surroundings) => void;
	/** Looks at everything together. */
	readonly all?: (around: Surroundings, report: Report) => void;
	/** What it must not find, and what it must: run as tests, and shown by `quorate explain`. */
	readonly cases: { readonly valid: readonly RuleCase[]; readonly invalid: readonly RuleCase[] };
}
