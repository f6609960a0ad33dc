// What clients have asked of a service that keeps being killed, what they were told, and what must therefore be there when
// it is back: the model that its log and its lists are compared with.
import { createHash } from "node:crypto";
import { expect } from "@jest/globals";
import { type ActivityName, operations } from "../../src/api/operations.js";
import type { Answer, TestClient } from "./service-client.js";

/** Alice and bob are the root quorum, of which both are needed; carol may do everything on her own. */
export const DURABILITY_SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 2, users: [alice, bob] }
  users:
    - { name: alice }
    - { name: bob }
    - { name: carol, id: 00000000-0000-4000-8000-00000000000c }
  policies:
    - name: carol alone
      effect: EFFECT_ALLOW
      consensus: approvers.any(user, user.id == '00000000-0000-4000-8000-00000000000c')
`;

type User = "alice" | "bob" | "carol";
export type Clients = Readonly<Record<User, TestClient>>;

interface Asked {
	readonly who: User;
	readonly name: ActivityName;
	readonly body: string;
	readonly fingerprint: string;
	/** The fingerprint voted on. */
	readonly votesOn: string | undefined;
}

const PENDING = "ACTIVITY_STATUS_CONSENSUS_NEEDED";
const PAGE = 100;

export class DurabilityModel {
	readonly #random: () => number;
	/** By fingerprint: everything that makes an activity, and what there is no answer to yet. */
	readonly #submitted = new Map<string, Asked>();
	readonly #unanswered = new Map<string, Asked>();
	/** What is yet to be asked again, after a kill. */
	#again: Asked[] = [];
	/** Activities as clients were last told about them, and as the service last showed them, oldest first. */
	readonly #told = new Map<string, Answer>();
	readonly #log = new Map<string, Answer>();
	readonly #votedOn = new Set<string>();
	readonly #endpoints: string[] = [];
	readonly #batches: (readonly string[])[] = [];
	readonly #proposals: string[] = [];
	#serial = 0;

	/** `seed`: the same number, the same choices. */
	constructor(seed: number) {
		let state = seed;
		this.#random = () => {
			state = (Math.imul(state, 1664525) + 1013904223) | 0;
			return (state >>> 8) / 2 ** 24;
		};
	}

	/** A whole number below `limit`. */
	below(limit: number): number {
		return Math.floor(this.#random() * limit);
	}

	/** How many activities somebody was told about. */
	get acknowledged(): number {
		return this.#told.size;
	}

	/** The next request: first those that were lost, byte for byte, then new ones. Rejects when the service is gone. */
	async ask(clients: Clients): Promise<void> {
		const asked = this.#again.pop() ?? this.#next(clients);
		const reply = await clients[asked.who].post(operations[asked.name].path, asked.body);
		if (reply.status !== 200) throw new Error(`${asked.body}: ${reply.status} ${JSON.stringify(reply.body)}`);
		this.#unanswered.delete(asked.fingerprint);
		this.#learn(asked, reply.body.activity);
	}

	/** The service is gone: whatever has no answer is asked again. */
	interrupted(): void {
		this.#again = [...this.#unanswered.values()];
	}

	/** Asks everything again that has no answer. */
	async catchUp(clients: Clients): Promise<void> {
		while (this.#again.length > 0) await this.ask(clients);
		expect([...this.#unanswered]).toEqual([]);
	}

	/** Compares the service with what must be there; `whole` reads the log from its beginning and not only what is new. */
	async check(clients: Clients, whole: boolean): Promise<void> {
		const found = whole ? await newer(clients.carol, undefined) : await newer(clients.carol, [...this.#log.keys()].at(-1));
		if (whole) expect([...this.#log.keys()].filter((id) => !found.some((each) => each.id === id))).toEqual([]);
		else for (const each of found) expect(this.#log.has(each.id)).toBe(false);
		for (const activity of found) this.#log.set(activity.id, activity);
		for (const { id } of [...this.#log.values()].filter((each) => each.status === PENDING)) {
			this.#log.set(id, (await clients.carol.query("get_activity", { activityId: id })).activity);
		}
		expect(found.map((each) => each.id)).toHaveLength(new Set(found.map((each) => each.id)).size);
		this.#compareLog(whole ? found : [...this.#log.values()]);
		await this.#compareLists(clients.carol);
	}

	#compareLog(log: readonly Answer[]): void {
		const fingerprints = new Set(log.map((each) => each.fingerprint));
		expect(fingerprints.size).toBe(log.length);
		const lost = [...this.#told.values()].filter((told) => {
			const kept = this.#log.get(told.id);
			if (kept === undefined || kept.fingerprint !== told.fingerprint) return true;
			// What was told as final stays as it was; what waited goes on waiting unless somebody has voted since.
			if (told.status === PENDING && this.#votedOn.has(told.fingerprint)) return false;
			return kept.status !== told.status || JSON.stringify(kept.result) !== JSON.stringify(told.result);
		});
		expect(lost).toEqual([]);
		const strange = log.filter(({ fingerprint, status, votes }) => {
			const asked = this.#submitted.get(fingerprint);
			if (asked === undefined) return true;
			if (asked.who === "carol") return status !== "ACTIVITY_STATUS_COMPLETED" || votes.length !== 1;
			if (status === PENDING) return votes.length !== 1;
			return votes.length !== 2 || !this.#votedOn.has(fingerprint);
		});
		expect(strange).toEqual([]);
	}

	/** What the lists show is what the activities that were carried out have made and not deleted, and nothing else. */
	async #compareLists(client: TestClient): Promise<void> {
		const endpoints = new Map<string, string>();
		const policies = new Map<string, string>();
		const tags = new Map<string, string>();
		for (const { status, result, fingerprint } of this.#log.values()) {
			if (status !== "ACTIVITY_STATUS_COMPLETED") continue;
			const { name, body } = this.#submitted.get(fingerprint) as Asked;
			const { parameters } = JSON.parse(body);
			if (name === "create_webhook_endpoint") endpoints.set(result.createWebhookEndpointResult.endpointId, parameters.name);
			if (name === "delete_webhook_endpoint") endpoints.delete(parameters.endpointId);
			if (name === "create_policies") {
				const ids: string[] = result.createPoliciesResult.policyIds;
				for (const [index, id] of ids.entries()) policies.set(id, parameters.policies[index].policyName);
			}
			if (name === "delete_policies") for (const id of parameters.policyIds) policies.delete(id);
			if (name === "create_private_key_tag")
				tags.set(result.createPrivateKeyTagResult.privateKeyTagId, parameters.privateKeyTagName);
		}
		const listed = {
			endpoints: (await client.query("list_webhook_endpoints")).webhookEndpoints.map((each: Answer) => [
				each.endpointId,
				each.name,
			]),
			policies: (await client.query("list_policies")).policies.map((each: Answer) => [each.policyId, each.policyName]),
			tags: (await client.query("list_private_key_tags")).privateKeyTags.map((each: Answer) => [each.tagId, each.tagName]),
		};
		expect(new Map(listed.endpoints)).toEqual(endpoints);
		expect(new Map(listed.policies.filter(([, name]: readonly [string, string]) => name !== "carol alone"))).toEqual(policies);
		expect(new Map(listed.tags)).toEqual(tags);
		expect([listed.endpoints.length, listed.policies.length - 1, listed.tags.length]).toEqual([
			endpoints.size,
			policies.size,
			tags.size,
		]);
	}

	#next(clients: Clients): Asked {
		this.#serial += 1;
		const { who, name, parameters, votesOn } = this.#choose();
		const body = clients[who].body(name, parameters);
		const fingerprint = `sha256:${createHash("sha256").update(body).digest("hex")}`;
		const asked = { who, name, body, fingerprint, votesOn };
		if (votesOn === undefined) this.#submitted.set(fingerprint, asked);
		else this.#votedOn.add(votesOn);
		this.#unanswered.set(fingerprint, asked);
		return asked;
	}

	/** What is used up by a request is taken out of the lists at once, so that no two requests want the same. */
	#choose(): { who: User; name: ActivityName; parameters: object; votesOn?: string } {
		const serial = this.#serial;
		const choice = this.below(100);
		if (choice < 25) {
			const [endpointId] = this.#endpoints.splice(this.below(this.#endpoints.length), 1);
			if (endpointId !== undefined) return { who: "carol", name: "delete_webhook_endpoint", parameters: { endpointId } };
		} else if (choice < 35) {
			const [policyIds] = this.#batches.splice(this.below(this.#batches.length), 1);
			if (policyIds) return { who: "carol", name: "delete_policies", parameters: { policyIds } };
		} else if (choice < 45) {
			const one = (index: number) => ({
				policyName: `policy ${serial} ${index}`,
				effect: "EFFECT_DENY",
				condition: "1 == 2",
				notes: "",
			});
			const policies = Array.from({ length: 1 + this.below(4) }, (_, index) => one(index));
			return { who: "carol", name: "create_policies", parameters: { policies } };
		} else if (choice < 60) {
			const parameters = { privateKeyTagName: `tag ${serial}`, privateKeyIds: [] };
			return { who: "alice", name: "create_private_key_tag", parameters };
		} else if (choice < 72) {
			const [votesOn] = this.#proposals.splice(this.below(this.#proposals.length), 1);
			const name = this.below(4) === 0 ? "reject_activity" : "approve_activity";
			if (votesOn !== undefined) return { who: "bob", name, parameters: { fingerprint: votesOn }, votesOn };
		}
		const parameters = { name: `endpoint ${serial}`, url: `https://hooks.example.com/${serial}` };
		return { who: "carol", name: "create_webhook_endpoint", parameters };
	}

	#learn({ name, votesOn, fingerprint }: Asked, activity: Answer): void {
		this.#told.set(activity.id, activity);
		const { status, result } = activity;
		if (votesOn !== undefined) {
			const expected = name === "reject_activity" ? "ACTIVITY_STATUS_REJECTED" : "ACTIVITY_STATUS_COMPLETED";
			expect([activity.fingerprint, status, activity.failure]).toEqual([votesOn, expected, null]);
			return;
		}
		expect(activity.fingerprint).toBe(fingerprint);
		if (name === "create_private_key_tag") this.#proposals.push(fingerprint);
		if (name === "create_webhook_endpoint") this.#endpoints.push(result.createWebhookEndpointResult.endpointId);
		if (name === "create_policies") this.#batches.push(result.createPoliciesResult.policyIds);
	}
}

/** What is in the log after an activity, or all of it, oldest first. */
async function newer(client: TestClient, than: string | undefined): Promise<Answer[]> {
	const pages: Answer[] = [];
	for (let from = than; ; ) {
		const paginationOptions = {
			limit: String(PAGE),
			...(from === undefined ? {} : than === undefined ? { after: from } : { before: from }),
		};
		const { activities } = await client.query("list_activities", { paginationOptions });
		if (activities.length === 0) break;
		// `before` gives the page in front of an activity, `after` the one behind it; both newest first.
		if (than === undefined) pages.push(...activities);
		else pages.unshift(...activities);
		from = than === undefined ? activities.at(-1).id : activities[0].id;
	}
	return pages.reverse();
}
