// Who may use the login proxy: whoever names one of its configurations, from a web page that the configuration allows.
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { AuthProxyEntity } from "../entity.js";
import type { Organization } from "../organization.js";
import { forbidden, unauthenticated } from "../refusal.js";
import type { Store } from "../store.js";

export const CONFIG_HEADER = "x-auth-proxy-config-id";

export interface ProxyConfig {
	readonly organization: Organization;
	readonly proxy: AuthProxyEntity;
}

/** Throws a `Refusal`: 401 without a configuration there is, 403 for a page that is not allowed. */
export function proxyConfig(store: Store, headers: IncomingHttpHeaders): ProxyConfig {
	const id = headers[CONFIG_HEADER];
	if (id === undefined) throw unauthenticated("missing X-Auth-Proxy-Config-Id header", "UNAUTHENTICATED");
	const config = configurations(store).find((each) => each.proxy.id === String(id));
	if (!config) throw unauthenticated("unknown auth proxy config ID", "UNAUTHENTICATED");
	const { origin } = headers;
	if (origin !== undefined && !allows(config.proxy, origin)) throw forbidden("origin not allowed", "FORBIDDEN");
	return config;
}

/** What tells a browser whether its page may ask; a preflight names no configuration, so any that allows the page will do. */
export function answerCors(store: Store, { origin }: IncomingHttpHeaders, response: ServerResponse): void {
	response.setHeader("vary", "Origin");
	if (origin === undefined || !configurations(store).some((each) => allows(each.proxy, origin))) return;
	response.setHeader("access-control-allow-origin", origin);
	response.setHeader("access-control-allow-methods", "POST, OPTIONS");
	response.setHeader(
		"access-control-allow-headers",
		"Content-Type, Accept, X-Auth-Proxy-Config-Id, X-Captcha-Token, X-Client-Version",
	);
	response.setHeader("access-control-max-age", "600");
}

function allows({ allowedOrigins }: AuthProxyEntity, origin: string): boolean {
	return allowedOrigins.includes("*") || allowedOrigins.includes(origin);
}

/** The first one is what a client is told to use. */
export function configurations(store: Store): readonly ProxyConfig[] {
	return [...store.organizations()]
		.filter((each) => each.self.parentId === null)
		.flatMap((organization) => [...organization.authProxies.all()].map((proxy) => ({ organization, proxy })));
}
