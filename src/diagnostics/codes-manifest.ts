// Q2: manifests. Q200x to Q201x their schema, Q202x names, Q203x variables and references, Q21xx the service's limits.
import type { CodeTable } from "./code-entry.js";

export const manifestCodes = {
	Q2001: {
		title: "no manifests",
		explanation:
			"The project's patterns lead to no manifest at all. An empty set is never taken to mean that everything should go: a " +
			"resource is removed by `state: absent`, or by deleting its manifest from a set that has others.",
	},
	Q2002: {
		title: "not a manifest",
		explanation:
			"A document must be a mapping with `apiVersion`, `kind`, `metadata` and `spec`. Several manifests in one file are " +
			"separated by lines of `---`.",
		example: "- kind: Policy",
	},
	Q2003: {
		title: "kind missing",
		explanation: "Every manifest says what it describes: `kind:` and one of the kinds the program knows.",
	},
	Q2004: {
		title: "unknown kind",
		explanation:
			"No such kind of manifest. Users, wallets, private keys and API keys are referred to by manifests, but not managed by them.",
		example: "kind: Polcy",
	},
	Q2005: {
		title: "wrong apiVersion",
		explanation: "Every manifest and the project file say `apiVersion: quorate/v1`, the version of their format.",
		example: "apiVersion: v1",
	},
	Q2006: {
		title: "unknown field",
		explanation:
			"The schema of this kind has no such field at this place. Unknown fields are never ignored: a misspelt `consensus` would " +
			"leave a policy without one. `quorate schema KIND` prints the schema.",
		example: "spec:\n  efect: EFFECT_ALLOW",
	},
	Q2007: {
		title: "required field missing",
		explanation: "A field that the schema of this kind requires is not there.",
	},
	Q2008: {
		title: "wrong type",
		explanation:
			"A value is of another type than its field takes: a list where a string belongs, an unquoted number as a name, an empty " +
			"value, and so on. YAML reads unquoted `12`, `true` and `null` as a number, a boolean and nothing; quotes make them strings.",
		example: "metadata:\n  name: 12",
	},
	Q2009: {
		title: "value not allowed",
		explanation: "The field takes one of a few values, written exactly as listed.",
		example: "effect: ALLOW",
	},
	Q2010: {
		title: "value out of bounds",
		explanation: "A number is too small or too large, a text is empty or too long, or a list has too few or too many items.",
	},
	Q2011: {
		title: "value has the wrong form",
		explanation: "A text does not have the form its field needs.",
	},
	Q2012: {
		title: "fields exclude each other",
		explanation: "Two fields are given of which only one may be.",
		example: "filters: {}\nfiltersJson: '{}'",
	},
	Q2013: {
		title: "repeated item",
		explanation: "A list that is a set has the same item twice.",
	},
	Q2020: {
		title: "unusable name",
		explanation:
			"A name may not start or end with white space, contain control characters or line breaks, or be longer than the limit. Two " +
			"names that look alike on a screen would otherwise be two resources.",
		example: "name: 'Treasury '",
	},
	Q2021: {
		title: "duplicate address",
		explanation:
			"Two manifests describe the same resource: they have the same kind and name (and, for an MFA policy, the same user). Only " +
			"one of them could be applied, so neither is.",
	},
	Q2022: {
		title: "conflicting rename",
		explanation:
			"`metadata.renamedFrom` names a resource that still has a manifest of its own, the resource itself, or one that another " +
			"manifest also claims. A rename moves one resource from a name nobody uses any more.",
	},
	Q2030: {
		title: "malformed substitution",
		explanation:
			"Between `${` and `}` stands a reference (`${Kind/name}`), a variable (`${var.NAME}`) or an environment variable " +
			"(`${env.NAME}`), and nothing else. Write `$${` where the text itself is to contain `${`, and `%7D` for a `}` inside a name.",
		example: "notes: ${team}",
	},
	Q2031: {
		title: "undefined variable",
		explanation:
			"`${var.NAME}` stands for a variable from `variables:` in the project file, from its environment, or from `--var " +
			"NAME=VALUE`. None of them defines this one; an undefined variable is never an empty text.",
	},
	Q2032: {
		title: "environment variable not allowed",
		explanation:
			"Manifests may only read environment variables whose name starts with QUORATE_VAR_ or is listed under " +
			"`allowedEnvironment:` in the project file, so that no manifest can copy a secret of the environment it runs in.",
		example: "notes: ${env.AWS_SECRET_ACCESS_KEY}",
	},
	Q2033: {
		title: "environment variable not set",
		explanation: "`${env.NAME}` stands for an environment variable that is not set where the command runs.",
	},
	Q2034: {
		title: "reference to an unknown kind",
		explanation:
			"A reference is `${Kind/name}`. Kinds that manifests describe and kinds that are looked up in the organisation (User, " +
			"UserTag, PrivateKey, Wallet, ApiKey, Authenticator) can be referred to.",
		example: "${Tag/hot}",
	},
	Q2035: {
		title: "reference to nothing",
		explanation:
			"A reference names a resource that no manifest describes. Add a manifest for it, or list its address under `external:` in " +
			"the project file when it exists in the organisation and is not managed here.",
	},
	Q2036: {
		title: "reference to an absent resource",
		explanation: "A reference names a resource whose manifest says `state: absent`, so it will not be there to refer to.",
	},
	Q2037: {
		title: "reference cycle",
		explanation:
			"Resources refer to each other in a circle, so none of them can be created first. Break the circle at one of its references.",
	},
	Q2038: {
		title: "unknown field of a reference",
		explanation:
			"A reference stands for an identifier; `${ApiKey/name#publicKey}` for an API key's public key. There are no others.",
		example: "${ApiKey/ci#secret}",
	},
	Q2039: {
		title: "substitution outside spec",
		explanation:
			"`${…}` is replaced inside `spec` only: a resource's name and labels must be readable without knowing any variable. The " +
			"text is taken as it stands.",
		example: "metadata:\n  name: ${var.TEAM} signers",
	},
	Q2040: {
		title: "reference where a name is expected",
		explanation:
			"The field takes the plain name of a thing and becomes a reference by itself (`user` of an MFA policy, `apiKey` of an IP " +
			"allowlist), because the name also forms the manifest's address. Write the name without `${Kind/…}` around it.",
		example: "user: ${User/alice}",
	},
	Q2041: {
		title: "expression too long",
		explanation: "An expression may have 65536 characters; `limits.expressionLength` in the project file changes that.",
	},
	Q2042: {
		title: "text cannot be sent",
		explanation:
			"After variables were put in, a text holds a character that no manifest may contain: NUL, or one of U+E000 and U+E001, " +
			"which mark references. Look at the value of the variable named.",
	},
	Q2090: {
		title: "more problems",
		explanation: "A run shows 200 problems at most; the rest appear once these are mended. Errors are shown before warnings.",
	},
} as const satisfies CodeTable;
