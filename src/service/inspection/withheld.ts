// What is left out of parameters and results when they are shown to whoever looks: tokens, codes and sealed bundles, which
// are of use to whoever has them.
import { isJsonArray, isJsonObject, type JsonValue } from "../../base/json.js";

const WITHHELD = /(?:token|bundle|secret|session|password|mnemonic|authcode|codeverifier)$/i;
const INSTEAD = "(withheld)";

/** The value with every member of such a name replaced, however deep. */
export function withheld(value: JsonValue): JsonValue {
	if (isJsonArray(value)) return value.map(withheld);
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, each]) => {
			const given = each !== null && each !== "" && typeof each !== "boolean";
			return [name, WITHHELD.test(name) && given && !isJsonObject(each) ? INSTEAD : withheld(each)];
		}),
	);
}
