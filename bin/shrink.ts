// `tapin shrink`: reduces a failing scenario or a diverging recording to a minimal one.

import { Option, type Command } from 'commander';
import { nonEmpty, rootOption } from './options.ts';
import type { ShrinkOptions } from './recording/shrink-file.ts';

export const addShrink = (program: Command): Command =>
  program
    .command('shrink')
    .summary('Shorten a failing scenario or recording')
    .description(
      'Removes steps from a failing scenario while it still fails in virtual time on the same page with the same first line and message. Removes the other devices and everything after the divergence from a recording.',
    )
    .argument('<file>', 'YAML scenario, or recording (*.gz)')
    .addOption(
      new Option('--out <file>', 'result file (default: beside the original, with .short in its name)').argParser(
        nonEmpty('The file', 'short.yaml'),
      ),
    )
    .addOption(rootOption())
    .addHelpText(
      'after',
      `
Exit code 0: shortened as far as possible. 2: the file does not fail, or can't be read.

Examples:
  tapin shrink round.yaml                  write round.short.yaml
  tapin shrink play.tapin.gz --out a.tapin.gz`,
    )
    .action(async (file: string, options: ShrinkOptions) => {
      const { shrinkFile } = await import('./recording/shrink-file.ts');
      await shrinkFile(file, options);
    });
