// A tag compared by something that is no identifier.
import { isPlaceholder } from "../../language/literal-values.js";
import { containsReference } from "../../model/reference.js";
import type { Rule } from "../rule.js";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const tagName: Rule = {
	code: "Q3553",
	name: "tag-name",
	severity: "warning",
	reason: "`tags` holds identifiers of tags, never their names",
	live: true,
	policy(policy, report, { organization }) {
		for (const part of [policy.condition, policy.consensus]) {
			for (const { path, operator, operand, node } of part?.atoms ?? []) {
				if (!path.endsWith("tags") && !path.endsWith("tags[]")) continue;
				if (operator !== "contains" && operator !== "==" && operator !== "in") continue;
				const literals = operand?.kind === "list" ? operand.elements : operand === undefined ? [] : [operand];
				for (const literal of literals) {
					if (literal.kind !== "string" || uuid.test(literal.value)) continue;
					if (isPlaceholder(literal.value) || containsReference(literal.value)) continue;
					const kind = path.startsWith("private_key") ? "PrivateKeyTag" : "UserTag";
					const tags = kind === "UserTag" ? organization?.userTags : organization?.privateKeyTags;
					if (tags?.some(({ id }) => id === literal.value) === true) continue;
					report(
						{ in: policy, slot: part?.slot ?? "condition", node: literal.start >= node.start ? literal : node },
						{
							message: `\`${literal.value}\` is no identifier of a tag, and \`tags\` holds identifiers`,
							help: `write \`\${${kind}/${literal.value}}\` for the tag of that name`,
						},
					);
				}
			}
		}
	},
	cases: {
		valid: [
			{ effect: "EFFECT_ALLOW", consensus: "approvers.any(u, u.tags.contains('0195f0a0-0000-7000-8000-000000000000'))" },
			{ effect: "EFFECT_ALLOW", consensus: "approvers.any(u, u.tags.contains('<TAG_ID>'))" },
			{ effect: "EFFECT_ALLOW", consensus: "approvers.any(u, u.id == 'admin')" },
		],
		invalid: [
			{ effect: "EFFECT_ALLOW", consensus: "approvers.any(u, u.tags.contains('admin'))" },
			"private_key.tags.contains('hot')",
			{ effect: "EFFECT_ALLOW", consensus: "approvers.any(u, 'admin' in u.tags)" },
			{ effect: "EFFECT_ALLOW", consensus: "approvers.any(u, u.tags.any(t, t in ['admin']))" },
		],
	},
};
