// The outbox: what webhook endpoints are yet to be told, and what came of it, in the same file as the activities. It is
// read one row per endpoint at a time, however much is waiting.
import type { Database, Row, Statement } from "../sqlite-driver.js";
import type { Attempt, Delivery, DeliveryState, DeliverySummary, NewDelivery } from "./delivery.js";

/** An endpoint something waits for. */
export interface WaitingEndpoint {
	readonly organization: number;
	readonly endpointId: string;
}

/** Which deliveries are asked for; newest first. */
export interface DeliveryFilter {
	readonly limit: number;
	readonly state?: DeliveryState | undefined;
	/** Only those before this place. */
	readonly before?: number | undefined;
}

export class DeliveryTable {
	readonly #insert: Statement;
	readonly #record: Statement;
	readonly #next: Statement;
	readonly #waiting: Statement;
	readonly #page: Statement;
	readonly #pageOfState: Statement;
	readonly #one: Statement;
	readonly #prune: Statement;

	constructor(database: Database) {
		this.#insert = database.prepare(
			"INSERT INTO delivery (organization, endpoint, event, event_type, activity, body, created_at, state, attempts, due_at, last_attempt) " +
				"VALUES (?, ?, ?, ?, ?, ?, ?, 'PENDING', 0, ?, NULL)",
		);
		this.#record = database.prepare(
			"UPDATE delivery SET state = ?, attempts = ?, due_at = ?, last_attempt = ? WHERE sequence = ?",
		);
		this.#next = database.prepare(
			"SELECT * FROM delivery WHERE state = 'PENDING' AND organization = ? AND endpoint = ? ORDER BY due_at, sequence LIMIT 1",
		);
		// Walks from one endpoint to the next along the index instead of reading all that waits.
		this.#waiting = database.prepare(
			"SELECT organization, endpoint FROM delivery WHERE state = 'PENDING' AND (organization, endpoint) > (?, ?) " +
				"ORDER BY organization, endpoint LIMIT 1",
		);
		const columns =
			"delivery.sequence, event, event_type, activity, endpoint, organization.id AS organization_id, " +
			"created_at, state, attempts, due_at, last_attempt";
		const joined = `SELECT ${columns} FROM delivery JOIN organization ON organization.number = delivery.organization`;
		this.#page = database.prepare(`${joined} WHERE delivery.sequence < ? ORDER BY delivery.sequence DESC LIMIT ?`);
		this.#pageOfState = database.prepare(
			`${joined} WHERE delivery.sequence < ? AND state = ? ORDER BY delivery.sequence DESC LIMIT ?`,
		);
		this.#one = database.prepare(`${joined} WHERE delivery.sequence = ?`);
		this.#prune = database.prepare(
			"DELETE FROM delivery WHERE state <> 'PENDING' AND sequence <= (SELECT max(sequence) FROM delivery) - ?",
		);
	}

	insert(delivery: NewDelivery): void {
		const { organization, endpointId, eventId, eventType, activityId, body, createdAt } = delivery;
		this.#insert.run(organization, endpointId, eventId, eventType, activityId, body, createdAt, createdAt);
	}

	/** Writes down what came of an attempt. */
	record(sequence: number, outcome: Pick<Delivery, "state" | "attempts" | "dueAt" | "lastAttempt">): void {
		const { state, attempts, dueAt, lastAttempt } = outcome;
		this.#record.run(state, attempts, dueAt, lastAttempt === null ? null : JSON.stringify(lastAttempt), sequence);
	}

	/** What is to be sent to an endpoint first; its time may lie ahead. */
	next({ organization, endpointId }: WaitingEndpoint): Delivery | undefined {
		const row = this.#next.get(organization, endpointId);
		return row && { ...summaryOf(row), organization, body: row["body"] as string };
	}

	/** Every endpoint something waits for. */
	waiting(): WaitingEndpoint[] {
		const found: WaitingEndpoint[] = [];
		let last: WaitingEndpoint = { organization: -1, endpointId: "" };
		for (;;) {
			const row = this.#waiting.get(last.organization, last.endpointId);
			if (!row) return found;
			last = { organization: row["organization"] as number, endpointId: row["endpoint"] as string };
			found.push(last);
		}
	}

	/** Newest first. */
	page({ limit, state, before = Number.MAX_SAFE_INTEGER }: DeliveryFilter): DeliverySummary[] {
		const rows = state === undefined ? this.#page.all(before, limit) : this.#pageOfState.all(before, state, limit);
		return rows.map((row) => ({ ...summaryOf(row), organizationId: row["organization_id"] as string }));
	}

	/** The one at this place. */
	withSequence(sequence: number): DeliverySummary | undefined {
		const row = this.#one.get(sequence);
		return row && { ...summaryOf(row), organizationId: row["organization_id"] as string };
	}

	/** Forgets what is over, except among the newest `kept`. */
	prune(kept: number): void {
		this.#prune.run(kept);
	}
}

function summaryOf(row: Row): Omit<DeliverySummary, "organizationId"> {
	const lastAttempt = row["last_attempt"];
	return {
		sequence: row["sequence"] as number,
		eventId: row["event"] as string,
		eventType: row["event_type"] as string,
		activityId: row["activity"] as string,
		endpointId: row["endpoint"] as string,
		createdAt: row["created_at"] as number,
		state: row["state"] as DeliveryState,
		attempts: row["attempts"] as number,
		dueAt: row["due_at"] as number,
		lastAttempt: typeof lastAttempt === "string" ? (JSON.parse(lastAttempt) as Attempt) : null,
	};
}
