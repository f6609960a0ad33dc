// Whether the policies said of a request what a test expects, and if not, in words what differs.
import type { Decision } from "../language/decision.js";
import type { MfaChoice } from "../language/mfa.js";
import { splitAddress, splitParent } from "../model/address.js";
import type { Organization } from "../model/organization.js";
import { outcomeOf } from "../request/request-decision.js";
import type { Expectation, ExpectedOutcome } from "./suite.js";

export interface Judgement {
	readonly actual: string;
	readonly decidedBy: readonly string[];
	/** Empty when everything is as expected. */
	readonly differences: readonly string[];
}

/** `mfa` is the choice for who asks. */
export function judge(expected: Expectation, decision: Decision, mfa: MfaChoice, organization: Organization): Judgement {
	const actual = outcomeOf(decision);
	const decidedBy = decidersOf(decision);
	const differences: string[] = [];
	if (!fits(expected.outcome, decision)) {
		differences.push(`expected ${expected.outcome}, the outcome is ${actual}${byWhom(decidedBy)}`);
	}
	if (expected.decidedBy !== undefined && !sameSet(expected.decidedBy, decidedBy)) {
		differences.push(`expected to be decided by ${listed(expected.decidedBy)}, decided by ${listed(decidedBy)}`);
	}
	const waitsFor = waitingFor(decision, organization);
	if (expected.waitsFor !== undefined && !sameSet(expected.waitsFor, waitsFor)) {
		differences.push(
			`expected to wait for ${listed(expected.waitsFor)}, waits for ${listed(waitsFor)}${asRoots(decision, organization)}`,
		);
	}
	const binding = mfa.policyId === undefined ? "none" : nameOf(mfa.policyId);
	if (expected.mfa !== undefined && expected.mfa !== binding) {
		differences.push(
			`expected the MFA policy ${quoted(expected.mfa)}, ${binding === "none" ? "none binds" : `${quoted(binding)} binds`}`,
		);
	}
	return { actual, decidedBy, differences };
}

function fits(expected: ExpectedOutcome, decision: Decision): boolean {
	const actual = outcomeOf(decision);
	switch (expected) {
		case "deny":
			return actual === "deny-explicit" || actual === "deny-implicit";
		case "error":
			return actual === "deny-implicit" && decision.policies.some((each) => each.outcome === "OUTCOME_ERROR");
		default:
			return actual === expected;
	}
}

/** What an outcome is owed to, sorted: policies by name, `root quorum`, `implicit permission`; nothing when by default. */
function decidersOf({ decidedBy, policyIds }: Decision): readonly string[] {
	if (decidedBy === "root-quorum") return ["root quorum"];
	if (decidedBy === "implicit-permission") return ["implicit permission"];
	return policyIds.map(nameOf).sort();
}

/** The name in `Policy/name` or `MfaPolicy/user/name`. */
export function nameOf(address: string): string {
	const parts = splitAddress(address);
	if (parts === undefined) return address;
	return parts.kind === "MfaPolicy" ? (splitParent(parts.path)?.name ?? parts.path) : parts.path;
}

/** Everyone whose approval would help, by name: the root quorum's members are among them. */
function waitingFor({ ways }: Decision, { users = [] }: Organization): readonly string[] {
	const ids = new Set(ways.flatMap((way) => way.flatMap((missing) => missing.userIds)));
	return users.filter((user) => ids.has(user.id)).map((user) => user.name);
}

/** Which of them are there because the root quorum may approve whatever policies say. */
function asRoots({ ways }: Decision, { users = [] }: Organization): string {
	const missing = ways.flat().find((each) => each.rootQuorum === true);
	if (missing === undefined) return "";
	const names = users.filter((user) => missing.userIds.includes(user.id)).map((user) => user.name);
	return ` (of the root quorum ${missing.count} of ${listed(names)})`;
}

const quoted = (name: string): string => (name === "none" ? "none" : `\`${name}\``);
const listed = (names: readonly string[]): string =>
	names.length === 0 ? "nothing" : names.map((each) => `\`${each}\``).join(", ");
const byWhom = (deciders: readonly string[]): string => (deciders.length === 0 ? "" : `, by ${listed(deciders)}`);

function sameSet(a: readonly string[], b: readonly string[]): boolean {
	const left = new Set(a);
	return left.size === new Set(b).size && b.every((each) => left.has(each));
}
