// Q5: the plan and its guards.
import type { CodeTable } from "./code-entry.js";

export const planCodes = {
	Q5101: {
		title: "a kind could not be read",
		explanation:
			"The service refused or failed to answer the question what resources of this kind there are. Nothing may be concluded from an answer that did not come, so no step is planned for the kind, and the plan cannot be applied as a whole. Plan again, give the key the missing right, or leave the kind out with `--exclude 'Kind/*'`.",
	},
	Q5102: {
		title: "target matches nothing",
		explanation:
			"A `--target` or `--exclude` that matches neither a manifest nor a live resource is nearly always a slip, and taking it literally would report that there is nothing to do.",
	},
	Q5103: {
		title: "declared and ignored",
		explanation:
			"`ignore` patterns treat live resources as if they did not exist. A manifest for such a resource contradicts that: the plan would create it again on every run.",
	},
	Q5104: {
		title: "reference to a resource that does not exist",
		explanation:
			"`${Kind/name}` of a managed kind must name a resource that a manifest declares, or one listed under `external:` in the project file that exists in the organisation.",
	},
	Q5105: {
		title: "name not found in the organisation",
		explanation:
			"Users, user tags, private keys, wallets, API keys and authenticators are not managed here; a reference to one is looked up by its name in the live organisation, and there is none of that name.",
	},
	Q5106: {
		title: "name is ambiguous",
		explanation:
			"Several things bear the name. API keys and authenticators can be named with their user (`ApiKey/alice/ci`); for others put the identifier under `identifiers:` of the environment.",
	},
	Q5107: {
		title: "changes cannot be put in order",
		explanation:
			"Two resources swap names, or otherwise each needs the other to move first. The service has no operation that does both at once; make one of the changes in a run of its own, through a temporary name.",
	},
	Q5108: {
		title: "selector matches nothing",
		explanation:
			"No manifest carries the labels that `--selector` asks for. That is nearly always a slip, and taking it literally would report that there is nothing to do.",
	},
	Q5401: {
		title: "protected resource",
		explanation:
			"`lifecycle: { protect: true }` refuses deletion and replacement. The inventory remembers it, so deleting the block or the manifest does not lift it. To lift it, apply `protect: false` first; `--allow-protected ADDRESS --reason TEXT` overrides it once.",
	},
	Q5402: {
		title: "mass deletion",
		explanation:
			"With `manage: exclusive`, live resources without a manifest are deleted. More than two at once, or all of a kind, is more often a missing folder than an intention. `--allow-deletes Kind=N --reason TEXT` allows exactly N; deletions written down as `state: absent` are not counted.",
	},
	Q5403: {
		title: "lock-out cannot be ruled out",
		explanation:
			"An IP allowlist is enforced for every request, also for those of this program. Without `egress:` in the project file nobody can tell whether this machine would still be allowed.",
	},
	Q5404: {
		title: "allowlist would shut out this machine",
		explanation:
			"The rules do not cover an address that the project file gives under `egress:`. After the apply, the next plan could not read the organisation any more.",
	},
	Q5405: {
		title: "MFA policy would bind the applying user",
		explanation:
			"An MFA policy binds its user at once, root users included, and nobody outside the organisation can lift it. If the user whose key applies the plan must prove something a key cannot, every later step and every later run stops and waits.",
	},
	Q5406: {
		title: "identifier still in use",
		explanation:
			"Expressions name tags and users by identifier. When the resource goes away, an expression that still holds the identifier silently stops matching: an ALLOW stops working, a DENY stops protecting.",
	},
} as const satisfies CodeTable;
