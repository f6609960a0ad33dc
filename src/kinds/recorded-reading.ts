// What is live according to the inventory, where the service offers no way to ask.
import type { Live, Reading, Recorded } from "../model/resource.js";
import type { Reader } from "./reader.js";

export function liveFromRecorded(recorded: Recorded): Live {
	return {
		address: recorded.address,
		kind: recorded.kind,
		id: recorded.id,
		name: recorded.name,
		...(recorded.parent === undefined ? {} : { parent: recorded.parent }),
		attributes: recorded.attributes,
	};
}

/** The recorded resources, taken for live. `reason` says why they could not be read. */
export function recordedReading(reader: Reader, reason: string): Reading {
	return { completeness: "recorded", reason, live: reader.recorded.map(liveFromRecorded) };
}
