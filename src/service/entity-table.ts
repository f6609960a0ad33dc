// The organisations in the store: read whole at the start, then written through, one row per entity.
import type { Change, Entity, Noun, OrganizationEntity } from "./entity.js";
import { Organization } from "./organization.js";
import type { Database, Statement } from "./sqlite-driver.js";

export class EntityTable {
	readonly #database: Database;
	readonly #put: Statement;
	readonly #remove: Statement;
	readonly #addOrganization: Statement;
	readonly #removeOrganization: Statement;
	readonly #lastNumber: Statement;

	constructor(database: Database) {
		this.#database = database;
		this.#put = database.prepare(
			"INSERT INTO entity (organization, noun, id, document) VALUES (?, ?, ?, ?) " +
				"ON CONFLICT (organization, noun, id) DO UPDATE SET document = excluded.document",
		);
		this.#remove = database.prepare("DELETE FROM entity WHERE organization = ? AND noun = ? AND id = ?");
		this.#addOrganization = database.prepare("INSERT INTO organization (number, id) VALUES (?, ?)");
		this.#removeOrganization = database.prepare("DELETE FROM entity WHERE organization = ?");
		this.#lastNumber = database.prepare("SELECT coalesce(max(number), 0) AS number FROM organization");
	}

	/** Every organisation by identifier, entities in order of creation. */
	load(): Map<string, Organization> {
		const organizations = new Map<number, Organization>();
		// An organisation's own entity is always its first, so the organisation exists before anything that belongs to it.
		for (const row of this.#database.prepare("SELECT organization, noun, document FROM entity ORDER BY sequence").all()) {
			const number = row["organization"] as number;
			const noun = row["noun"] as Noun;
			const entity = JSON.parse(row["document"] as string) as Entity;
			if (noun === "organization") organizations.set(number, new Organization(number, entity as OrganizationEntity));
			else organizations.get(number)?.apply({ noun, put: entity } as Change);
		}
		const byId = new Map([...organizations.values()].map((each) => [each.id, each]));
		for (const each of byId.values()) if (each.self.parentId !== null) byId.get(each.self.parentId)?.adopt(each);
		return byId;
	}

	addOrganization(self: OrganizationEntity): Organization {
		const number = Number(this.#lastNumber.get()?.["number"]) + 1;
		this.#addOrganization.run(number, self.id);
		this.write(number, { noun: "organization", put: self });
		return new Organization(number, self);
	}

	/** Everything it consisted of. Its number stays taken: the activity log and the deliveries go by it. */
	removeOrganization(number: number): void {
		this.#removeOrganization.run(number);
	}

	write(organization: number, change: Change): void {
		if ("put" in change) this.#put.run(organization, change.noun, change.put.id, JSON.stringify(change.put));
		else this.#remove.run(organization, change.noun, change.remove);
	}
}
