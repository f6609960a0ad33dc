// Q71: how the program was called, and what its files and arguments turned out to be.
import type { CodeTable } from "./code-entry.js";

export const usageCodes = {
	Q7101: {
		title: "a file could not be written",
		explanation:
			"An output file is written beside its place first and moved there whole, so a failure leaves what was there before untouched. Check that the folder exists and that you may write to it.",
	},
	Q7102: {
		title: "internal error",
		explanation:
			"Something happened that this program does not foresee. That is a defect; please report it with the lines it printed. Nothing was written to the service after it.",
	},
	Q7103: {
		title: "interrupted",
		explanation:
			"The command was stopped by a signal before it had a result. An apply that was interrupted is continued by the next `quorate apply`.",
	},
	Q7104: { title: "no such code", explanation: "`quorate explain` without an argument lists every diagnostic code there is." },
	Q7105: {
		title: "no such schema",
		explanation: "`quorate schema` without an argument lists the schemas this version publishes.",
	},
	Q7106: { title: "no completion for this shell", explanation: "Completion scripts are made for bash, zsh and fish." },
	Q7107: {
		title: "the seed cannot be read",
		explanation: "The file that describes the embedded service's organisation is missing or may not be read.",
	},
	Q7108: {
		title: "the embedded service has lost its key",
		explanation:
			"The data folder holds an organisation, and the credentials file that was made with it is gone. Without the key nobody can sign requests to it. Remove the folder to begin anew, or put the file back.",
	},
	Q7110: {
		title: "not an address",
		explanation:
			"Resources are named `Kind/name`, or `Kind/parent/name`. In `--target` and `--exclude` a `*` stands for anything.",
	},
	Q7111: {
		title: "malformed override",
		explanation:
			"Every guard is overridden by its own flag: `--allow-deletes Kind=N` with the exact number, `--accept-lockout CODE` with the code the check printed, `--allow-protected ADDRESS`, `--allow-dangling ADDRESS`.",
	},
	Q7112: {
		title: "an override and its reason go together",
		explanation:
			"Overriding a guard needs `--reason`, which stands in the plan for whoever reads it later. A reason without an override is most likely a flag that went missing.",
	},
	Q7113: {
		title: "not with a saved plan",
		explanation:
			"A saved plan was made, and reviewed, with its own targets and overrides. Changing them at apply would carry out something nobody reviewed.",
	},
	Q7114: {
		title: "nobody can be asked",
		explanation:
			"Without a terminal, and wherever `CI` is set, apply asks nobody. Give `--auto-approve`, or apply a plan that was saved and reviewed.",
	},
	Q7115: { title: "not approved", explanation: "Only the word `yes` approves a plan. Nothing was done." },
	Q7116: {
		title: "already there",
		explanation:
			"`init` and `export` never overwrite: they refuse before the first file is written. Choose another folder, or move what is there away.",
	},
	Q7117: {
		title: "no such operation",
		explanation: "`quorate call` sends an operation of the catalogue by its name, for example `whoami` or `update_policy`.",
	},
	Q7118: { title: "malformed parameters", explanation: "The parameters of a call are one JSON object." },
	Q7119: { title: "a file could not be read", explanation: "The file named on the command line is missing or may not be read." },
	Q7120: {
		title: "not a plan",
		explanation:
			"A saved plan is the JSON that `quorate plan --out` wrote. It is refused when it is cut off, of another format version, or altered: its digest covers every member.",
	},
	Q7121: {
		title: "not formatted",
		explanation: "`quorate fmt --check` found manifests that `quorate fmt` would lay out differently. The meaning is the same.",
	},
	Q7122: {
		title: "left out of the export",
		explanation:
			"Manifests name resources by `Kind/name`. Of several live resources with one name, none can be exported under it; rename all but one. A name with control characters cannot stand in a manifest.",
	},
	Q7123: {
		title: "the activity did not complete",
		explanation:
			"The service accepted the request and the activity failed, was rejected, or waits for approvals; what it says is in the activity that was printed.",
	},
	Q7124: {
		title: "the output could not be written",
		explanation:
			"Standard output or standard error did not take what was written, for example because a disk is full. The command was carried out to its end all the same, only its output is incomplete; an apply has its results in the state folder. A reader that closes its pipe early, as `head` does, is no error.",
	},
	Q7125: {
		title: "export of what is declared already",
		explanation:
			"The files would stand where the project reads its manifests, and would declare resources that it declares already. A resource declared twice is refused by every command.",
	},
	Q7126: {
		title: "variable that nothing uses",
		explanation:
			"A `--var` names a variable that neither the project file declares nor a manifest uses. Taking it silently would leave the value that is meant as it was, so it is an error.",
	},
} as const satisfies CodeTable;
