// Q23: what the service would refuse about a resource, found before anything is sent.
import type { CodeTable } from "./code-entry.js";

export const kindCodes = {
	Q2301: {
		title: "name too long",
		explanation:
			"The service limits the length of names but does not document the figure; this program accepts up to 255 characters (`limits.nameLength` in quorate.yaml). Shorten the name.",
	},
	Q2310: {
		title: "policy allows everything to everyone",
		explanation:
			"An EFFECT_ALLOW policy applies when its condition and its consensus are both true, and what is left out counts as true. With neither, every user may do everything, export included. If that is really meant, write `condition: 'true'` so that it stands in the review.",
		example: "spec: { effect: EFFECT_ALLOW }",
	},
	Q2311: {
		title: "too many policies",
		explanation:
			"An organisation holds at most 100 policies. The service would refuse the one too many in the middle of an apply. Join policies, move some to a sub-organisation, or set `limits.policies` if your contract differs.",
	},
	Q2312: {
		title: "`time` is not accepted here",
		explanation:
			"The `time` of a policy is early access: the service refuses it until it is switched on for the organisation, and the profile `core` does not have it at all. Once the organisation has it, say so with `features: [policy-time]` in quorate.yaml, for the project or for one environment.",
		example: "time: CronSpan('0 9 * * 1-5', '8h', 'Europe/Berlin')",
	},
	Q2321: {
		title: "identifier on a method that has none",
		explanation:
			"A step of an MFA policy can pin a passkey, an API key, an OAuth provider or a session profile by its identifier. One-time codes by e-mail or SMS go to the address or number the user has and take no identifier.",
		example: "any: [{ type: AUTHENTICATION_TYPE_EMAIL_OTP, id: … }]",
	},
	Q2322: {
		title: "two MFA policies of one user share an order",
		explanation:
			"A user's MFA policies are tried by ascending `order` and the first whose condition is true is the one enforced. Two with the same order leave it to chance which. Give each an order of its own.",
	},
	Q2331: {
		title: "too many tags",
		explanation:
			"User tags and private key tags share one limit: 100 in an organisation, 10 in a sub-organisation. Set `limits.tags: 10` for a sub-organisation.",
	},
	Q2340: {
		title: "webhook address the service refuses",
		explanation:
			"Webhooks are delivered over https to a public host. Other schemes, local or private addresses, and URLs that carry a user name or password are refused at creation, at update and again at each delivery.",
		example: "url: http://localhost:8080/hook",
	},
	Q2342: {
		title: "endpoint without subscriptions",
		explanation: "An endpoint receives the events it subscribes to. Without a subscription it is accepted and never called.",
	},
	Q2343: {
		title: "undocumented event type",
		explanation:
			"The service accepts event types it does not list, and says it may stop doing so. An endpoint with a misspelt type is silent for ever.",
		example: "eventType: ACTIVITY_UPDATE",
	},
	Q2344: {
		title: "filter is not JSON",
		explanation:
			"`filtersJson` is handed to the service as JSON text. Write the filter as YAML under `filters:` and it cannot be malformed.",
	},
	Q2350: {
		title: "not an address block",
		explanation: "A rule names an IPv4 or IPv6 block as address and prefix length. A bare address is taken as a block of one.",
		example: "cidr: 203.0.113.0/33",
	},
	Q2351: {
		title: "address block too broad",
		explanation: "The service accepts IPv4 blocks of /20 and longer and IPv6 blocks of /48 and longer.",
		example: "cidr: 10.0.0.0/8",
	},
	Q2352: {
		title: "address block listed twice",
		explanation: "Equal blocks in one list are stored once, with the label that came first.",
	},
	Q2353: { title: "too many rules in an allowlist", explanation: "One list holds at most 10 IPv4 and 10 IPv6 rules." },
	Q2354: {
		title: "address block stored in another form",
		explanation:
			"The service clears host bits and writes IPv6 in its short form. Both sides are compared in that form, so this is for your information only.",
		example: "cidr: 192.0.2.77/24",
	},
	Q2355: {
		title: "allowlist named after something else",
		explanation:
			"An organisation has one allowlist of its own, `organization`, and at most one per API key, which bears the key's name. A list under any other name could not be told apart from those.",
	},
	Q2356: {
		title: "master switch on a key's list",
		explanation:
			"`enabled` switches the organisation's list. The list of an API key is enforced as long as it exists and the organisation's is on.",
	},
} as const satisfies CodeTable;
