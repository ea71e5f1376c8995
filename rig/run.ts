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
  throw new InvalidArgumentError('a number is from 1 to 99999');
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
  .description('A machine like a Raspberry Pi in QEMU, with tapin as its firmware.')
  .exitOverride()
  .configureOutput({ writeErr: () => {} });

program
  .command('needs')
  .summary('what this machine lacks')
  .action(() => {
    checkNeeds();
    print('All is there.');
  });

program
  .command('image')
  .summary('builds what is not in the cache')
  .action(async () => {
    checkNeeds();
    const { buildImage } = await import('./build/image.ts');
    const { kernel, disks } = valueOf(await buildImage(print));
    [kernel, ...disks].forEach(print);
  });

program
  .command('boot')
  .summary('a machine for looking at, until Ctrl-C')
  .action(async () => {
    checkNeeds();
    const { showMachine } = await import('./show-machine.ts');
    valueOf(await showMachine(print));
  });

program
  .command('self-test')
  .summary('tries each hand of the rig')
  .option('--junit <file>', 'writes a report for CI')
  .action(async ({ junit }: { readonly junit?: string }) => {
    checkNeeds();
    const { selfTest } = await import('./self-test.ts');
    endTested(await selfTest(print), junit);
  });

program
  .command('all')
  .summary('all that follows but boot and image, with the quick scenarios; as it is where nothing is said')
  .option('--junit <folder>', 'writes a report of each part for CI')
  .action(async ({ junit }: { readonly junit?: string }) => {
    checkNeeds();
    const { runAll } = await import('./run-all.ts');
    process.exitCode = (await runAll(junit, print)) ? 0 : 1;
  });

program
  .command('test')
  .summary('plays scenarios, each on a machine that goes on from the snapshot')
  .argument('[file...]', 'scenarios in YAML, and folders with such', ['fixtures/scenarios'])
  .option('--filter <text>', 'only those with this in their name or file')
  .option('--quick', 'thirty of fixtures/scenarios that are soon played')
  .option('--jobs <number>', 'machines at a time (default: twice the number of processors)', wholeNumber)
  .option('--junit <file>', 'writes a report for CI')
  .option('--keep <folder>', 'where screenshots and what failures leave is kept', 'tapin-results')
  .action(async (files: readonly string[], options: RigTestOptions) => {
    checkNeeds();
    const { playOnMachines } = await import('./scenarios/play-scenarios.ts');
    valueOf(await playOnMachines(files, options, print));
  });

program
  .command('planted-faults')
  .summary('builds faults into the device, to see that the rig finds them')
  .option('--filter <text>', 'only those with this in their name')
  .action(async (options: MutationOptions) => {
    checkNeeds();
    const { tryMutations } = await import('./mutations.ts');
    print(valueOf(await tryMutations(options, print)));
  });

program
  .command('arm64')
  .summary('a machine with the processor of a Raspberry Pi: boots it, and tries what is wired to it')
  .option('--junit <file>', 'writes a report for CI')
  .option('--keep <folder>', 'where what a failure leaves is kept', 'tapin-results')
  .action(async ({ junit, keep }: { readonly junit?: string; readonly keep: string }) => {
    checkNeeds();
    const { tryArm64 } = await import('./arm64.ts');
    endTested(await tryArm64(keep, print), junit);
  });

program
  .command('ssh')
  .summary('scenarios by SSH, as on a Raspberry Pi that stands somewhere')
  .option('--junit <file>', 'writes a report for CI')
  .option('--keep <folder>', 'where what a failure leaves is kept', 'tapin-results')
  .action(async ({ junit, keep }: { readonly junit?: string; readonly keep: string }) => {
    checkNeeds();
    const { trySsh } = await import('./ssh.ts');
    endTested(await trySsh(keep, print), junit);
  });

program
  .command('power-cuts')
  .summary('a machine that stores things, and its disk after hundreds of power cuts')
  .option('--cuts <number>', 'how many', wholeNumber, 500)
  .option('--seed <number>', 'by which the order of writes is chosen', wholeNumber, 1)
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
  const said = thrown.message.replace(/^error: |\.$/g, '');
  if (thrown.exitCode !== 0) endWith(`${said}; npm run rig -- --help explains.`, 2);
}
