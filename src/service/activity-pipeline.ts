// The way of every write, in this order: authenticate, validate, liveness, identical body, IP allowlist, session scope,
// root quorum and policies, MFA, consensus, execute, persist, notify.
//
// Once the signature is verified nothing waits any more until the activity is written into the open transaction: what was
// looked up is still true when it is acted upon, and requests that arrive together share one commit. A step that must wait
// for the outside world belongs before or after that stretch.
import type { ActivityStatus } from "../api/activity.js";
import { type ActivityName, activityRow } from "../api/operations.js";
import { fingerprintOf } from "../base/digest.js";
import type { JsonObject } from "../base/json.js";
import { checkAddress, checkSessionScope } from "./access.js";
import type { StoredActivity } from "./activity-record.js";
import { assertStillValid, authenticate } from "./authentication.js";
import type { BodyValidation } from "./body-validation.js";
import { Errand, Errands } from "./errand.js";
import type { Execution } from "./handlers/handler.js";
import { newActivityId } from "./identifier.js";
import { proxyRequester } from "./identity/proxy-requester.js";
import { checkLiveness } from "./liveness.js";
import { openSteps } from "./mfa-gate.js";
import type { Notifier } from "./notification.js";
import type { Organization } from "./organization.js";
import { type Decision, denial } from "./policy-engine.js";
import { policyRequestOf } from "./policy-request.js";
import { presentTo } from "./presenter.js";
import { noOrganization, Refusal } from "./refusal.js";
import { readBody } from "./request-body.js";
import type { Requester } from "./requester.js";
import type { ServiceSetting } from "./service-setting.js";
import type { Store } from "./store.js";
import { checkAdmission, executionOf, type IncomingRequest, proofOf, type Submission, takeEffect, voteOf } from "./submission.js";
import { Voting } from "./voting.js";

export class ActivityPipeline {
	readonly #store: Store;
	readonly #setting: ServiceSetting;
	readonly #validation: BodyValidation;
	readonly #notifier: Notifier;
	readonly #voting: Voting;
	readonly #errands = new Errands();
	/** The timestamp of what the proxy did last: equal bodies would be one activity. */
	#lastProxied = 0;

	constructor(store: Store, setting: ServiceSetting, validation: BodyValidation, notifier: Notifier) {
		this.#store = store;
		this.#setting = setting;
		this.#validation = validation;
		this.#notifier = notifier;
		this.#voting = new Voting(store, setting, notifier);
	}

	/** The text to answer with, once everything in it is on disk. Rejects with a `Refusal`. */
	async submit(name: ActivityName, request: IncomingRequest): Promise<string> {
		try {
			return await this.#submit(name, request);
		} catch (error) {
			// A refusal may have left something behind, such as a failed attempt; it too is told when that is on disk.
			await this.#store.settled();
			throw error;
		}
	}

	/**
	 * What the login proxy does in an organisation it serves, on its own authority: neither policies nor MFA policies are
	 * asked, since whoever is logged in proves themselves in the parameters. Resolves to the activity's result once it is on
	 * disk. Rejects with a `Refusal`.
	 */
	async submitForProxy(name: ActivityName, { organizationId, proxyId, parameters }: ProxiedRequest): Promise<JsonObject> {
		const operation = activityRow(name);
		const { type } = operation;
		const now = this.#setting.clock.now();
		this.#lastProxied = Math.max(now, this.#lastProxied + 1);
		const text = JSON.stringify({ type, timestampMs: String(this.#lastProxied), organizationId, parameters });
		const fingerprint = fingerprintOf(Buffer.from(text));
		const requester = proxyRequester(this.#setting.keys, organizationId, proxyId, text);
		const asked = { name, operation, requester, parameters, fingerprint, text, now };
		try {
			const { activity } = await this.#follow({
				...asked,
				...this.#parties(requester),
				address: undefined,
				proxied: true,
				errand: undefined,
				messages: [],
			});
			return activity.result?.[operation.resultKey] as JsonObject;
		} catch (error) {
			await this.#store.settled();
			throw error;
		}
	}

	async #submit(name: ActivityName, request: IncomingRequest): Promise<string> {
		const submission = await this.#receive(name, request);
		const { answer } = await this.#follow(submission, (organization, activity) => {
			const record = presentTo(this.#setting, organization, activity, submission.requester.userId);
			return JSON.stringify({ activity: record });
		});
		return answer;
	}

	/** Carries an activity out, waiting for what it has to wait for, until it is on disk; `present` is asked before that. */
	async #follow(
		received: Submission,
		present: (organization: Organization, activity: StoredActivity) => string = () => "",
	): Promise<{ readonly activity: StoredActivity; readonly answer: string }> {
		let submission = received;
		let activity = this.#carryOut(submission);
		while (activity instanceof Errand) {
			const errand = await this.#errands.run(activity);
			submission = { ...submission, ...this.#parties(submission.requester), errand };
			activity = this.#carryOut(submission);
		}
		const answer = present(submission.organization, activity);
		await this.#store.settled();
		for (const message of submission.messages) this.#setting.postman.deliver(message);
		return { activity, answer };
	}

	async #receive(name: ActivityName, { headers, bytes, address }: IncomingRequest): Promise<Submission> {
		const operation = activityRow(name);
		const body = readBody(bytes);
		const validate = await this.#validation.validatorFor(operation);
		const received = { name, form: "activity", headers, bytes, body, now: this.#setting.clock.now() } as const;
		const organizations = { organization: (id: string) => this.#store.organization(id) };
		const requester = await authenticate({ ...received, ...organizations }, this.#setting);
		validate(body.value);
		const now = this.#setting.clock.now();
		checkLiveness(body.value["timestampMs"] as string, now, this.#setting.limits);
		return {
			name,
			operation,
			...this.#parties(requester),
			requester,
			parameters: body.value["parameters"] as JsonObject,
			fingerprint: fingerprintOf(bytes),
			text: body.text,
			address,
			now,
			proxied: false,
			errand: undefined,
			messages: [],
		};
	}

	/** Looked up again after every step that took a moment, in which the credential may have gone. */
	#parties(requester: Requester): Pick<Submission, "organization" | "home"> {
		const home = assertStillValid(requester, this.#store.organization(requester.homeOrganizationId));
		const organization = this.#store.organization(requester.organizationId);
		if (!organization) throw noOrganization();
		return { home, organization };
	}

	#carryOut(submission: Submission): StoredActivity | Errand {
		switch (submission.name) {
			case "approve_activity":
				return this.#voting.vote(submission, "VOTE_SELECTION_APPROVED");
			case "reject_activity":
				return this.#voting.vote(submission, "VOTE_SELECTION_REJECTED");
			default: {
				const { organization, fingerprint } = submission;
				const existing = this.#store.activities.withFingerprint(organization.number, fingerprint);
				return existing ? this.#voting.resubmitted(submission, existing) : this.#create(submission);
			}
		}
	}

	#create(submission: Submission): StoredActivity | Errand {
		const { organization, home, now } = submission;
		const submitted = newActivity(submission);
		checkAdmission(this.#setting, organization, submitted, now);
		const { status, evaluations } = submission.proxied ? UNQUESTIONED : this.#judge(submission, submitted);
		// Worked out also when it must wait, and then thrown away: what cannot be done is refused at once.
		const execution = executionOf(this.#setting, organization, submitted, submission);
		const vote = voteOf(submission, "VOTE_SELECTION_APPROVED", { onOwnBody: true, evaluations });
		if (status !== "ACTIVITY_STATUS_COMPLETED" && home !== organization) throw cannotWait();
		if (status !== "ACTIVITY_STATUS_COMPLETED") return this.#insert(submission, { ...submitted, status, votes: [vote] });
		if (execution instanceof Errand) return execution;
		if (execution.refusal) {
			takeEffect(this.#store, submission, execution);
			throw execution.refusal;
		}
		return this.#insert(submission, { ...submitted, status, votes: [vote], result: execution.result }, execution);
	}

	/** What its sender may make of it. Throws a `Refusal` (403) when they may not even ask. */
	#judge({ home, requester, address, now }: Submission, submitted: StoredActivity): Judgement {
		const { engine } = this.#setting;
		checkAddress(home, requester, address);
		const { userId, stamp } = requester;
		const request = policyRequestOf(home, submitted, now);
		checkSessionScope(engine, requester, request);
		const decision = engine.decide(request, [{ userId, publicKey: stamp.publicKey }]);
		if (decision.outcome === "deny-explicit" || decision.outcome === "deny-implicit") throw denial(decision);
		const status = statusOf(decision, openSteps(this.#setting, home, submitted, userId, now));
		return { status, evaluations: decision.evaluations };
	}

	#insert(submission: Submission, activity: StoredActivity, execution?: Execution): StoredActivity {
		const { organization } = submission;
		this.#store.insert(organization, activity, []);
		if (execution) takeEffect(this.#store, submission, execution);
		this.#notifier.activityChanged(organization, activity);
		return activity;
	}
}

/** What the login proxy does, where, and under which configuration. */
export interface ProxiedRequest {
	readonly organizationId: string;
	readonly proxyId: string;
	readonly parameters: JsonObject;
}

interface Judgement {
	readonly status: ActivityStatus;
	readonly evaluations: Decision["evaluations"];
}

const UNQUESTIONED: Judgement = { status: "ACTIVITY_STATUS_COMPLETED", evaluations: [] };

/** A submitter proves first who they are, then others are asked. */
function statusOf(decision: Decision, open: readonly unknown[]): ActivityStatus {
	if (open.length > 0) return "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED";
	return decision.outcome === "allow" ? "ACTIVITY_STATUS_COMPLETED" : "ACTIVITY_STATUS_CONSENSUS_NEEDED";
}

/** Nobody of the parent could vote on it in the sub-organisation it is in. */
function cannotWait(): Refusal {
	return new Refusal("FailedPrecondition", "what a parent's user does in a sub-organization cannot wait for further approvals");
}

/** An activity as it is before anything is decided about it. */
function newActivity(submission: Submission): StoredActivity {
	const { organization, operation, requester, parameters, fingerprint, text, now } = submission;
	return {
		id: newActivityId(now),
		organizationId: organization.id,
		type: operation.type,
		status: "ACTIVITY_STATUS_CREATED",
		fingerprint,
		body: text,
		parameters,
		createdAt: now,
		updatedAt: now,
		requester: { userId: requester.userId, publicKey: requester.stamp.publicKey },
		intentKey: operation.intentKey,
		votes: [],
		lapsedVotes: [],
		proofs: [proofOf(submission)],
		result: null,
		failure: null,
	};
}
