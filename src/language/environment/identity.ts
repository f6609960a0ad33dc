// Who approves: users and the credentials they sign with.
import { credentialTypes } from "./enumerations.js";
import { struct, text, texts } from "./field.js";

export const user = struct("User", {
	id: text("the user's identifier"),
	tags: texts("identifiers of the user's tags, never their names"),
	email: text("the user's email address"),
	alias: text("the user's alias"),
});

export const credential = struct("Credential", {
	id: text("identifier of the API key or authenticator that signed the vote"),
	user_id: text("the user it belongs to, who is the approver"),
	type: text("sort of credential", { values: credentialTypes }),
	credential_id: text("WebAuthn credential identifier", { available: { when: "given" } }),
	public_key: text("public key"),
});
