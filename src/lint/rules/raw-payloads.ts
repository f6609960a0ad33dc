// Raw payloads: allowed as such, denied in part, or open beside conditions on transactions.
import { membersOf } from "../../language/context-set.js";
import { whoeverSatisfies } from "../consensus-facts.js";
import type { Report, Rule, Surroundings } from "../rule.js";
import { anyOf, isOpaque, kindsIn, placeOf, readsPayload, signingBranches } from "../signing.js";
import type { LintPolicy } from "../subject.js";

const rawKinds = ["SIGN_RAW_PAYLOAD", "SIGN_RAW_PAYLOADS"];

export const rawPayloads: Rule = {
	code: "Q3514",
	name: "raw-payloads",
	severity: "warning",
	reason: "whoever may sign a raw digest may sign any transaction, whatever the policies say about transactions",
	policy(policy, report) {
		if (policy.effect === "EFFECT_ALLOW") allowed(policy, report);
		else if (policy.effect === "EFFECT_DENY") deniedInPart(policy, report);
	},
	all: besideTransactions,
	cases: {
		valid: [
			"activity.kind == 'SIGN_RAW_PAYLOAD' && activity.params.encoding == 'PAYLOAD_ENCODING_EIP712' && wallet.id == 'a'",
			{ effect: "EFFECT_DENY", condition: "activity.kind in ['SIGN_RAW_PAYLOAD', 'SIGN_RAW_PAYLOADS']" },
			{ effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'" },
			{
				policies: [
					{
						name: "Small",
						effect: "EFFECT_ALLOW",
						condition: "eth.tx.value <= 5 && wallet.id == 'a'",
						consensus: "approvers.any(u, u.id == 'a')",
					},
					{
						name: "Raw",
						effect: "EFFECT_ALLOW",
						condition: "activity.action == 'SIGN' && wallet.id == 'a'",
						consensus: "approvers.any(u, u.id == 'b')",
					},
				],
			},
		],
		invalid: [
			"activity.kind == 'SIGN_RAW_PAYLOADS' && wallet.id == 'a'",
			{ effect: "EFFECT_DENY", condition: "activity.type == 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'" },
			{
				effect: "EFFECT_DENY",
				condition:
					"activity.type == 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2' && activity.params.hash_function == 'HASH_FUNCTION_NO_OP' && activity.params.encoding != 'PAYLOAD_ENCODING_EIP712'",
			},
			{
				policies: [
					{
						name: "Small",
						effect: "EFFECT_ALLOW",
						condition: "eth.tx.value <= 5 && wallet.id == 'a'",
						consensus: "approvers.any(u, u.id == 'a')",
					},
					{
						name: "Raw",
						effect: "EFFECT_ALLOW",
						condition: "activity.action == 'SIGN' && wallet.id == 'a'",
						consensus: "approvers.any(u, u.id == 'a')",
					},
				],
			},
		],
	},
};

function allowed(policy: LintPolicy, report: Report): void {
	const branches = signingBranches(policy).filter((branch) => {
		const contexts = policy.contextsOf(branch);
		if (!anyOf(contexts, isOpaque)) return false;
		return membersOf(contexts).every(({ activity }) => rawKinds.includes(activity.kind ?? ""));
	});
	if (branches.length === 0) return;
	const node = placeOf(policy, branches);
	report(
		{ in: policy, ...(node === undefined ? {} : { slot: "condition" as const, node }) },
		{
			message: `\`${policy.name}\` allows raw payloads of any content: a digest of any transaction is one`,
			help: "ask for typed data, `activity.params.encoding == 'PAYLOAD_ENCODING_EIP712'`, or for a transaction",
		},
	);
}

function deniedInPart(policy: LintPolicy, report: Report): void {
	const { condition } = policy;
	if (condition === undefined) return;
	const kinds = kindsIn(policy.contexts, ({ activity }) => rawKinds.includes(activity.kind ?? ""));
	const named = condition.branches.possible.some((branch) =>
		membersOf(condition.contextsOf(branch)).every(({ activity }) => rawKinds.includes(activity.kind ?? "")),
	);
	if (!named || kinds.length === 0) return;
	const surely = membersOf(policy.contexts).filter((context) => isOpaque(context));
	const types = new Set(surely.map(({ activity }) => activity.type));
	const missing = [
		"ACTIVITY_TYPE_SIGN_RAW_PAYLOAD",
		"ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2",
		"ACTIVITY_TYPE_SIGN_RAW_PAYLOADS",
	].filter((type) => !types.has(type));
	const narrowed = condition.branches.possible.every((branch) =>
		branch.literals.some(({ path }) => path.startsWith("activity.params.") || readsRaw(path)),
	);
	if (missing.length === 0 && !narrowed) return;
	report(
		{ in: policy, slot: "condition", node: condition.checked.expression },
		{
			message:
				missing.length > 0
					? `\`${policy.name}\` denies some raw payloads and leaves ${missing.map((each) => `\`${each}\``).join(", ")} open`
					: `\`${policy.name}\` denies raw payloads of some sorts and leaves the others open`,
			help: "deny `activity.kind in ['SIGN_RAW_PAYLOAD', 'SIGN_RAW_PAYLOADS']`; allow what is wanted by a narrow ALLOW for others",
		},
	);
}

const readsRaw = (path: string): boolean => path.startsWith("eth.eip_712") || path.startsWith("eth.eip_7702");

/** ALLOWs with conditions on transactions, beside an ALLOW of raw payloads for the same people. */
function besideTransactions({ policies }: Surroundings, report: Report): void {
	const allows = policies.filter((policy) => policy.effect === "EFFECT_ALLOW");
	const denies = policies.filter((policy) => policy.effect === "EFFECT_DENY" && isRawDeny(policy));
	const open = allows.filter((policy) =>
		signingBranches(policy).some((branch) => anyOf(policy.contextsOf(branch), isOpaque) && !branch.literals.some(readsPayload)),
	);
	for (const narrow of allows) {
		const limited = signingBranches(narrow).some((branch) => branch.literals.some(readsPayload));
		if (!limited) continue;
		const wide = open.find((each) => each !== narrow && whoeverSatisfies(narrow.needs, each.needs));
		if (wide === undefined || denies.some((deny) => whoeverSatisfies(narrow.needs, deny.needs))) continue;
		report(
			{ in: narrow },
			{
				message: `what \`${narrow.name}\` asks of transactions can be avoided: \`${wide.name}\` allows the same people raw payloads`,
				help: "narrow that policy to kinds of activities, or deny `activity.kind in ['SIGN_RAW_PAYLOAD', 'SIGN_RAW_PAYLOADS']`",
			},
		);
	}
}

function isRawDeny(policy: LintPolicy): boolean {
	return rawKinds.every((kind) => anyOf(policy.contexts, (context) => isOpaque(context) && context.activity.kind === kind));
}
