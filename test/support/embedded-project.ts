// A project folder whose one environment is the service inside the command.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./temporary-folder.js";

/** Nobody may export: one policy, as text of a manifest. */
export const NO_EXPORTS =
	"apiVersion: quorate/v1\nkind: Policy\nmetadata: { name: p }\nspec: { effect: EFFECT_DENY, condition: activity.action == 'EXPORT' }\n";

/** The folder; `environment` is what the environment says beside `service: embedded`. */
export async function embeddedProject(manifest: string, environment = ""): Promise<string> {
	const cwd = await temporaryFolder();
	mkdirSync(join(cwd, "manifests"));
	writeFileSync(
		join(cwd, "quorate.yaml"),
		`apiVersion: quorate/v1\nkind: Project\nmanifests: ["manifests/*.yaml"]\nenvironments: { local: { service: embedded${environment} } }\n`,
	);
	writeFileSync(join(cwd, "manifests/p.yaml"), manifest);
	return cwd;
}
