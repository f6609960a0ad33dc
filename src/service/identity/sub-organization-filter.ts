// Finding sub-organisations by what is known of them or of their users.
import { type OrganizationView, oauthIdentity } from "../organization.js";
import { invalid } from "../refusal.js";
import { claimedIdentity } from "./oidc-token.js";
import { isVerified, usersWith } from "./user-contact.js";

type Filter = (organization: OrganizationView, value: string) => boolean;

const FILTERS: Readonly<Record<string, Filter>> = {
	CREDENTIAL_ID: ({ authenticators }, value) => authenticators.withKey(value.replace(/=+$/, "")) !== undefined,
	NAME: ({ self }, value) => self.name === value,
	USERNAME: ({ users }, value) => [...users.all()].some((user) => user.name === value),
	EMAIL: (organization, value) => usersWith(organization, "email", value).length > 0,
	PHONE_NUMBER: (organization, value) => usersWith(organization, "phone", value).length > 0,
	OIDC_TOKEN: ({ oauthProviders }, value) => oauthProviders.withKey(oauthIdentity(claimedIdentity(value))) !== undefined,
	WALLET_ACCOUNT_ADDRESS: ({ walletAccounts }, value) => walletAccounts.group(value).size > 0,
	PUBLIC_KEY: ({ apiKeys }, value) => apiKeys.withKey(value.toLowerCase()) !== undefined,
};

const VERIFIED_FILTERS: Readonly<Record<string, Filter>> = {
	EMAIL: (organization, value) => usersWith(organization, "email", value).some((user) => isVerified(user, "email")),
	PHONE_NUMBER: (organization, value) => usersWith(organization, "phone", value).some((user) => isVerified(user, "phone")),
};

interface Question {
	readonly filterType?: string | null | undefined;
	readonly filterValue?: string | null | undefined;
}

/** The sub-organisations that match, in order of creation; all when nothing is asked for. Throws a `Refusal` (400). */
export function matchingSubOrganizations(
	parent: OrganizationView,
	{ filterType, filterValue }: Question,
): readonly OrganizationView[] {
	const matches = filterOf(FILTERS, filterType);
	const all = [...parent.children.values()];
	return matches ? all.filter((each) => matches(each, filterValue ?? "")) : all;
}

/** Those with a user who has proven the contact; with any proven contact when nothing is asked for. */
export function verifiedSubOrganizations(
	parent: OrganizationView,
	{ filterType, filterValue }: Question,
): readonly OrganizationView[] {
	const matches = filterOf(VERIFIED_FILTERS, filterType) ?? hasVerified;
	return [...parent.children.values()].filter((each) => matches(each, filterValue ?? ""));
}

const hasVerified: Filter = ({ users }) => [...users.all()].some((user) => (user.verified?.length ?? 0) > 0);

function filterOf(filters: Readonly<Record<string, Filter>>, type: string | null | undefined): Filter | undefined {
	if (type === null || type === undefined || type === "") return undefined;
	if (Object.hasOwn(filters, type)) return filters[type];
	throw invalid(`invalid request body: \`filterType\` must be one of ${Object.keys(filters).join(", ")}`);
}
