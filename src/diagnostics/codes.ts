// THE code table: every diagnostic this program can give. One file per area, so that a code's number tells where to look.

import type { CodeEntry } from "./code-entry.js";
import { applyCodes } from "./codes-apply.js";
import { commandCodes } from "./codes-command.js";
import { explainCodes } from "./codes-explain.js";
import { kindCodes } from "./codes-kind.js";
import { languageCodes } from "./codes-language.js";
import { lintCodes } from "./codes-lint.js";
import { manifestCodes } from "./codes-manifest.js";
import { planCodes } from "./codes-plan.js";
import { requestCodes } from "./codes-request.js";
import { serviceCodes } from "./codes-service.js";
import { stateCodes } from "./codes-state.js";
import { usageCodes } from "./codes-usage.js";
import { yamlCodes } from "./codes-yaml.js";

/** Q1 files and YAML, Q2 manifests, Q3 policy language, Q4 service and client, Q5 plan and guards, Q6 apply and state, Q7 command line. */
export const codes = {
	...yamlCodes,
	...manifestCodes,
	...kindCodes,
	...languageCodes,
	...lintCodes,
	...requestCodes,
	...serviceCodes,
	...planCodes,
	...stateCodes,
	...applyCodes,
	...usageCodes,
	...explainCodes,
	...commandCodes,
} as const satisfies Readonly<Record<string, CodeEntry>>;

export type Code = keyof typeof codes;

export function isCode(text: string): text is Code {
	return Object.hasOwn(codes, text);
}

export function explain(code: Code): CodeEntry {
	return codes[code];
}
