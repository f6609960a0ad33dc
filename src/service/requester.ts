// A request's sender, proven: who it is, and by which credential.
import type { OrganizationView } from "./organization.js";

/** What a stamp turned out to be, as votes show it. */
export interface ProvenStamp {
	readonly publicKey: string;
	readonly scheme: string;
	readonly signature: string;
}

export interface Requester {
	/** The organisation the request is carried out in. */
	readonly organizationId: string;
	/** The organisation the credential belongs to: the same one, or its parent. */
	readonly homeOrganizationId: string;
	readonly userId: string;
	readonly stamp: ProvenStamp;
	/** The authentication method the stamp proves, and which authenticator, provider or session profile it was. */
	readonly proof: { readonly type: string; readonly id: string };
	/** The profile that limits what may be done; null when nothing does. */
	readonly sessionProfileId: string | null;
	/** Whether the credential is still the user's, in their organisation as it stands. */
	isStillValid(home: OrganizationView): boolean;
}

/** A credential that a stamp names, found in an organisation and not yet believed. */
export interface Claimant extends Omit<Requester, "organizationId" | "homeOrganizationId"> {
	/** Throws a `Refusal` (401) unless the stamp holds over the request's bytes and the credential is valid now. */
	verify(): Promise<void>;
}

/** A stamp that has been read. */
export interface Claim {
	/** Undefined when the organisation has no such credential. */
	claimant(organization: OrganizationView): Claimant | undefined;
	/** What a credential of this kind is called. */
	readonly what: "public key" | "credential ID";
	/** The refusal when nobody has it. */
	unknown(organization: OrganizationView): Error;
}

/** What a claim is read from. */
export interface ClaimRequest {
	/** The header's value. */
	readonly header: string;
	/** The body exactly as received. */
	readonly bytes: Uint8Array;
	/** Milliseconds since the epoch. */
	readonly now: number;
}
