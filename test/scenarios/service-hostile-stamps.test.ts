// Stamps as somebody hostile would make them, over a socket: one signature has one encoding, holds for one body, one key and
// one scheme, and a request that is sent again is not carried out again.
import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { p256 } from "@noble/curves/nist.js";
import { testClock } from "../support/clocks.js";
import { runService, type TestService } from "../support/described-service.js";
import type { Answer } from "../support/service-client.js";
import { header, signature, signingKey } from "../support/stamper.js";

const WHOAMI = "/public/v1/query/whoami";
const P256 = "SIGNATURE_SCHEME_TK_API_P256";
const clock = testClock();

let service: TestService;
let secret: string;
let key: KeyObject;
beforeAll(async () => {
	service = await runService({ clock });
	secret = service.credentials?.apiPrivateKey.reveal() ?? "";
	key = signingKey("P256", secret);
});
afterAll(() => service.close());

const body = () => JSON.stringify({ organizationId: service.organizationId });
const publicKey = () => service.root.publicKey;

async function told(stamp: string): Promise<readonly [number, Answer]> {
	const { status, body: answer } = await service.root.post(WHOAMI, body(), { "x-stamp": stamp });
	return [status, status === 200 ? answer.username : answer.message];
}
const withSignature = (value: string) => told(header({ publicKey: publicKey(), scheme: P256, signature: value }));
const BAD_SIGNATURE = [401, "could not verify api key signature"];
const MALFORMED = [401, "malformed activity stamp; could not extract api key stamp; could not extract webauthn stamp"];

/** A DER integer of exactly these bytes, whether or not that is how it must be written. */
const integer = (bytes: string): string => `02${(bytes.length / 2).toString(16).padStart(2, "0")}${bytes}`;
const sequence = (content: string, length = (content.length / 2).toString(16).padStart(2, "0")): string =>
	`30${length}${content}`;

/** The two numbers of a signature that holds, each with a first byte below 0x80, so that it is written without padding. */
function numbers(): readonly [r: string, s: string] {
	for (;;) {
		const der = signature("P256", key, body());
		const match = /^30440220([0-7][0-9a-f]{63})0220([0-7][0-9a-f]{63})$/.exec(der);
		if (match) return [match[1] ?? "", match[2] ?? ""];
	}
}

describe("the encoding of a signature", () => {
	test("what is written as it must be holds, high S or low", async () => {
		const low = p256.Signature.fromBytes(p256.sign(Buffer.from(body()), Buffer.from(secret, "hex"), { lowS: true }));
		const high = new p256.Signature(low.r, p256.Point.Fn.ORDER - low.s);
		for (const each of [low, high]) {
			expect(await withSignature(Buffer.from(each.toBytes("der")).toString("hex"))).toEqual([200, "root"]);
		}
	});

	test.each<[string, (r: string, s: string) => string]>([
		["a zero before a number that needs none", (r, s) => sequence(integer(`00${r}`) + integer(s))],
		["two zeros", (r, s) => sequence(integer(r) + integer(`0000${s}`))],
		["a length in two bytes", (r, s) => sequence(integer(r) + integer(s), "8144")],
		["a length without end", (r, s) => `3080${integer(r)}${integer(s)}0000`],
		["a byte behind it", (r, s) => `${sequence(integer(r) + integer(s))}00`],
		["a byte inside behind the numbers", (r, s) => sequence(`${integer(r)}${integer(s)}00`)],
		["three numbers", (r, s) => sequence(integer(r) + integer(s) + integer("01"))],
		["one number", (r) => sequence(integer(r))],
		["a negative number", (_r, s) => sequence(integer(`f${"0".repeat(63)}`) + integer(s))],
		["zero", (_r, s) => sequence(integer("00") + integer(s))],
		["both zero", () => sequence(integer("00") + integer("00"))],
		["the order of the curve", (r) => sequence(integer(r) + integer(`00${p256.Point.Fn.ORDER.toString(16)}`))],
		["numbers one after the other, without DER", (r, s) => r + s],
		["the numbers the wrong way round", (r, s) => sequence(integer(s) + integer(r))],
		["nothing", () => ""],
		["half a byte more", (r, s) => `${sequence(integer(r) + integer(s))}0`],
		["another tag", (r, s) => sequence(integer(r) + integer(s)).replace(/^30/, "31")],
		["base64", (r, s) => Buffer.from(sequence(integer(r) + integer(s)), "hex").toString("base64")],
		["a hundred thousand digits of nothing", () => "30".repeat(5_000)],
	])("%s does not hold", async (_what, encode) => {
		const [r, s] = numbers();
		expect(await withSignature(sequence(integer(r) + integer(s)))).toEqual([200, "root"]);
		expect(await withSignature(encode(r, s))).toEqual(BAD_SIGNATURE);
	});

	test("another digest of the same body does not hold", async () => {
		const other = createPrivateKey(key.export({ format: "pem", type: "pkcs8" }));
		expect(await withSignature(sign("sha512", Buffer.from(body()), other).toString("hex"))).toEqual(BAD_SIGNATURE);
	});
});

describe("the scheme", () => {
	test.each(["SECP256K1", "SECP256K1_EIP191", "ED25519"])("%s does not go with a key of P-256", async (name) => {
		const stamp = {
			publicKey: publicKey(),
			scheme: `SIGNATURE_SCHEME_TK_API_${name}`,
			signature: signature("P256", key, body()),
		};
		expect(await told(header(stamp))).toEqual(BAD_SIGNATURE);
	});

	test.each(["", "SIGNATURE_SCHEME_UNSPECIFIED", "signature_scheme_tk_api_p256", "SIGNATURE_SCHEME_TK_WEBAUTHN", "__proto__"])(
		"nobody knows `%s`",
		async (scheme) => {
			const stamp = { publicKey: publicKey(), scheme, signature: signature("P256", key, body()) };
			expect(await told(header(stamp))).toEqual([401, "no valid authentication signature found for request"]);
		},
	);
});

describe("the key", () => {
	test.each<[string, () => string]>([
		["uncompressed", () => p256.Point.fromHex(publicKey()).toHex(false)],
		["mirrored", () => publicKey().replace(/^0[23]/, (first) => (first === "02" ? "03" : "02"))],
		["not on the curve", () => `02${"f".repeat(64)}`],
		["the point at infinity", () => "00"],
		["no hexadecimal", () => "key"],
		["empty", () => ""],
		["a prototype", () => "__proto__"],
		["of ten thousand digits", () => "02".repeat(5_000)],
	])("%s is nobody's", async (_what, write) => {
		const stamp = { publicKey: write(), scheme: P256, signature: signature("P256", key, body()) };
		const [status, message] = await told(header(stamp));
		expect([status, message]).toEqual([401, expect.stringMatching(/^could not find public key in organization/)]);
	});

	test.each<[string, string, string]>([
		["P256", "not on the curve", `02${"f".repeat(64)}`],
		["P256", "uncompressed", `04${"1".repeat(128)}`],
		["SECP256K1", "not on the curve", `02${"f".repeat(64)}`],
		["ED25519", "too short", "00"],
	])("%s: one that is %s cannot be registered", async (curve, _what, wrong) => {
		const { userId } = await service.root.query("whoami");
		const apiKeys = [{ apiKeyName: "k", publicKey: wrong, curveType: `API_KEY_CURVE_${curve}` }];
		const { status, body: answer } = await service.root.submit("create_api_keys", { userId, apiKeys });
		expect([status, answer.message]).toEqual([400, expect.stringContaining("invalid api key public key")]);
	});

	test("one that was deleted is nobody's at once", async () => {
		const { userId } = await service.root.query("whoami");
		const other = signingKey("P256", "2".repeat(64));
		const own = Buffer.from(p256.getPublicKey(Buffer.from("2".repeat(64), "hex"))).toString("hex");
		const apiKeys = [{ apiKeyName: "k", publicKey: own, curveType: "API_KEY_CURVE_P256" }];
		const { result } = await service.root.activity("create_api_keys", { userId, apiKeys });
		const stamp = header({ publicKey: own, scheme: P256, signature: signature("P256", other, body()) });
		expect(await told(stamp)).toEqual([200, "root"]);
		await service.root.activity("delete_api_keys", { userId, apiKeyIds: result.createApiKeysResult.apiKeyIds });
		expect((await told(stamp))[0]).toBe(401);
	});
});

describe("the header", () => {
	const good = () => service.root.stamp(body());
	test.each<[string, () => string]>([
		["padded", () => `${good()}=`],
		["in plain base64", () => `+/${good()}`],
		["twice", () => `${good()}, ${good()}`],
		["plain JSON", () => Buffer.from(good(), "base64url").toString()],
		["a list", () => Buffer.from("[]").toString("base64url")],
		["nothing but null", () => Buffer.from("null").toString("base64url")],
		["without a signature", () => header({ publicKey: publicKey(), scheme: P256 })],
		["with a signature that is a number", () => header({ publicKey: publicKey(), scheme: P256, signature: 1 })],
		["cut", () => good().slice(0, -3)],
		["no UTF-8", () => Buffer.from([0xff, 0xfe]).toString("base64url")],
		["empty", () => ""],
	])("%s is no stamp", async (_what, write) => {
		expect(await told(write())).toEqual(MALFORMED);
	});
});

describe("sent again", () => {
	const CREATE = "/public/v1/submit/create_private_key_tag";
	const tags = async (): Promise<string[]> =>
		(await service.root.query("list_private_key_tags")).privateKeyTags.map((each: Answer) => each.tagName);

	test("the same bytes are the same activity, whoever has overheard them, even under another signature of the key", async () => {
		const text = service.root.body("create_private_key_tag", { privateKeyTagName: "once", privateKeyIds: [] });
		const answers = [];
		for (let count = 0; count < 3; count += 1) answers.push(await service.root.post(CREATE, text));
		expect(new Set(answers.map((each) => each.body.activity.id)).size).toBe(1);
		expect(await tags()).toEqual(["once"]);
	});

	test("to another path they are no request of it", async () => {
		const text = service.root.body("create_private_key_tag", { privateKeyTagName: "elsewhere", privateKeyIds: [] });
		const { status, body: answer } = await service.root.post("/public/v1/submit/create_user_tag", text);
		expect([status, answer.message]).toEqual([400, expect.stringContaining("`type` must be `ACTIVITY_TYPE_CREATE_USER_TAG`")]);
	});

	test("with a byte more they are not signed", async () => {
		const text = service.root.body("create_private_key_tag", { privateKeyTagName: "more", privateKeyIds: [] });
		const { status } = await service.root.post(CREATE, `${text} `, { "x-stamp": service.root.stamp(text) });
		expect(status).toBe(401);
	});

	test("after an hour they are too old, carried out before or not", async () => {
		const text = service.root.body("create_private_key_tag", { privateKeyTagName: "old", privateKeyIds: [] });
		const done = service.root.body("create_private_key_tag", { privateKeyTagName: "done", privateKeyIds: [] });
		expect((await service.root.post(CREATE, done)).status).toBe(200);
		clock.advance(3_700_000);
		for (const each of [text, done]) {
			const { status, body: answer } = await service.root.post(CREATE, each);
			expect([status, answer.message]).toEqual([400, expect.stringContaining("`timestampMs` is too old")]);
		}
		expect(await tags()).toEqual(["once", "done"]);
	});
});
