// Command line of tapin: its verbs, and usage errors as one line on stderr with exit code 2.

import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { readFields } from '../wire/json-fields.ts';
import { didYouMean } from '../wire/nearest-word.ts';
import { printMessage, setLogFormat, type LogFormat } from './process/process.ts';

const { version } = readFields(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) ?? {};

/** Error codes whose message names the problem but not the allowed usage. */
const ERRORS_WITHOUT_USAGE: ReadonlySet<string> = new Set([
  'commander.unknownOption',
  'commander.excessArguments',
  'commander.missingArgument',
  'commander.optionMissingArgument',
  'commander.missingMandatoryOptionValue',
]);

function failWithUsage({ exitCode, code, message }: CommanderError, allowed: string): never {
  const [, given = '', choices = ''] = /argument '(.*)' is invalid\. Allowed choices are (.*)\.$/s.exec(message) ?? [];
  const near = didYouMean(given, choices.split(', '));
  if (near !== '') throw new CommanderError(exitCode, code, message.replace(' is invalid.', ` is invalid${near}.`));
  const text = ERRORS_WITHOUT_USAGE.has(code) ? `${message.replace(/\.$/, '')}; ${allowed}.` : message;
  throw new CommanderError(exitCode, code, text);
}

const namesOf = ({ commands }: Command): readonly string[] =>
  commands.map((verb) => verb.name()).filter((name) => name !== 'help');

/** Lists the subcommands: `run, device or cloud`. */
const listOf = (command: Command): string => {
  const names = namesOf(command);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
};

function wrongVerb(command: Command, path: string, word: string | undefined): CommanderError {
  const wrong =
    word === undefined
      ? 'Missing command'
      : `Unknown command ${JSON.stringify(word.slice(0, 40))}${didYouMean(word, namesOf(command))}`;
  const first = word === undefined && command.parent === null && verbOf(command, 'run');
  const allowed = first ? 'tapin run to play in your browser' : listOf(command);
  return new CommanderError(2, 'tapin.verb', `${wrong}: use ${allowed}; see ${path} --help.`);
}

/** Makes a group command list its subcommands when called without one or with an unknown one. */
const requireSubcommand = (command: Command, path: string): Command =>
  command.allowExcessArguments().action((_options, { args }: Command) => {
    throw wrongVerb(command, path, args[0]);
  });

/** Reports usage errors of a verb and its subcommands as one line with the accepted syntax. */
function reportUsageErrors(verb: Command, path: string): void {
  verb.configureOutput({ writeErr: () => {} });
  if (verb.commands.length > 0) requireSubcommand(verb, path);
  else verb.allowExcessArguments(false);
  const args = verb.registeredArguments.map((argument) => `<${argument.name()}>`);
  const takes = `${path} takes ${[...args, ...verb.options.map(({ flags }) => flags)].join(', ')}`;
  verb.exitOverride((error) => failWithUsage(error, verb.commands.length > 0 ? `see ${path} --help` : takes));
  for (const below of verb.commands) reportUsageErrors(below, `${path} ${below.name()}`);
}

/** Returns the subcommand that this word names. */
const verbOf = ({ commands }: Command, word: string | undefined): Command | undefined =>
  commands.find((verb) => word !== 'help' && verb.name() === word);

/** Moves options behind the verb they belong to, since they may precede it: `simulator --port 9210 gspconnect`. */
function ordered(program: Command, words: readonly string[]): readonly string[] {
  const first = verbOf(program, words[0]);
  if (!first || !words[1]?.startsWith('-')) return words;
  const at = words.findIndex((word, i) => i > 1 && verbOf(first, word));
  return at < 0 ? words : [words[0] ?? '', words[at] ?? '', ...words.slice(1, at), ...words.slice(at + 1)];
}

/** Handles `help VERB` and `VERB help VERB`: prints the help of that verb. Returns false for any other call. */
function explain(program: Command, words: readonly string[]): boolean {
  let [command, path, help_requested] = [program, 'tapin', false];
  for (const word of words) {
    if (command.commands.length === 0) break;
    const next = verbOf(command, word);
    if (next) [command, path] = [next, `${path} ${word}`];
    else if (word === 'help') help_requested = true;
    else if (word.startsWith('-') && !help_requested) return false;
    else if (help_requested || words.includes('--help') || words.includes('-h')) throw wrongVerb(command, path, word);
    else return false;
  }
  if (help_requested) command.outputHelp();
  return help_requested;
}

/** Adds a verb, which loads its implementation only when called. */
type AddVerb = (program: Command) => Command;

/** Verbs by their heading in the help. */
export type VerbGroups = Readonly<Record<string, readonly AddVerb[]>>;

/** Runs a call; a wrong one prints a line on stderr and sets exit code 2. `args`: the words after `tapin`. */
export async function runCommandLine(groups: VerbGroups, args: readonly string[]): Promise<void> {
  const program = new Command('tapin')
    .description('The FooGolf putting device as software.')
    .version(String(version), '-V, --version', 'print the version')
    .exitOverride((error) => failWithUsage(error, 'see tapin --help'))
    .configureOutput({ writeErr: () => {} })
    .commandsGroup(Object.keys(groups).at(-1) ?? '')
    .helpCommand('help [command]', 'Show the help of a command');
  for (const [heading, verbs] of Object.entries(groups))
    for (const add of verbs) {
      const verb = add(program).helpGroup(heading);
      reportUsageErrors(verb, `tapin ${verb.name()}`);
    }
  program.addHelpText('after', `\nEach command has its own help: tapin ${program.commands[0]?.name()} --help`);
  requireSubcommand(program, 'tapin');
  program.hook('preAction', (_program, verb) =>
    setLogFormat(verb.opts<{ readonly logFormat?: LogFormat }>().logFormat ?? 'text'),
  );

  try {
    const words = ordered(program, args);
    if (!explain(program, words)) await program.parseAsync(words, { from: 'user' });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    if (thrown.exitCode !== 0) {
      printMessage(thrown.message.replace(/^error: /, ''));
      process.exitCode = 2;
    }
  }
}
