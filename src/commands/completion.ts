// `quorate completion`: scripts for bash, zsh and fish, made from the same table the program parses with.
import type { Command } from "commander";
import { didYouMean } from "../diagnostics/suggestion.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { createProgram } from "./program.js";
import { Refusal } from "./refusal.js";

interface Verb {
	/** `plan`, or `service start`. */
	readonly words: string;
	readonly summary: string;
	readonly flags: readonly {
		readonly long: string;
		readonly summary: string;
		readonly takesFile: boolean;
		readonly choices: readonly string[];
	}[];
}

const SHELLS: Readonly<Record<string, (verbs: readonly Verb[]) => string>> = { bash, zsh, fish };

export async function runCompletion(context: Context, _options: unknown, shell: string): Promise<ExitCode> {
	const write = SHELLS[shell];
	if (write === undefined) {
		const shells = Object.keys(SHELLS);
		throw new Refusal(EXIT.error, [
			{
				code: "Q7106",
				severity: "error",
				message: `there is no completion for \`${shell}\``,
				help: didYouMean(shell, shells) ?? `there is one for ${shells.join(", ")}`,
			},
		]);
	}
	context.stdout.write(
		write(
			verbsOf(
				createProgram(() => async () => undefined, context),
				"",
			),
		),
	);
	return EXIT.success;
}

function verbsOf(command: Command, prefix: string): Verb[] {
	return command.commands.flatMap((each): Verb[] => {
		const words = prefix === "" ? each.name() : `${prefix} ${each.name()}`;
		const flags = each.options
			.filter((option) => option.long !== undefined && !option.hidden)
			.map((option) => ({
				long: option.long ?? "",
				summary: option.description.split(";")[0] ?? "",
				takesFile: /<(file|folder)>/.test(option.flags),
				choices: option.argChoices ?? [],
			}));
		return [{ words, summary: each.description().split(";")[0] ?? "", flags }, ...verbsOf(each, words)];
	});
}

const firstWords = (verbs: readonly Verb[]): readonly Verb[] => verbs.filter((verb) => !verb.words.includes(" "));
const below = (verbs: readonly Verb[], words: string): readonly Verb[] =>
	verbs.filter((verb) => verb.words.startsWith(`${words} `));

function bash(verbs: readonly Verb[]): string {
	const cases = verbs.map((verb) => {
		const inner = below(verbs, verb.words).map((each) => each.words.slice(verb.words.length + 1));
		return `    "${verb.words}") words="${[...inner, ...verb.flags.map((flag) => flag.long)].join(" ")}" ;;`;
	});
	const flags = verbs.flatMap((verb) => verb.flags);
	const files = [...new Set(flags.filter((flag) => flag.takesFile).map((flag) => flag.long))];
	const choices = new Map(flags.filter((flag) => flag.choices.length > 0).map((flag) => [flag.long, flag.choices]));
	const values = [...choices].map(
		([long, words]) => `    ${long}) COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$current")); return ;;\n`,
	);
	return `# bash completion for quorate
_quorate() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" verb="\${COMP_WORDS[1]}" words=""
  case "$previous" in
    ${files.join("|")}) COMPREPLY=($(compgen -f -- "$current")); return ;;
${values.join("")}  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${firstWords(verbs)
			.map((verb) => verb.words)
			.join(" ")}"
  else
    [ "$COMP_CWORD" -gt 2 ] && case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
      ${
				verbs
					.filter((verb) => verb.words.includes(" "))
					.map((verb) => `"${verb.words}"`)
					.join("|") || '""'
			}) verb="\${COMP_WORDS[1]} \${COMP_WORDS[2]}" ;;
    esac
    case "$verb" in
${cases.join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  case "$current" in -*) ;; *) [ "$COMP_CWORD" -gt 1 ] && COMPREPLY+=($(compgen -f -- "$current")) ;; esac
}
complete -o filenames -F _quorate quorate
`;
}

function zsh(verbs: readonly Verb[]): string {
	const quote = (text: string) => text.replaceAll("'", "").replaceAll("[", "(").replaceAll("]", ")").replaceAll(":", " ");
	const lastWord = (verb: Verb) => verb.words.split(" ").at(-1) ?? "";
	const named = (each: readonly Verb[]) => each.map((verb) => `'${lastWord(verb)}:${quote(verb.summary)}'`).join(" ");
	const flagsOf = (verb: Verb) => {
		const flags = verb.flags.map(
			(flag) =>
				`'*${flag.long}[${quote(flag.summary)}]${flag.takesFile ? ":file:_files" : flag.choices.length > 0 ? `:value:(${flag.choices.join(" ")})` : ""}'`,
		);
		return `_arguments ${[...flags, "'*:file:_files'"].join(" ")}`;
	};
	// Below a verb with verbs of its own, the third word chooses among them.
	const cases = firstWords(verbs).map((verb) => {
		const inner = below(verbs, verb.words);
		if (inner.length === 0) return `      ${verb.words}) ${flagsOf(verb)} ;;`;
		const cases = inner.map((each) => `          ${lastWord(each)}) ${flagsOf(each)} ;;`);
		return `      ${verb.words})
        if (( CURRENT == 3 )); then
          verbs=(${named(inner)})
          _describe 'command' verbs
        else case "$words[3]" in
${cases.join("\n")}
        esac fi ;;`;
	});
	return `#compdef quorate
_quorate() {
  local -a verbs
  if (( CURRENT == 2 )); then
    verbs=(${named(firstWords(verbs))})
    _describe 'command' verbs
  else
    case "$words[2]" in
${cases.join("\n")}
    esac
  fi
}
compdef _quorate quorate
`;
}

function fish(verbs: readonly Verb[]): string {
	const quote = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
	const lines = verbs.flatMap((verb) => {
		const [first = "", second] = verb.words.split(" ");
		const when = second === undefined ? "__fish_use_subcommand" : `__fish_seen_subcommand_from ${first}`;
		const own = `complete -c quorate -n '${when}' -f -a ${second ?? first} -d ${quote(verb.summary)}`;
		const flags = verb.flags.map(
			(flag) =>
				`complete -c quorate -n '__fish_seen_subcommand_from ${second ?? first}' -l ${flag.long.slice(2)} -d ${quote(flag.summary)}${flag.takesFile ? " -r -F" : flag.choices.length > 0 ? ` -x -a ${quote(flag.choices.join(" "))}` : ""}`,
		);
		return [own, ...flags];
	});
	return `# fish completion for quorate\n${lines.join("\n")}\n`;
}
