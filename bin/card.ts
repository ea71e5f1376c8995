// `tapin card`: checks the image of a card for a Raspberry Pi. `npm run card` builds one.

import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { exitWith } from './process/process.ts';

export function addCard(program: Command): Command {
  const card = program
    .command('card')
    .summary('Check the image of a card')
    .description('Checks the image of a card for a Raspberry Pi, which npm run card builds.');
  card
    .command('check')
    .argument('<image>', 'image, packed (.img.xz) or not')
    .summary('Check that an image is complete')
    .description(
      'Checks partitions, boot files, program, units and signature of an image, without root. Requires mtools, erofs-utils and xz-utils.',
    )
    .addHelpText('after', '\nExamples:\n  tapin card check dist/tapin-rpi.img.xz')
    .action(check);
  return card;
}

async function check(image: string): Promise<void> {
  const { checkCard } = await import('../card/check-card.ts');
  await using folder = await mkdtempDisposable(join(tmpdir(), 'tapin-card-'));
  const report = await checkCard(image, folder.path);
  if (!report.ok) {
    await folder.remove();
    exitWith(report.error);
  }
  const { lines, faults } = report.value;
  for (const line of lines) process.stdout.write(`${line}\n`);
  for (const fault of faults) process.stdout.write(`Fault: ${fault}\n`);
  process.stdout.write(faults.length === 0 ? 'The card is complete.\n' : 'The card is not complete.\n');
  if (faults.length > 0) process.exitCode = 1;
}
