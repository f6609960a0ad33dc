// Q4: the service and our connection to it. Q400x and Q401x our credentials, Q402x the connection, Q404x answers that are
// not the service's, Q406x and Q407x its refusals, Q408x what we stopped ourselves, Q415x and Q416x what the embedded service
// is started with, Q417x what it is asked while it runs.
import type { CodeTable } from "./code-entry.js";

export const serviceCodes = {
	Q4001: {
		title: "no credentials",
		explanation:
			"Reading or changing an organisation needs an API key. It comes from the environment variables QUORATE_API_PUBLIC_KEY and " +
			"QUORATE_API_PRIVATE_KEY, from a key file, or from a signer command named in the project file, and never from a flag: that " +
			"would stand in the process list and in the shell's history.",
	},
	Q4002: {
		title: "malformed private key",
		explanation:
			"A P-256 private key is written as 64 hexadecimal digits and stands for a number below the curve's order. What was given is " +
			"something else; perhaps it was cut, quoted, or is the public key. The message never shows it.",
	},
	Q4003: {
		title: "malformed public key",
		explanation:
			"A P-256 public key is written as 66 hexadecimal digits that begin with 02 or 03, and must be a point of the curve.",
		example: "QUORATE_API_PUBLIC_KEY=04abc…",
	},
	Q4004: {
		title: "key of another curve",
		explanation:
			"Requests are stamped with P-256 keys. A key file of tkcli names its curve behind a colon; make an API key with the curve P-256 " +
			"to use it here.",
		example: "<private key>:secp256k1",
	},
	Q4005: {
		title: "keys that are not a pair",
		explanation:
			"The private key does not belong to the public key given beside it. The service would refuse every request as made with an " +
			"unknown or wrong key, so nothing was sent. Take both from the same API key.",
	},
	Q4006: {
		title: "key file not found",
		explanation: "The key file named in the project file is not there. Relative paths start at the project file's folder.",
	},
	Q4007: {
		title: "key file not readable",
		explanation: "The key file exists and cannot be read by this user, or it is not a file.",
	},
	Q4008: {
		title: "key file open to others",
		explanation:
			"The key file can be read or written by others than its owner. Whoever can read it can act as this API key, so it is refused " +
			"until its mode is 600. If somebody may have read it, replace the key.",
		example: "-rw-r--r-- key.json",
	},
	Q4009: {
		title: "malformed key file",
		explanation:
			"A key file is either JSON with organizationId, apiPublicKey and apiPrivateKey, as the embedded service writes it, or the one " +
			"line `<private key>:p256` that tkcli writes.",
	},
	Q4010: {
		title: "signer cannot be started",
		explanation: "The signer command's program was not found, or may not be executed. It is started directly, without a shell.",
	},
	Q4011: {
		title: "signer failed",
		explanation:
			"The signer command ended with an error. What it wrote to its standard error was shown; its standard output is not, because a " +
			"program that goes wrong may print a secret there.",
	},
	Q4012: {
		title: "signer took too long",
		explanation:
			"The signer command gave no signature within its time limit and was ended. Perhaps it waits for a touch or a PIN.",
	},
	Q4013: {
		title: "signer's answer malformed",
		explanation:
			"A signer command writes one line of JSON with publicKey, scheme (SIGNATURE_SCHEME_TK_API_P256) and signature (DER in " +
			"hexadecimal), and nothing else, to its standard output.",
	},
	Q4014: {
		title: "signer's answer refused",
		explanation:
			"Every signature of a signer command is checked before it is used. This one was made with another key than expected, or over " +
			"other bytes than those of the request.",
	},
	Q4020: {
		title: "unusable base URL",
		explanation:
			"The service is spoken to over https. Plain http is only for a service on this machine (localhost, 127.0.0.1, ::1), unless " +
			"`allowInsecure` says that it is wanted. User names, passwords, queries and fragments have no place in a base URL.",
		example: "baseUrl: http://api.example.com",
	},
	Q4021: {
		title: "host name not found",
		explanation: "The name in the base URL does not resolve to an address. Nothing was sent.",
	},
	Q4022: {
		title: "connection refused",
		explanation: "Nothing listens at the address of the base URL, or a firewall says so. Nothing was received by the service.",
	},
	Q4023: {
		title: "no connection in time",
		explanation: "The service's address does not answer. Nothing was received by the service.",
	},
	Q4024: {
		title: "connection not trusted",
		explanation:
			"The certificate of the service cannot be trusted, or what answers does not speak TLS. It is not tried again, and there is no " +
			"switch to go on regardless: whoever answers there could read and change everything.",
	},
	Q4025: {
		title: "connection failed",
		explanation: "No connection came about, for the reason in the message. Nothing was received by the service.",
	},
	Q4026: {
		title: "no answer in time",
		explanation:
			"The request was sent, and no complete answer came within the time limit. A write may have been carried out; the journal keeps " +
			"its exact bytes, and sending them again returns the same activity.",
	},
	Q4027: {
		title: "answer lost",
		explanation:
			"The connection ended before the answer was complete. A write may have been carried out; the journal keeps its exact bytes, and " +
			"sending them again returns the same activity.",
	},
	Q4040: {
		title: "redirected",
		explanation:
			"Something answers that the service is elsewhere. Redirects are not followed, because a stamped request would be handed to " +
			"whoever asks for it. Put the right address into the project file.",
	},
	Q4041: {
		title: "answer of something else",
		explanation:
			"An answer came that is not the service's: a page of a proxy, a gateway or a login form. The service answers with " +
			"`application/json`. Check the base URL, and what stands between here and there.",
	},
	Q4042: {
		title: "answer is not JSON",
		explanation: "The answer calls itself JSON and is not a JSON object in UTF-8. Something on the way has changed it.",
	},
	Q4043: {
		title: "answer too large",
		explanation: "The answer is larger than we are willing to read. It was cut off, and nothing of it is used.",
	},
	Q4044: {
		title: "answer of another shape",
		explanation:
			"The answer is JSON, and lacks a member that this operation must have. Nothing is concluded from it: a list that is missing is " +
			"not an empty list. Perhaps the service is newer or older than this program expects.",
	},
	Q4060: {
		title: "clocks differ",
		explanation:
			"The service only takes requests whose timestamp is at most an hour old and at most five minutes ahead of its own clock. This " +
			"machine's clock differs from the service's by more than that; the message says by how much.",
	},
	Q4061: {
		title: "unknown key",
		explanation:
			"The service knows no such API key in this organisation. The key was deleted, belongs to another organisation, or the project " +
			"file's organisation is not the one meant.",
	},
	Q4062: {
		title: "expired key",
		explanation: "The API key was made to expire, and has. Make a new one.",
	},
	Q4063: {
		title: "signature refused",
		explanation:
			"The service could not verify the stamp. What stands between here and there may have changed the body, or the signer signs " +
			"something else than it was given.",
	},
	Q4064: {
		title: "not authenticated",
		explanation: "The service does not accept who we say we are; its message says why.",
	},
	Q4065: {
		title: "unknown organisation",
		explanation: "The service knows no organisation with this identifier. Check it in the project file, for this environment.",
	},
	Q4066: {
		title: "denied",
		explanation:
			"The service's policies do not allow this user to do it: a policy denies it, or none allows it. No activity was created. The " +
			"notes list the policies that were evaluated by their identifiers, as far as the service tells; `quorate explain-decision` on a " +
			"file with the request names them and says which condition decides. Ask for a policy that allows it, or use a key whose user " +
			"may do it.",
	},
	Q4067: {
		title: "not found",
		explanation: "The service does not know something the request refers to. It may have been deleted meanwhile: plan again.",
	},
	Q4068: {
		title: "conflict",
		explanation: "Something of that name or identity exists already. Somebody may have made it meanwhile: plan again.",
	},
	Q4069: {
		title: "request refused",
		explanation: "The service refuses the request as invalid; its message says why. No activity was created.",
	},
	Q4070: {
		title: "too many requests",
		explanation:
			"The service limits how many requests one address may make per second, and the limit was still exceeded after several slower " +
			"attempts. Perhaps others use the same address. `requestsPerSecond` in the project file sets our own limit.",
	},
	Q4071: {
		title: "quota used up",
		explanation: "The organisation is over a quota. Trying again does not help.",
	},
	Q4072: {
		title: "refused for too many",
		explanation:
			"The service refuses for too many of something, and its answer does not tell whether it means requests per second, which pass, " +
			"or a resource that is full (policies, tags, keys), which does not. It was tried three times.",
	},
	Q4073: {
		title: "operation not offered",
		explanation:
			"The service has no such operation in the profile it runs with. `profile: core` in the project file plans without the operations " +
			"that only `full` has.",
	},
	Q4074: {
		title: "failure of the service",
		explanation:
			"The service failed to answer, several times. A policy whose evaluation fails (an expression that mixes wallets and private " +
			"keys, for instance) looks the same and does not pass. A write may have been carried out; sending the same bytes again tells.",
	},
	Q4075: {
		title: "refused",
		explanation: "The service refuses the request with a status that has no special meaning to us; its message says why.",
	},
	Q4076: {
		title: "request too old to send",
		explanation:
			"The request was made more than an hour ago, and the service takes none that old. Whether an earlier attempt was carried out " +
			"can only be seen in the organisation's activities.",
	},
	Q4080: {
		title: "cancelled",
		explanation: "The request was stopped by us before its answer was complete.",
	},
	Q4151: {
		title: "fault that cannot be injected",
		explanation:
			"The embedded service can misbehave to order, for testing clients. A list of faults is written as `name=value` separated " +
			"by commas: `latency` takes milliseconds (`200ms`) or seconds (`1.5s`); `rate429`, `rate503`, `drop-after-commit`, " +
			"`truncate` and `html` take the share of requests they strike, from 0 to 1; `seed` takes a number from which it follows " +
			"which requests these are.",
		example: "--fault latency=soon",
	},
	Q4152: {
		title: "address that cannot be listened on",
		explanation:
			"The embedded service could not open the port it was asked to listen on: another program has it, it needs special rights, or " +
			"the machine has no such address. Without `--port` it takes a free one and says which.",
		example: "--port 80",
	},
	Q4153: {
		title: "mail server that is none",
		explanation:
			"The environment variable `QUORATE_SMTP_URL` tells the embedded service where to hand in one-time passwords by mail. It must be " +
			"a URL that begins with `smtp://` or `smtps://`; the variable is not shown, since it may hold a password. Without it, mail is " +
			"only written to the outbox and the log.",
		example: "QUORATE_SMTP_URL=localhost:25",
	},
	Q4154: {
		title: "data directory in use",
		explanation:
			"Another process has the data directory of the embedded service, and two would overwrite each other's work. The operating " +
			"system holds the lock for as long as that process lives, so one that was killed is never in the way. The message says " +
			"which process it is and since when it has the directory. A command of an environment with `service: embedded` waits ten " +
			"seconds for the other to finish.",
		example: "quorate service start --data service",
	},
	Q4155: {
		title: "data directory that cannot be used",
		explanation:
			"The data directory of the embedded service cannot be made, read or written: its permissions, a full disk, a missing " +
			"sealing key, or a file in it that is no store of ours. Nothing in it was changed.",
		example: "quorate service start --data /",
	},
	Q4156: {
		title: "data directory of a later version",
		explanation:
			"The store in the data directory was written by a later version of quorate, whose format this one does not know. A store " +
			"of an earlier version is upgraded when it is opened; there is no way back. The directory was left as it is.",
	},
	Q4160: {
		title: "seed that is no YAML",
		explanation:
			"A seed describes the organisation an embedded service begins with, as one YAML document. The text could not be read as " +
			"one: mend the syntax at the place shown.",
		example: "metadata: {name: Treasury",
	},
	Q4161: {
		title: "unknown field in a seed",
		explanation:
			"A seed may only have the fields its schema lists, so that a misspelt one is not passed over in silence. The schema is " +
			"schemas/seed.schema.json; editors can check against it.",
		example: "spec: { rootQuorom: … }",
	},
	Q4162: {
		title: "missing field in a seed",
		explanation: "A field that the seed's schema asks for is not there. Add it.",
	},
	Q4163: {
		title: "wrong value in a seed",
		explanation:
			"A value in a seed is not of the type, not in the form or not one of the words that the seed's schema asks for. The " +
			"message says what was expected.",
		example: "effect: ALLOW",
	},
	Q4164: {
		title: "unknown name in a seed",
		explanation:
			"A seed refers to users, tags, keys and wallets by name, and the name must be that of one described in the same seed.",
		example: "rootQuorum: { threshold: 1, users: [alcie] }",
	},
	Q4165: {
		title: "name used twice in a seed",
		explanation:
			"Two things of one sort have the same name or identifier although it must be unique: users, because the seed refers to them " +
			"by name; tags, policies and one user's MFA policies and API keys, because the service refuses it too.",
	},
	Q4170: {
		title: "no service named",
		explanation:
			"A running embedded service is found by the folder it was started with (`--data`), where it says at which address it listens, " +
			"or by that address itself (`--url`). Votes and retries need the folder: they are for whoever can read it.",
	},
	Q4171: {
		title: "no service running",
		explanation:
			"Nobody has the folder, or nothing answers where its last holder said it would: the service was stopped or killed. Start it " +
			"with `quorate service start --data FOLDER`.",
	},
	Q4172: {
		title: "token not readable",
		explanation:
			"A running service keeps a token in its folder, readable by its owner alone, by which its owner proves themselves. It is " +
			"missing or may not be read, so the service would take the call for a stranger's.",
	},
	Q4173: {
		title: "refused by the embedded service",
		explanation:
			"The embedded service was reached and does not do what was asked; its message says why. A vote is judged by the organisation's " +
			"policies like any other, and can only be made for users whose key the seed made.",
	},
} as const satisfies CodeTable;
