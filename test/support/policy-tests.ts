// A small project with policies and a suite of tests, for running `policy test` in it.
import { type Folder, manifestFolder } from "./manifest-project.js";

export const PROJECT = `apiVersion: quorate/v1
kind: Project
manifests: [manifests/*.yaml]
environments:
  local: { service: embedded }
`;

export const POLICIES = `apiVersion: quorate/v1
kind: Policy
metadata: { name: Payouts }
spec:
  effect: EFFECT_ALLOW
  consensus: approvers.filter(u, u.tags.contains('\${UserTag/signers}')).count() >= 2
  condition: >-
    activity.kind == 'SIGN_TRANSACTION'
    && eth.tx.value <= 100
---
apiVersion: quorate/v1
kind: Policy
metadata: { name: No exports }
spec:
  effect: EFFECT_DENY
  condition: activity.action == 'EXPORT'
`;

export const ORGANIZATION = `  organization:
    userTags: [{ name: signers }]
    users:
      - { name: bob, tags: [signers] }
      - { name: carol, tags: [signers] }
      - { name: mallory }
    privateKeys: [{ name: hot, curve: CURVE_SECP256K1 }]
`;

/** A suite with these lines under \`tests\`. */
export function suiteYaml(name: string, ...tests: readonly string[]): string {
	return [
		"apiVersion: quorate/v1",
		"kind: PolicyTest",
		`metadata: { name: ${name} }`,
		"spec:",
		`${ORGANIZATION}  tests:`,
		...tests.map((line) => `    ${line}`),
		"",
	].join("\n");
}

/** The lines of a payout's test. */
export function payout(name: string, ...more: readonly string[]): readonly string[] {
	return [
		`- name: ${name}`,
		"  activity: SIGN_TRANSACTION",
		"  params: { signWith: hot }",
		"  transaction: { eth.tx: { value: 100, chain_id: 1 } }",
		...more.map((line) => `  ${line}`),
	];
}

export const PASSING = suiteYaml(
	"Payouts",
	...payout("two signers pay out", "by: bob", "approvals: [carol]", "expect: allow", "decidedBy: Payouts"),
	...payout("others do not", "by: mallory"),
);

export function policyProject(files: Readonly<Record<string, string>> = { "tests/payouts.yaml": PASSING }): Folder {
	return manifestFolder({ "quorate.yaml": PROJECT, "manifests/policies.yaml": POLICIES, ...files });
}
