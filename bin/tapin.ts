// The command line. A verb is a file, which loads what it runs only when it is called; what is wrong with a call is one line
// on stderr and exit code 2.

import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { addDevice } from './device.ts';
import { addRun } from './run.ts';
import { complain } from './process.ts';
import { addSensor } from './sensor.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Errors whose own text says what is wrong but not what is allowed. */
const WITHOUT_ALLOWED: ReadonlySet<string> = new Set([
  'commander.unknownOption',
  'commander.excessArguments',
  'commander.optionMissingArgument',
  'commander.missingMandatoryOptionValue',
]);

function sayAllowed({ exitCode, code, message }: CommanderError, allowed: string): never {
  const said = WITHOUT_ALLOWED.has(code) ? `${message.replace(/\.$/, '')}; ${allowed}.` : message;
  throw new CommanderError(exitCode, code, said);
}

const program = new Command('tapin')
  .description('The FooGolf putting device as software.')
  .version(version, '-V, --version', 'print the version')
  .exitOverride((error) => sayAllowed(error, 'tapin --help explains'))
  .configureOutput({ writeErr: () => {} })
  .helpCommand('help [verb]', 'explain a verb')
  .addHelpText('after', '\nEvery verb explains itself: tapin run --help')
  .allowExcessArguments()
  .action((_options, { args }: Command) => {
    const wrong = args[0] === undefined ? 'Say what to do' : `There is no verb ${JSON.stringify(args[0])}`;
    throw new CommanderError(2, 'tapin.verb', `${wrong}: run, device or sensor; tapin --help explains.`);
  });

for (const add of [addRun, addDevice, addSensor]) {
  const verb = add(program);
  verb.allowExcessArguments(false).configureOutput({ writeErr: () => {} });
  const takes = `tapin ${verb.name()} takes ${verb.options.map(({ flags }) => flags).join(', ')}`;
  verb.exitOverride((error) => sayAllowed(error, takes));
}

try {
  await program.parseAsync();
} catch (thrown) {
  if (!(thrown instanceof CommanderError)) throw thrown;
  if (thrown.exitCode !== 0) {
    complain(thrown.message.replace(/^error: /, ''));
    process.exitCode = 2;
  }
}
