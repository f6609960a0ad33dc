// A request that got no answer: from the transport's stages to the failure the rest of the program knows, in words that say
// which of the usual causes it was.
import { type FailureReason, ServiceFailure } from "../api/failure.js";
import type { Endpoint } from "./base-url.js";
import type { TransportProblem } from "./transport.js";

interface Finding {
	readonly reason: FailureReason;
	/** Continues the sentence that begins with the operation's name. */
	readonly what: string;
	readonly help?: string;
}

const CHECK_URL = "check the base URL in the project file, and whether this machine may reach it";

/** The failure of one attempt. `operation` is named first in the message. */
export function connectionFailure(operation: string, endpoint: Endpoint, problem: TransportProblem): ServiceFailure {
	const origin = `\`${endpoint.origin}\``;
	const make = (category: "unreachable" | "interrupted" | "unintelligible" | "aborted", finding: Finding): ServiceFailure =>
		new ServiceFailure({
			category,
			operation,
			message: `\`${operation}\` ${finding.what}`,
			reason: finding.reason,
			help: finding.help,
			outcomeUnknown: problem.sent,
			cause: problem,
		});
	switch (problem.stage) {
		case "connect":
			return make("unreachable", connectFinding(origin, problem));
		case "timeout":
			return make("interrupted", {
				reason: "timeout",
				what: `got ${problem.message} from ${origin}`,
				help: "the service is slow or overloaded; a longer time limit can be set",
			});
		case "lost":
			return make(problem.sent ? "interrupted" : "unreachable", {
				reason: problem.sent ? "connection-lost" : "connection-failed",
				what: `lost its connection to ${origin} before the answer came${codeIn(problem)}`,
			});
		case "truncated":
			return make("interrupted", { reason: "truncated", what: `lost its connection to ${origin} in the middle of the answer` });
		case "too-large":
			return make("unintelligible", {
				reason: "too-large",
				what: `got an answer from ${origin} that is too large: ${problem.message}`,
			});
		case "not-http":
			return make("unintelligible", {
				reason: "content-type",
				what: `got an answer from ${origin} that is not HTTP`,
				help: CHECK_URL,
			});
		case "cancelled":
			return make("aborted", { reason: "cancelled", what: "was cancelled" });
	}
}

/** Certificates and the TLS handshake, by the codes of Node and OpenSSL. */
const TLS: readonly (readonly [pattern: RegExp, what: string, help: string])[] = [
	[/^CERT_HAS_EXPIRED$/, "its certificate has expired", "if it is right, check this machine's clock"],
	[/^CERT_NOT_YET_VALID$/, "its certificate is not valid yet", "if it is right, check this machine's clock"],
	[/^ERR_TLS_CERT_ALTNAME_INVALID$/, "its certificate is for another name", CHECK_URL],
	[
		/^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*|CERT_UNTRUSTED)$/,
		"its certificate is signed by nobody this machine trusts",
		"if it is your own authority, name its certificate in NODE_EXTRA_CA_CERTS",
	],
	[
		/^(?:ERR_SSL_WRONG_VERSION_NUMBER|EPROTO)$/,
		"what answers there does not speak TLS",
		"check whether the base URL should begin with `http:`",
	],
	[/^(?:ERR_TLS_|ERR_SSL_|CERT_)/, "the TLS handshake failed", CHECK_URL],
];

function connectFinding(origin: string, problem: TransportProblem): Finding {
	const code = codeOf(problem);
	for (const [pattern, what, help] of TLS) {
		if (pattern.test(code)) return { reason: "tls", what: `cannot trust ${origin}: ${what}${codeIn(problem)}`, help };
	}
	if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
		return {
			reason: "name-not-found",
			what: `cannot find ${origin}: its name does not resolve${codeIn(problem)}`,
			help: CHECK_URL,
		};
	}
	if (code === "ECONNREFUSED") {
		const help = "check that the service runs and listens there, and the base URL in the project file";
		return { reason: "connection-refused", what: `cannot reach ${origin}: the connection was refused${codeIn(problem)}`, help };
	}
	if (code === "" || code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") {
		return {
			reason: "connect-timeout",
			what: `cannot reach ${origin}: no connection came about in time${codeIn(problem)}`,
			help: CHECK_URL,
		};
	}
	return {
		reason: "connection-failed",
		what: `cannot reach ${origin}: the connection failed${codeIn(problem)}`,
		help: CHECK_URL,
	};
}

function codeOf(problem: TransportProblem): string {
	const code = (problem.cause as { readonly code?: unknown } | undefined)?.code;
	return typeof code === "string" ? code : "";
}

function codeIn(problem: TransportProblem): string {
	const code = codeOf(problem);
	return code === "" || code.startsWith("UND_ERR") ? "" : ` (${code})`;
}
