// The policies a request is put to and the organisation it is made in: from the manifests, the live organisation, or a saved
// plan. Holds a read-only connection, and none where everything is in files.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { QueryPort } from "../api/port.js";
import { didYouMean } from "../diagnostics/suggestion.js";
import { afterPlan } from "../explain/after-plan.js";
import type { AskedPolicies, SourcedResource } from "../explain/decision-view.js";
import { kinds } from "../kinds/all.js";
import { memoise } from "../kinds/reader.js";
import { takeSnapshot } from "../kinds/snapshot.js";
import { readLooseDocuments } from "../manifest/loose-documents.js";
import type { Organization } from "../model/organization.js";
import type { Live } from "../model/resource.js";
import { withDeclaredTags } from "../request/declared-tags.js";
import { identifiersByAddress } from "../request/named-identifier.js";
import { type OrganizationText, readOrganization } from "../request/organization-text.js";
import { policySetOf } from "../request/policy-set.js";
import { type ConnectionOptions, openReader } from "./connection.js";
import type { Context } from "./context.js";
import { EXIT } from "./exit-code.js";
import { type Inputs, readValidManifests } from "./inputs.js";
import { readLiveOrganization } from "./live-organization.js";
import { Refusal } from "./refusal.js";
import { readPlanFile } from "./saved-plan.js";

export interface DecisionOptions extends ConnectionOptions {
	/** `live`, `manifests`, or the file of a saved plan. */
	readonly against?: string;
	/** A seed that describes the people and keys, in place of the live ones. */
	readonly organization?: string;
}

/** Policies and the organisation around them; with a plan there are two, before and after. */
export interface DecisionSource {
	readonly organization: Organization;
	readonly asked: AskedPolicies;
}

export interface DecisionSources {
	readonly sources: readonly [DecisionSource, ...DecisionSource[]];
	/** What is not known, in words. */
	readonly notes: readonly string[];
	/** Absent when nothing was asked of the service. */
	readonly port?: QueryPort;
	close(): Promise<void>;
}

/** Opens them; whoever does closes them. Refuses with everything that is wrong. */
export async function openDecisionSources(context: Context, options: DecisionOptions, inputs: Inputs): Promise<DecisionSources> {
	const against = options.against ?? (options.organization === undefined ? "live" : "manifests");
	checkAgainst(context, against);
	if (options.organization !== undefined) {
		if (against !== "manifests") throw notWithOrganization(against);
		const organization = await readOrganizationFile(context, options.organization);
		return { ...(await fromManifests(context, options, inputs, organization)), close: async () => undefined };
	}
	// What is wrong with files is told before anything is asked of the service.
	const loaded = against === "manifests" ? await readValidManifests(context, options, inputs) : undefined;
	const plan = against === "manifests" || against === "live" ? undefined : await readPlanFile(context, against);
	const connection = await openReader(context, options, inputs);
	try {
		const port = memoise(connection.port);
		const organization = await readLiveOrganization(port);
		const opened = { port, close: () => connection.close() };
		if (loaded !== undefined) return { ...opened, ...manifestSources(organization, loaded.desired, inputs) };
		const live = await readLivePolicies(port);
		const now = sourceOf("live", live, organization, inputs);
		if (plan === undefined) return { ...opened, sources: [now], notes: [] };
		const after = afterPlan(plan, live, organization);
		if (plan.base.organization_id !== connection.organizationId || after.moved.length > 0) throw stale(against, after.moved);
		const notes = after.blocked.map((address) => `the plan cannot change \`${address}\`, so it is as before`);
		const before: DecisionSource = { ...now, asked: { ...now.asked, of: "before" } };
		return { ...opened, sources: [before, sourceOf("after", after.resources, after.organization, inputs)], notes };
	} catch (problem) {
		await connection.close();
		throw problem;
	}
}

async function fromManifests(
	context: Context,
	options: DecisionOptions,
	inputs: Inputs,
	organization: Organization,
): Promise<Pick<DecisionSources, "sources" | "notes">> {
	const { desired } = await readValidManifests(context, options, inputs);
	return manifestSources(organization, desired, inputs);
}

function manifestSources(
	organization: Organization,
	desired: Awaited<ReturnType<typeof readValidManifests>>["desired"],
	inputs: Inputs,
): Pick<DecisionSources, "sources" | "notes"> {
	const present = desired.filter((each) => each.state === "present");
	const source = sourceOf("manifests", present, withDeclaredTags(organization, present), inputs);
	const notes = source.asked.set.unresolved.map(
		({ address, reference }) =>
			`\`${address}\` refers to \`${reference.address}\`, which the organisation does not have: nothing equals it`,
	);
	return { sources: [source], notes: [...new Set(notes)].sort() };
}

function sourceOf(
	of: AskedPolicies["of"],
	resources: readonly SourcedResource[],
	organization: Organization,
	{ environment }: Inputs,
): DecisionSource {
	const identifiers = new Map([...identifiersByAddress(organization), ...Object.entries(environment.identifiers)]);
	return { organization, asked: { of, resources, set: policySetOf(resources, identifiers) } };
}

async function readLivePolicies(port: QueryPort): Promise<readonly Live[]> {
	const wanted = kinds.filter(({ name }) => name === "Policy" || name === "MfaPolicy" || name === "PrivateKeyTag");
	const { readings } = await takeSnapshot(port, {
		kinds: wanted,
		desired: [],
		recorded: [],
		exclusive: new Set(wanted.map(({ name }) => name)),
		identifiers: {},
	});
	const unread = [...readings].filter(([, reading]) => reading.completeness !== "read");
	if (unread.length > 0) {
		throw new Refusal(EXIT.error, [
			{
				code: "Q7202",
				severity: "error",
				message: "the policies in force cannot be read whole, and who may do what depends on all of them",
				notes: unread.map(([kind, reading]) => `${kind}: ${reading.reason ?? reading.completeness}`).sort(),
				help: "use a profile that offers it, and an API key that may read it",
			},
		]);
	}
	return [...readings.values()].flatMap((reading) => reading.live);
}

/** The organisation in a seed. */
async function readOrganizationFile(context: Context, path: string): Promise<Organization> {
	const { documents, diagnostics } = await readLooseDocuments(context.cwd, path, { Organization: "seed.schema.json" });
	const [document] = documents;
	if (document === undefined || diagnostics.some((each) => each.severity === "error"))
		throw new Refusal(EXIT.invalid, diagnostics);
	const { organization, problems } = readOrganization(document.value["spec"] as OrganizationText);
	if (problems.length === 0) return organization;
	throw new Refusal(
		EXIT.invalid,
		problems.map(({ path: at, about, ...problem }) => ({
			...problem,
			severity: "error",
			span: document.span(["spec", ...at], about),
		})),
	);
}

/** A word that is nearly one of ours, and no file, is a slip. */
function checkAgainst(context: Context, against: string): void {
	if (WORDS.includes(against) || existsSync(resolve(context.cwd, against))) return;
	const help = didYouMean(against, WORDS);
	if (help === undefined) return;
	throw new Refusal(EXIT.error, [
		{
			code: "Q7207",
			severity: "error",
			message: `\`--against ${against}\` is neither \`live\` nor \`manifests\` nor the file of a plan`,
			help,
		},
	]);
}

const WORDS: readonly string[] = ["live", "manifests"];

function notWithOrganization(against: string): Refusal {
	return new Refusal(EXIT.error, [
		{
			code: "Q7203",
			severity: "error",
			message: `\`--organization\` describes the people and keys, and \`--against ${against}\` reads them from the service`,
			help: "leave one of the two out; with `--organization` the manifests are asked",
		},
	]);
}

function stale(path: string, moved: readonly string[]): Refusal {
	return new Refusal(EXIT.stale, [
		{
			code: "Q6201",
			severity: "error",
			message:
				moved.length === 0
					? `the plan \`${path}\` is for another organisation`
					: `the plan \`${path}\` was made when ${moved.map((each) => `\`${each}\``).join(", ")} ${moved.length === 1 ? "was" : "were"} otherwise`,
			help: "plan again with `quorate plan --out FILE`",
		},
	]);
}
