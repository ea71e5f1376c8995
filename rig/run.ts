// `npm run rig`: a machine like a Raspberry Pi in QEMU, with tapin as its firmware, and the world around it.

import { writeFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import type { Result } from '../wire/errors.ts';
import { THIS_MACHINE, missingOf } from './needs.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
function endWith(sentence: string, code: 1 | 2): never {
  process.stderr.write(`rig: ${sentence}\n`);
  process.exit(code);
}
const valueOf = <T>(result: Result<T>): T => (result.ok ? result.value : endWith(result.error.message, 1));

function checkNeeds(): void {
  const missing = missingOf(THIS_MACHINE);
  if (missing.length > 0) endWith(missing.join(' '), 2);
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
    const { buildImage } = await import('./image.ts');
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
    const tested = await selfTest(print);
    if (junit !== undefined) writeFileSync(junit, tested.junit);
    process.exitCode = tested.passed ? 0 : 1;
  });

for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => {} });

try {
  await program.parseAsync();
} catch (thrown) {
  if (!(thrown instanceof CommanderError)) throw thrown;
  const said = thrown.code === 'commander.help' ? 'say what to do' : thrown.message.replace(/^error: |\.$/g, '');
  if (thrown.exitCode !== 0) endWith(`${said}; npm run rig -- --help explains.`, 2);
}
