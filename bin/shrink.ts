// `tapin shrink`: reduces a failing scenario or a diverging recording to a minimal one.

import { Option, type Command } from 'commander';
import { nonEmpty, rootOption } from './options.ts';
import type { ShrinkOptions } from './recording/shrink-file.ts';

export const addShrink = (program: Command): Command =>
  program
    .command('shrink')
    .summary('Shorten a failing scenario or recording')
    .description(
      'Leaves out of a scenario that fails all steps without which it still fails on the same page, with the same first line and message, in virtual time; and of a recording that diverges the other devices and what came after.',
    )
    .argument('<file>', 'a scenario in YAML, or a recording (*.gz)')
    .addOption(
      new Option(
        '--out <file>',
        'where the short one goes; beside the other, with short in its name, otherwise',
      ).argParser(nonEmpty('A file', 'short.yaml')),
    )
    .addOption(rootOption())
    .addHelpText(
      'after',
      `
Exit code 0: it is shorter, or can't be. 2: it does not fail, or can't be read.

Examples:
  tapin shrink round.yaml                  writes round.short.yaml
  tapin shrink play.tapin.gz --out a.tapin.gz`,
    )
    .action(async (file: string, options: ShrinkOptions) => {
      const { shrinkFile } = await import('./recording/shrink-file.ts');
      await shrinkFile(file, options);
    });
