// A sub-organisation of one user, and a client with a key of that user's.
import { generateP256KeyPair } from "@turnkey/crypto";
import { Secret } from "../../src/base/secret.js";
import type { TestService } from "./running-service.js";
import { TestClient } from "./service-client.js";

/** `user` is added to what the user is founded with, `more` to the whole request. The caller closes the client. */
export async function foundSubOrganization(
	service: TestService,
	userName: string,
	{ user = {}, more = {} }: { readonly user?: object; readonly more?: object } = {},
): Promise<TestClient> {
	const { publicKey, privateKey } = generateP256KeyPair();
	const apiKeys = [{ apiKeyName: "k", publicKey, curveType: "API_KEY_CURVE_P256" }];
	const { result } = await service.root.activity("create_sub_organization", {
		subOrganizationName: userName,
		rootUsers: [{ userName, apiKeys, ...user }],
		rootQuorumThreshold: 1,
		...more,
	});
	const organizationId: string = result.createSubOrganizationResultV8.subOrganizationId;
	return new TestClient(service.baseUrl, { organizationId, apiPublicKey: publicKey, apiPrivateKey: new Secret(privateKey) });
}
