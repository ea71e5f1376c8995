// `npm run rig`: runs tapin as the firmware of a Raspberry Pi-like machine in QEMU, with its environment.

import { writeFileSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { Result } from '../wire/errors.ts';
import { THIS_MACHINE, missingOf } from './needs.ts';
import type { PowerCutOptions } from './power-cuts/power-cuts.ts';
import type { MutationOptions } from './mutations.ts';
import type { RigTestOptions } from './scenarios/play-scenarios.ts';
import type { Tested } from './steps.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
function endWith(sentence: string, code: 1 | 2): never {
  process.stderr.write(`rig: ${sentence}\n`);
  process.exit(code);
}
const valueOf = <T>(result: Result<T>): T => (result.ok ? result.value : endWith(result.error.message, 1));

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('allowed is 1 to 99999');
}

function checkNeeds(): void {
  const missing = missingOf(THIS_MACHINE);
  if (missing.length > 0) endWith(missing.join(' '), 2);
}

function endTested(tested: Tested, junit: string | undefined): void {
  if (junit !== undefined) writeFileSync(junit, tested.junit);
  process.exitCode = tested.passed ? 0 : 1;
}

const program = new Command('rig')
  .description('Run tapin as the firmware of a machine like a Raspberry Pi in QEMU.')
  .exitOverride()
  .configureOutput({ writeErr: () => {} });

program
  .command('needs')
  .summary('List what this machine lacks')
  .action(() => {
    checkNeeds();
    print('Nothing is missing.');
  });

program
  .command('image')
  .summary('Build what is not in the cache')
  .action(async () => {
    checkNeeds();
    const { buildImage } = await import('./build/image.ts');
    const { kernel, disks } = valueOf(await buildImage(print));
    [kernel, ...disks].forEach(print);
  });

program
  .command('boot')
  .summary('Run a machine to look at, until Ctrl-C')
  .action(async () => {
    checkNeeds();
    const { showMachine } = await import('./show-machine.ts');
    valueOf(await showMachine(print));
  });

program
  .command('self-test')
  .summary('Check each fixture and probe of the rig')
  .option('--junit <file>', 'JUnit report for CI')
  .action(async ({ junit }: { readonly junit?: string }) => {
    checkNeeds();
    const { selfTest } = await import('./self-test.ts');
    endTested(await selfTest(print), junit);
  });

program
  .command('all')
  .summary('Run all tests, with the quick scenarios (default command)')
  .option('--junit <folder>', 'folder for the JUnit reports for CI')
  .action(async ({ junit }: { readonly junit?: string }) => {
    checkNeeds();
    const { runAll } = await import('./run-all.ts');
    process.exitCode = (await runAll(junit, print)) ? 0 : 1;
  });

program
  .command('test')
  .summary('Play scenarios, each on a machine resumed from the snapshot')
  .argument('[file...]', 'scenario files in YAML, and folders with them', ['fixtures/scenarios'])
  .option('--filter <text>', 'text in the name or file of the scenarios to play')
  .option('--quick', 'only thirty short scenarios of fixtures/scenarios')
  .option('--jobs <number>', 'number of machines at a time (default: twice the number of processors)', wholeNumber)
  .option('--junit <file>', 'JUnit report for CI')
  .option('--keep <folder>', 'folder for screenshots and the files of failures', 'tapin-results')
  .action(async (files: readonly string[], options: RigTestOptions) => {
    checkNeeds();
    const { playOnMachines } = await import('./scenarios/play-scenarios.ts');
    valueOf(await playOnMachines(files, options, print));
  });

program
  .command('planted-faults')
  .summary('Check that the rig detects faults built into the device')
  .option('--filter <text>', 'text in the name of the faults to build in')
  .action(async (options: MutationOptions) => {
    checkNeeds();
    const { tryMutations } = await import('./mutations.ts');
    print(valueOf(await tryMutations(options, print)));
  });

program
  .command('arm64')
  .summary('Boot a machine with a Raspberry Pi processor and check its peripherals')
  .option('--junit <file>', 'JUnit report for CI')
  .option('--keep <folder>', 'folder for the files of failures', 'tapin-results')
  .action(async ({ junit, keep }: { readonly junit?: string; readonly keep: string }) => {
    checkNeeds();
    const { tryArm64 } = await import('./arm64.ts');
    endTested(await tryArm64(keep, print), junit);
  });

program
  .command('card')
  .summary('Boot the image of a card on a Raspberry Pi 3 and with a display')
  .option('--junit <file>', 'JUnit report for CI')
  .action(async ({ junit }: { readonly junit?: string }) => {
    checkNeeds();
    const { tryCard } = await import('./card.ts');
    endTested(await tryCard(print), junit);
  });

program
  .command('ssh')
  .summary('Play scenarios over SSH, as on a remote Raspberry Pi')
  .option('--junit <file>', 'JUnit report for CI')
  .option('--keep <folder>', 'folder for the files of failures', 'tapin-results')
  .action(async ({ junit, keep }: { readonly junit?: string; readonly keep: string }) => {
    checkNeeds();
    const { trySsh } = await import('./ssh.ts');
    endTested(await trySsh(keep, print), junit);
  });

program
  .command('power-cuts')
  .summary('Check the disk of a storing machine after hundreds of power cuts')
  .option('--cuts <number>', 'number of power cuts', wholeNumber, 500)
  .option('--seed <number>', 'seed for the order of writes', wholeNumber, 1)
  .action(async (options: PowerCutOptions) => {
    checkNeeds();
    const { cutPower } = await import('./power-cuts/power-cuts.ts');
    print(valueOf(await cutPower(options, print)));
  });

for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => {} });

try {
  await program.parseAsync(process.argv.length > 2 ? process.argv : [...process.argv, 'all']);
} catch (thrown) {
  if (!(thrown instanceof CommanderError)) throw thrown;
  const message = thrown.message.replace(/^error: |\.$/g, '');
  if (thrown.exitCode !== 0) endWith(`${message}; see npm run rig -- --help.`, 2);
}
