// Completion table of the command line, generated from the program itself.

import type { Argument, Command, Option } from 'commander';

/** Value that an option or a verb takes. `free`: arbitrary text, which can't be completed. */
type Value =
  | { readonly kind: 'nothing' | 'file' | 'free' }
  | { readonly kind: 'choice'; readonly of: readonly string[] };

export interface CompletedOption {
  /** `--verbose`, `-v`. */
  readonly names: readonly string[];
  readonly description: string;
  readonly value: Value;
}

export interface CompletedVerb {
  /** `cloud serve`; '' for the program itself. */
  readonly path: string;
  readonly verbs: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly CompletedOption[];
  readonly value: Value;
}

/** Returns the program, its verbs and their subcommands. */
export function completionOf(command: Command, path = ''): readonly CompletedVerb[] {
  const help = command.createHelp();
  const verbs = help.visibleCommands(command);
  const names = verbs.map((verb) => verb.name()).filter((name) => name !== HELP);
  const own = {
    path,
    verbs: verbs.map((verb) => ({ name: verb.name(), description: verb.summary() || verb.description() })),
    options: help.visibleOptions(command).map(optionOf),
    value: argumentOf(command.registeredArguments[0]),
  };
  const below = verbs.flatMap((verb) => {
    const at = path === '' ? verb.name() : `${path} ${verb.name()}`;
    const explains: CompletedVerb = { path: at, verbs: [], options: [], value: { kind: 'choice', of: names } };
    return verb.name() === HELP ? [explains] : completionOf(verb, at);
  });
  return [own, ...below];
}

const HELP = 'help';

const optionOf = (option: Option): CompletedOption => ({
  names: [option.long, option.short].flatMap((name) => name ?? []),
  description: option.description,
  value: option.required || option.optional ? valueOf(option) : { kind: 'nothing' },
});

/** Derives the value from the flags: `--junit <file>`, `--limits <on|off>`, `--on <virtual|panel=URL>`. */
function valueOf({ flags, argChoices }: Option): Value {
  const placeholder = /[<[](.*)[>\]]/.exec(flags)?.[1] ?? '';
  if (argChoices) return { kind: 'choice', of: argChoices };
  if (FILES.test(placeholder)) return { kind: 'file' };
  const words = placeholder.split('|').map((word) => word.replace(/=.*/, '='));
  return words.length > 1 ? { kind: 'choice', of: words } : { kind: 'free' };
}

const FILES = /file|folder|path|where/;

function argumentOf(argument: Argument | undefined): Value {
  if (!argument) return { kind: 'nothing' };
  if (argument.argChoices) return { kind: 'choice', of: argument.argChoices };
  return FILES.test(argument.name()) ? { kind: 'file' } : { kind: 'free' };
}
