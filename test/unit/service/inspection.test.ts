// The two things everything shown passes through: the template that escapes, and the names whose values are withheld.
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { html, visible } from "../../../src/service/inspection/markup.js";
import { withheld } from "../../../src/service/inspection/withheld.js";

const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
const read = (text: string): string => text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);

describe("html", () => {
	test("says any text so that a browser reads the same text, in an element and in an attribute", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary" }), (text) => {
				const { text: whole } = html`<p title="${text}">${text}</p>`;
				const [, attribute = "", element = ""] = /^<p title="([^"]*)">([^<]*)<\/p>$/.exec(whole) ?? ["", "no", "match"];
				expect([read(attribute), read(element)]).toEqual([visible(text), visible(text)]);
				expect(element).not.toMatch(/[<>"']/);
			}),
		);
	});

	test("takes markup as it is, joins lists, and leaves out what is not there", () => {
		const items = ["a<b", 1].map((each) => html`<li>${each}</li>`);
		expect(html`<ul>${items}</ul>${null}${undefined}${false}${0}`.text).toBe("<ul><li>a&lt;b</li><li>1</li></ul>0");
	});

	test("names what cannot be seen or turns the direction of writing", () => {
		expect(visible("a\u202eb\u0000c\u001b[31m\u2066\ud83d\udc4d\n\té")).toBe(
			"a[U+202E]b[U+0000]c[U+001B][31m[U+2066]\ud83d\udc4d\n\té",
		);
	});
});

describe("withheld", () => {
	test("replaces tokens, codes and sealed bundles, however deep, and nothing else", () => {
		expect(
			withheld({
				oauthProviders: [{ providerName: "p", oidcToken: "eyJ" }],
				createReadWriteSessionResultV2: { credentialBundle: "b", apiKeyId: "k" },
				verificationToken: "v",
				session: "jwt",
				encryptedBundle: "e",
				encryptedClientSecret: "s",
				authCode: "c",
				codeVerifier: "w",
				sessionProfileId: "kept",
				privateKeyTagIds: ["kept"],
				exportBundle: null,
				otherToken: "",
				hasPullSecret: true,
				tokenName: "kept",
			}),
		).toEqual({
			oauthProviders: [{ providerName: "p", oidcToken: "(withheld)" }],
			createReadWriteSessionResultV2: { credentialBundle: "(withheld)", apiKeyId: "k" },
			verificationToken: "(withheld)",
			session: "(withheld)",
			encryptedBundle: "(withheld)",
			encryptedClientSecret: "(withheld)",
			authCode: "(withheld)",
			codeVerifier: "(withheld)",
			sessionProfileId: "kept",
			privateKeyTagIds: ["kept"],
			exportBundle: null,
			otherToken: "",
			hasPullSecret: true,
			tokenName: "kept",
		});
	});

	test("leaves the shape of anything as it is", () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				const after = withheld(value as never);
				expect(Array.isArray(after)).toBe(Array.isArray(value));
				expect(typeof after).toBe(typeof value);
			}),
		);
	});
});
