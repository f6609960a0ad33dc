// The organisation around its policies: who and what an expression can name. From the live service, from a test's fixtures,
// or not known at all; a list that is absent was not read, and nothing is concluded from it.

export interface OrganizationCredential {
	readonly id: string;
	readonly name: string;
	/** As policies see it: `CREDENTIAL_TYPE_API_KEY_P256`. */
	readonly type: string;
	readonly publicKey: string;
	/** WebAuthn credential identifier, of a passkey. */
	readonly credentialId?: string;
}

export interface OrganizationUser {
	readonly id: string;
	readonly name: string;
	readonly tagIds: readonly string[];
	readonly email?: string;
	readonly phoneNumber?: string;
	readonly credentials: readonly OrganizationCredential[];
}

export interface OrganizationTag {
	readonly id: string;
	readonly name: string;
}

export interface OrganizationKey {
	readonly id: string;
	readonly name: string;
	readonly tagIds: readonly string[];
	readonly imported: boolean;
	readonly exported: boolean;
	readonly addresses: readonly string[];
}

export interface OrganizationWallet {
	readonly id: string;
	readonly name: string;
	readonly imported: boolean;
	readonly exported: boolean;
	readonly accounts: readonly OrganizationAccount[];
}

export interface OrganizationAccount {
	readonly address: string;
	/** `m/44'/60'/0'/0/0`, where it is known. */
	readonly path?: string;
}

export interface OrganizationSessionProfile {
	readonly id: string;
	readonly name: string;
}

export interface Organization {
	readonly users?: readonly OrganizationUser[];
	readonly userTags?: readonly OrganizationTag[];
	readonly privateKeyTags?: readonly OrganizationTag[];
	readonly privateKeys?: readonly OrganizationKey[];
	readonly wallets?: readonly OrganizationWallet[];
	readonly sessionProfiles?: readonly OrganizationSessionProfile[];
	readonly rootQuorum?: { readonly threshold: number; readonly userIds: readonly string[] };
}
