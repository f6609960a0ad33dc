// Why a request is decided as it is, for a terminal or a log: who asks for what, the outcome, then policy by policy what they
// say and which part of them makes it so.
import type {
	DecisionView,
	Explanation,
	MfaView,
	NamedUser,
	NeededVotes,
	OutcomeChange,
	PolicyView,
} from "../model/explanation.js";
import type { Palette } from "./palette.js";
import { policyOutcomeText } from "./policy-outcome.js";
import { oneLine } from "./printable.js";

export function explanationText(explanation: Explanation, palette: Palette): string {
	const { request, decisions, notes } = explanation;
	const lines = [
		palette.strong(oneLine(request.type)),
		`  asked by ${userText(request.by)}${request.approvals.length === 0 ? "" : `, approved by ${request.approvals.map(userText).join(", ")}`}; decided at ${request.at}`,
		...(request.activity_id === undefined ? [] : [`  activity ${request.activity_id}, ${oneLine(request.status ?? "")}`]),
		"",
	];
	if (explanation.changes !== undefined) lines.push(...changeLines(explanation, palette), "");
	const same = indifferent(explanation);
	for (const decision of decisions) lines.push(...decisionLines(decision, palette, same), "");
	if (same !== undefined && same.size > 0) {
		lines.push(
			`${same.size} other ${same.size === 1 ? "policy makes" : "policies make"} no difference; \`--json\` has them.`,
			"",
		);
	}
	for (const note of notes) lines.push(`${palette.warning("Note:")} ${oneLine(note)}`);
	if (notes.length === 0) lines.pop();
	return `${lines.join("\n")}\n`;
}

/** With a plan: the policies that neither decide nor change what is said. Undefined without one. */
function indifferent(explanation: Explanation): ReadonlySet<string> | undefined {
	if (explanation.changes === undefined) return undefined;
	const told = new Set(tellingChanges(explanation).map((each) => each.address));
	const all = explanation.decisions.flatMap((decision) => decision.policies);
	for (const policy of all) if (policy.decides) told.add(policy.address);
	return new Set(all.map((each) => each.address).filter((address) => !told.has(address)));
}

/** A policy that comes or goes and does not apply says what it said when it was not there. */
function tellingChanges({ changes = [] }: Explanation): readonly OutcomeChange[] {
	const silent = (outcome: string | undefined): boolean =>
		outcome === undefined || outcome === "OUTCOME_DENY_IMPLICIT" || outcome === "OUTCOME_TIME_INACTIVE";
	return changes.filter((each) => !silent(each.before) || !silent(each.after));
}

function changeLines(explanation: Explanation, palette: Palette): string[] {
	const { outcome_changes, decisions } = explanation;
	const [before, after] = decisions;
	if (before === undefined || after === undefined) return [];
	const whole =
		outcome_changes === true
			? palette.change(`The plan changes this: ${outcomeSentence(before)} Then: ${outcomeSentence(after)}`)
			: "The plan does not change the outcome.";
	return [
		palette.strong(whole),
		...tellingChanges(explanation).map(
			(each) =>
				`  ${palette.change("~")} ${oneLine(each.address)}: ${each.before === undefined ? "not there" : policyOutcomeText(each.before)} -> ${each.after === undefined ? "not there" : policyOutcomeText(each.after)}`,
		),
	];
}

const HEADINGS: Readonly<Record<DecisionView["of"], string>> = {
	manifests: "With the manifests",
	live: "With the policies in force",
	before: "Before the plan",
	after: "After the plan",
};

/** `hidden`: with a plan, policies that are not worth showing on both sides. */
function decisionLines(decision: DecisionView, palette: Palette, hidden: ReadonlySet<string> | undefined): string[] {
	const paint =
		decision.outcome === "allow" ? palette.add : decision.outcome === "needs-consensus" ? palette.warning : palette.error;
	const lines = [`${decision.of !== "live" ? `${HEADINGS[decision.of]}: ` : ""}${paint(outcomeSentence(decision))}`];
	if (decision.not_asked === "root-quorum-only") lines.push("  Policies are not asked about this.");
	if (decision.not_asked === "root-quorum-satisfied")
		lines.push("  Policies are not asked where enough of the root quorum approve.");
	if (decision.outcome === "deny-explicit")
		lines.push("  The root quorum is bound by no DENY; what is denied does not wait for it.");
	lines.push(...needLines(decision.needs));
	if (decision.outcome === "allow" || decision.outcome === "needs-consensus") lines.push(...mfaLines(decision.mfa, palette));
	const shown = decision.policies.filter((each) => hidden?.has(each.address) !== true);
	for (const [heading, policies] of groups(shown, decision.unread)) {
		if (policies.length === 0) continue;
		lines.push("", palette.strong(heading));
		for (const policy of policies) lines.push(...policyLines(policy, palette));
	}
	return lines;
}

/** What decides first, then what might have. */
function groups(
	policies: readonly PolicyView[],
	unread: DecisionView["unread"] = [],
): readonly (readonly [string, readonly PolicyView[]])[] {
	const others = policies.filter((each) => !each.decides);
	const applies = (each: PolicyView): boolean =>
		each.outcome === "OUTCOME_ALLOW" || each.outcome === "OUTCOME_DENY_EXPLICIT" || each.outcome === "OUTCOME_REQUIRES_CONSENSUS";
	const unknown = (each: PolicyView): boolean =>
		each.outcome === "OUTCOME_ERROR" && unread.some(({ address }) => address === each.address);
	const failed = (each: PolicyView): boolean => each.outcome === "OUTCOME_ERROR" && !unknown(each);
	return [
		["Decided by:", policies.filter((each) => each.decides)],
		["Applies, and decides nothing:", others.filter(applies)],
		["Reads what could not be read here, so what it says is not known:", others.filter(unknown)],
		["Cannot be evaluated, so it neither allows nor denies:", others.filter(failed)],
		["Does not apply:", others.filter((each) => !applies(each) && !failed(each) && !unknown(each))],
	];
}

function policyLines(policy: PolicyView, palette: Palette): string[] {
	const { address, effect, outcome, source } = policy;
	const aside = ASIDES[outcome] === undefined ? "" : `: ${ASIDES[outcome]}`;
	const place = source === undefined ? "" : palette.faint(`  ${oneLine(source.file)}:${source.line}`);
	const reasons = tellingReasons(policy);
	return [
		`  ${mark(outcome, palette)} ${effect === "EFFECT_ALLOW" ? "allow" : "deny "} ${palette.strong(oneLine(address))}${aside}${place}`,
		...(reasons.length === 0 && outcome !== "OUTCOME_DENY_IMPLICIT" ? ["      asks for nothing"] : []),
		...reasons.map(({ slot, message }) => `      ${slot}: ${oneLine(message)}`),
	];
}

/** What the heading above does not say. */
const ASIDES: Readonly<Record<string, string>> = {
	OUTCOME_REQUIRES_CONSENSUS: "needs more approvals",
	OUTCOME_TIME_INACTIVE: "is not active at that time",
};

function mark(outcome: string, palette: Palette): string {
	switch (outcome) {
		case "OUTCOME_ALLOW":
			return palette.add("+");
		case "OUTCOME_DENY_EXPLICIT":
			return palette.remove("-");
		case "OUTCOME_ERROR":
			return palette.error("!");
		case "OUTCOME_REQUIRES_CONSENSUS":
			return palette.warning("?");
		default:
			return palette.faint(".");
	}
}

/** Who approves says nothing about a policy that is not about the request. */
function tellingReasons({ outcome, reasons }: PolicyView): PolicyView["reasons"] {
	const unconcerned = outcome === "OUTCOME_DENY_IMPLICIT" && reasons.some((each) => each.slot === "condition");
	return unconcerned ? reasons.filter((each) => each.slot !== "consensus") : reasons;
}

function needLines(ways: readonly (readonly NeededVotes[])[]): string[] {
	return ways.map((way, index) => {
		const bound = way.some((each) => each.of === "root-quorum") ? ", which no DENY binds" : "";
		return `  ${index === 0 ? "needs" : "   or"} ${wayText(way, bound)}`;
	});
}

/** `1 of bob, carol and 1 of erin`, or `of the root quorum: 1 of root, rita`, of which `about` says more. */
function wayText(way: readonly NeededVotes[], about = ""): string {
	const people = way.map(({ count, users }) => `${count} of ${users.map(userText).join(", ")}`).join(" and ");
	return way.some((each) => each.of === "root-quorum") ? `of the root quorum${about}: ${people}` : people;
}

/** The first way that policies ask for, whether there are others, and the root quorum's; undefined when nothing is missing. */
export function needsSentence({ needs }: DecisionView): string | undefined {
	const byRoots = needs.filter((way) => way.some((each) => each.of === "root-quorum"));
	const byPolicies = needs.filter((way) => !byRoots.includes(way));
	const [first] = byPolicies;
	const texts = [...(first === undefined ? [] : [wayText(first)]), ...byRoots.map((way) => wayText(way))];
	if (texts.length === 0) return undefined;
	return `Needs ${texts.join(", or ")}${byPolicies.length > 1 ? ", or others" : ""}.`;
}

function mfaLines({ address, steps, skipped }: MfaView, palette: Palette): string[] {
	const lines = skipped.map(
		(each) =>
			`  ${palette.warning("!")} ${oneLine(each.address)} cannot be evaluated and does not bind: ${oneLine(each.message)}`,
	);
	if (address === undefined) return lines;
	const methods = steps.map((step) =>
		step.any.map(({ type, id }) => `${type}${id === undefined ? "" : ` ${oneLine(id)}`}`).join(" or "),
	);
	return [...lines, `  second factor: ${oneLine(address)} asks for ${methods.join(", then ")}`];
}

/** The outcome and whom it is owed to, in one sentence; not as if it were certain where it is not. */
export function outcomeSentence(decision: DecisionView): string {
	const sentence = certainSentence(decision);
	return decision.uncertain === true ? `Not certain, as far as it could be read: ${sentence}` : sentence;
}

function certainSentence({ outcome, decided_by, policies, not_asked }: DecisionView): string {
	const deciders = policies.filter((each) => each.decides).map((each) => oneLine(each.address));
	const by = deciders.length === 0 ? "" : ` by ${deciders.join(", ")}`;
	switch (outcome) {
		case "allow":
			if (decided_by === "root-quorum") return "Allowed by the root quorum.";
			return decided_by === "implicit-permission"
				? "Allowed: it is the asker's own, and no policy speaks about it."
				: `Allowed${by}.`;
		case "deny-explicit":
			return `Denied${by}.`;
		case "needs-consensus":
			return decided_by === "root-quorum"
				? "Waits for the root quorum."
				: `Waits for approvals${by === "" ? "" : `, asked for${by}`}.`;
		default:
			return not_asked === "root-quorum-only" ? "Denied: only the root quorum may do this." : "Denied: no policy allows it.";
	}
}

function userText({ id, name }: NamedUser): string {
	return oneLine(name ?? id);
}
