// `quorate service deliveries`: what an embedded service has sent to webhook endpoints and what came of it; and sending one
// again.
import { ADMIN_PATHS } from "../service/administration/paths.js";
import type { DeliveryPage, InspectedDelivery } from "../service/inspection/inspected.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { jsonText, paletteFor } from "./output.js";
import { administer, findService, look, type RunningServiceOptions } from "./running-service.js";

export interface ServiceDeliveriesOptions extends RunningServiceOptions {
	readonly state?: string;
	readonly limit: number;
	readonly before?: number;
	readonly retry?: number;
}

export async function runServiceDeliveries(context: Context, options: ServiceDeliveriesOptions): Promise<ExitCode> {
	if (options.retry !== undefined) return retry(context, options, options.retry);
	const baseUrl = await findService(context, options);
	const query = new URLSearchParams({ limit: String(options.limit) });
	if (options.state !== undefined) query.set("state", options.state.toUpperCase());
	if (options.before !== undefined) query.set("before", String(options.before));
	const page = (await look(context, baseUrl, `/inspect/deliveries.json?${query}`)) as unknown as DeliveryPage;
	if (options.json) {
		context.stdout.write(jsonText(page));
		return EXIT.success;
	}
	const { deliveryLine } = await import("./service-inspect-text.js");
	const palette = paletteFor(context.stdout, context, options.color);
	for (const delivery of page.deliveries) context.stdout.write(deliveryLine(delivery, palette));
	if (page.deliveries.length === 0) context.stdout.write("No deliveries.\n");
	if (page.next !== null) context.stdout.write(`There are older ones: --before ${page.next}\n`);
	return EXIT.success;
}

async function retry(context: Context, options: ServiceDeliveriesOptions, sequence: number): Promise<ExitCode> {
	const answer = await administer(context, options, ADMIN_PATHS.retry, { delivery: sequence });
	const { delivery } = answer as unknown as { readonly delivery: InspectedDelivery };
	if (options.json) context.stdout.write(jsonText({ delivery }));
	else context.stdout.write(`Delivery ${sequence} is sent again, under the same event identifier ${delivery.eventId}.\n`);
	return EXIT.success;
}
