// `quorate service inspect`: a running embedded service's organisation and its latest activities, as text or JSON.
import type { ActivityPage, InspectedOrganization } from "../service/inspection/inspected.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { jsonText, paletteFor } from "./output.js";
import { findService, look, type RunningServiceOptions } from "./running-service.js";

export interface ServiceInspectOptions extends RunningServiceOptions {
	readonly organization?: string;
	readonly activities: number;
}

export async function runServiceInspect(context: Context, options: ServiceInspectOptions): Promise<ExitCode> {
	const baseUrl = await findService(context, options);
	const query = new URLSearchParams(options.organization === undefined ? {} : { organizationId: options.organization });
	const organization = (await look(context, baseUrl, `/inspect/organization.json?${query}`)) as unknown as InspectedOrganization;
	query.set("limit", String(options.activities));
	const { activities } = (await look(context, baseUrl, `/inspect/activities.json?${query}`)) as unknown as ActivityPage;
	if (options.json) {
		context.stdout.write(jsonText({ organization, activities }));
		return EXIT.success;
	}
	const { organizationText } = await import("./service-inspect-text.js");
	const palette = paletteFor(context.stdout, context, options.color);
	context.stdout.write(organizationText(organization, activities, { palette, baseUrl }));
	return EXIT.success;
}
