// A command line of tapin: verbs, and what is said where a call of one is wrong, which is one line on stderr and exit code 2.

import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { readFields } from '../wire/json-fields.ts';
import { printMessage, setLogFormat, type LogFormat } from './process.ts';

const { version } = readFields(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) ?? {};

/** Errors whose own text says what is wrong but not what is allowed. */
const ERRORS_WITHOUT_USAGE: ReadonlySet<string> = new Set([
  'commander.unknownOption',
  'commander.excessArguments',
  'commander.missingArgument',
  'commander.optionMissingArgument',
  'commander.missingMandatoryOptionValue',
]);

function failWithUsage({ exitCode, code, message }: CommanderError, allowed: string): never {
  const said = ERRORS_WITHOUT_USAGE.has(code) ? `${message.replace(/\.$/, '')}; ${allowed}.` : message;
  throw new CommanderError(exitCode, code, said);
}

/** `run, device or cloud`. */
const listOf = ({ commands }: Command): string => {
  const names = commands.map((verb) => verb.name()).filter((name) => name !== 'help');
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
};

/** A command that only leads to others: called alone or with a wrong one, it says which there are. */
const requireSubcommand = (command: Command, path: string): Command =>
  command.allowExcessArguments().action((_options, { args }: Command) => {
    const wrong = args[0] === undefined ? 'Say what to do' : `There is no verb ${JSON.stringify(args[0])}`;
    throw new CommanderError(2, 'tapin.verb', `${wrong}: ${listOf(command)}; ${path} --help explains.`);
  });

/** Wrong calls of a verb, and of the verbs below it, are one line that says what it takes. */
function reportUsageErrors(verb: Command, path: string): void {
  verb.configureOutput({ writeErr: () => {} });
  if (verb.commands.length > 0) requireSubcommand(verb, path);
  else verb.allowExcessArguments(false);
  const args = verb.registeredArguments.map((argument) => `<${argument.name()}>`);
  const takes = `${path} takes ${[...args, ...verb.options.map(({ flags }) => flags)].join(', ')}`;
  verb.exitOverride((error) => failWithUsage(error, verb.commands.length > 0 ? `${path} --help explains` : takes));
  for (const below of verb.commands) reportUsageErrors(below, `${path} ${below.name()}`);
}

/** Runs this process's call. Each of `verbs` adds one, which loads what it runs only when it is called. */
export async function runCommandLine(verbs: readonly ((program: Command) => Command)[]): Promise<void> {
  const program = new Command('tapin')
    .description('The FooGolf putting device as software.')
    .version(String(version), '-V, --version', 'print the version')
    .exitOverride((error) => failWithUsage(error, 'tapin --help explains'))
    .configureOutput({ writeErr: () => {} })
    .helpCommand('help [verb]', 'explain a verb');
  for (const add of verbs) {
    const verb = add(program);
    reportUsageErrors(verb, `tapin ${verb.name()}`);
  }
  program.addHelpText('after', `\nEvery verb explains itself: tapin ${program.commands[0]?.name()} --help`);
  requireSubcommand(program, 'tapin');
  program.hook('preAction', (_program, verb) =>
    setLogFormat(verb.opts<{ readonly logFormat?: LogFormat }>().logFormat ?? 'text'),
  );

  try {
    await program.parseAsync();
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    if (thrown.exitCode !== 0) {
      printMessage(thrown.message.replace(/^error: /, ''));
      process.exitCode = 2;
    }
  }
}
