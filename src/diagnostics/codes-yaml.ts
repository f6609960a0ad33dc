// Q1: files and YAML. Q100x finding and reading files, Q101x their characters, Q102x to Q104x the YAML in them.
import type { CodeTable } from "./code-entry.js";

export const yamlCodes = {
	Q1001: {
		title: "empty file",
		explanation:
			"A file that the project's patterns match holds no document at all, only white space or comments. It is read as saying " +
			"nothing: no resource is ever deleted because a file was empty. Remove the file, or write a manifest into it.",
	},
	Q1002: {
		title: "pattern matches no file",
		explanation:
			"A pattern under `manifests:` in the project file matches no manifest file. A moved folder or a slip in the pattern would " +
			"otherwise look as if everything in it had been deleted, so it is refused. Patterns are relative to the project file, use " +
			"`/` on every system, and find files that end in .yaml, .yml or .json.",
		example: "manifests: [polices/*.yaml]",
	},
	Q1003: {
		title: "file cannot be read",
		explanation:
			"The operating system refused to read a file or folder that the project needs. What cannot be read is not known, so " +
			"nothing is concluded from it. Check its permissions and that it still exists.",
	},
	Q1004: {
		title: "not a file",
		explanation:
			"A manifest must be an ordinary file. A folder is named by a pattern such as `folder/**/*.yaml`; pipes, sockets and " +
			"devices are refused because reading them may never end.",
		example: "manifests: [policies]",
	},
	Q1005: {
		title: "broken symbolic link",
		explanation: "A symbolic link that a pattern matches points to something that does not exist, or to itself.",
	},
	Q1006: {
		title: "file too large",
		explanation:
			"A manifest file may have 10 MB at most. A larger one is refused unread: it is nearly always a file of another sort that a " +
			"pattern caught, and reading it would cost more time and memory than any set of manifests. Split it, or narrow the pattern.",
	},
	Q1007: {
		title: "not UTF-8 text",
		explanation:
			"Manifests are UTF-8. Other encodings would be read as other characters than the author saw, and names would not match. " +
			"Convert the file, for example with `iconv -t UTF-8`. A byte order mark at the start is accepted and skipped.",
	},
	Q1008: {
		title: "control character",
		explanation:
			"The text holds a control character (NUL, escape, a carriage return without a line feed …). Such characters are invisible, " +
			"can hide what a file says when it is shown on a terminal, and no resource needs them. Remove the character; where one is " +
			'really meant, write it as an escape inside a double-quoted string, such as "\\x1b".',
	},
	Q1009: {
		title: "reserved character",
		explanation:
			"The private-use characters U+E000 and U+E001 mark references inside attributes while a run lasts, so no manifest and no " +
			"variable may contain them: text could otherwise pretend to be a reference.",
	},
	Q1010: {
		title: "invisible character",
		explanation:
			"Zero-width characters and Unicode's controls of reading direction cannot be seen, but change what a text is. In a policy " +
			"they can show a reviewer one rule and enforce another. Remove the character, or write it as an escape in a double-quoted " +
			"string, where everybody sees it.",
	},
	Q1011: {
		title: "invalid JSON",
		explanation:
			"A file that ends in .json must be one JSON value: no comments, no trailing commas, keys and strings in double quotes. " +
			"Rename it to .yaml to use YAML's notation.",
		example: "{'kind': 'Policy'}",
	},
	Q1020: {
		title: "invalid YAML",
		explanation:
			"The text is not YAML: something stands where the syntax allows nothing of the sort. The place reported is where reading " +
			"stopped making sense; the cause is often a line above it, such as an unclosed quote or a lost indentation.",
	},
	Q1021: {
		title: "tab used for indentation",
		explanation:
			"YAML forbids tabs for indentation, because their width is not defined. Indent with two spaces per level; `quorate fmt` " +
			"does so for everything else.",
		example: "spec:\n\teffect: EFFECT_ALLOW",
	},
	Q1022: {
		title: "duplicate key",
		explanation:
			"A mapping has the same key twice. YAML readers disagree about which one counts, so a reviewer cannot know what will be " +
			"applied. Keep one of them.",
		example: "spec:\n  effect: EFFECT_ALLOW\n  effect: EFFECT_DENY",
	},
	Q1023: {
		title: "anchor",
		explanation:
			"Anchors (`&name`) exist to be repeated by aliases, which manifests do not have: every manifest says completely what it " +
			"means where it is read. Remove the anchor, and write the value out wherever it is needed, or use a `${var.NAME}`.",
		example: "spec: &base {}",
	},
	Q1024: {
		title: "alias",
		explanation:
			"Aliases (`*name`) repeat a value written elsewhere. A change there silently changes every place that repeats it, and a " +
			"few lines can grow to gigabytes. Write the value out, or use a `${var.NAME}`. A text that starts with `*` must be quoted.",
		example: "condition: *shared",
	},
	Q1025: {
		title: "merge key",
		explanation: "The merge key `<<` was an extension of YAML 1.1 that YAML 1.2 does not have. Write the members out.",
		example: "<<: *base",
	},
	Q1026: {
		title: "YAML directive",
		explanation:
			"Lines that start with `%` change how a document is read (its YAML version, its tags). Manifests are always YAML 1.2 with " +
			"plain data. Remove the line.",
		example: "%YAML 1.1",
	},
	Q1027: {
		title: "YAML tag",
		explanation:
			"Tags (`!name`, `!!type`) change the type a value is read as. Manifests hold plain data only: remove the tag, and quote " +
			"the value if it must be a string.",
		example: "order: !!int 3",
	},
	Q1028: {
		title: "number in another base",
		explanation:
			"YAML reads an unquoted `0x…` or `0o…` as a number, and an address or hash of that form becomes a rounded one that cannot " +
			"be turned back. Put it in quotes.",
		example: "to: 0x71C7656EC7ab88b098defB751B7401B5f6d8976F",
	},
	Q1029: {
		title: "integer too large",
		explanation:
			"Integers beyond 9007199254740991 (2^53 - 1) cannot be held exactly as a number and would be rounded silently. Put it in " +
			"quotes; fields for large amounts take a string.",
		example: "amount: 10000000000000000000",
	},
	Q1030: {
		title: "number loses digits",
		explanation:
			"A number has more digits than a double holds, or is not finite (`.inf`, `.nan`, 1e999), so that what would be sent is not " +
			"what is written. Put it in quotes, or write fewer digits.",
		example: "share: 0.12345678901234567890",
	},
	Q1031: {
		title: "key is not a string",
		explanation:
			"Keys of a manifest's mappings are names. A number, `null`, a list or a mapping as a key cannot be one; put it in quotes.",
		example: "labels: { 1: one }",
	},
	Q1032: {
		title: "forbidden key",
		explanation: "The key `__proto__` has a special meaning to JavaScript programs that read the data, and is refused.",
	},
	Q1033: {
		title: "nested too deeply",
		explanation:
			"Lists and mappings may be nested 64 deep. No manifest needs a tenth of it; a file that does is made to exhaust a reader.",
	},
	Q1034: {
		title: "quoted text ends in the wrong place",
		explanation:
			"A quoted text is not closed, or ends early because a quote inside it was not written as one. Inside single quotes a quote is written twice (''); inside double quotes it is escaped (\\\").",
		example: "name: 'Bob's policy'",
	},
	Q1035: {
		title: "wrong indentation",
		explanation:
			"Members of one mapping, and items of one list, start in the same column; what belongs to a key is indented further than " +
			"the key.",
		example: "metadata:\n  name: a\n   labels: {}",
	},
	Q1036: {
		title: "bracket not closed",
		explanation: "A list `[…]` or mapping `{…}` written on the line is not closed, or its items are not separated by commas.",
		example: "labels: { team: treasury",
	},
	Q1037: {
		title: "colon in unquoted text",
		explanation:
			"Unquoted text may not contain a colon followed by a space: YAML reads it as a key. Put the whole text in quotes, or write " +
			"it as a block (`|` or `>-` and the text on the next lines).",
		example: "notes: two signers: alice and bob",
	},
	Q1038: {
		title: "bad escape",
		explanation:
			"Inside double quotes a backslash starts an escape, and this one does not exist. Write `\\\\` for a backslash, or use single " +
			"quotes, in which a backslash is only a backslash.",
		example: 'condition: "\\d"',
	},
	Q1039: {
		title: "text must be quoted",
		explanation:
			"Unquoted text may not start with a character that means something to YAML (@, `, %, *, &, !, |, >, {, [ …). Put it in quotes.",
		example: "name: @treasury",
	},
	Q1040: {
		title: "key without a colon",
		explanation: "A line of a mapping must read `key: value`, with a space after the colon.",
		example: "spec:\n  effect EFFECT_ALLOW",
	},
} as const satisfies CodeTable;
