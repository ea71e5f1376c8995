// `tapin extension`: for authors of extensions.

import type { Command } from 'commander';
import { panelHostOption, panelPortOption, seedOption, verboseOption } from './options.ts';
import type { RunFileOptions } from './run-extension.ts';

export const addExtension = (program: Command): Command => {
  const extension = program
    .command('extension')
    .summary('for authors of extensions')
    .description('Drills and games in Lua, which devices install by a share code.');
  addCheck(extension);
  addRunFile(extension);
  return extension;
};

const addRunFile = (extension: Command): Command =>
  extension
    .command('run')
    .summary('a device with a file as its extension')
    .description(
      'Runs a virtual device with this file installed, and puts it in again whenever the file is saved. Nothing is kept.',
    )
    .argument('<file>', 'a Lua file')
    .addOption(panelPortOption())
    .addOption(panelHostOption())
    .addOption(seedOption())
    .addOption(verboseOption())
    .addHelpText(
      'after',
      `
What it logs, what is wrong with it, and how much of its limits it uses is on stderr.

Examples:
  tapin extension run ladder.lua
  tapin extension run ladder.lua --port 0 --seed 7     the same every time`,
    )
    .action(async (file: string, options: RunFileOptions) => {
      const { runFile } = await import('./run-extension.ts');
      await runFile(file, options);
    });

const addCheck = (extension: Command): Command =>
  extension
    .command('check')
    .summary("the store's verdict on a file")
    .description(
      'Says whether the store would take these files, by the checker that it asks itself: syntax, manifest, and what the top level does.',
    )
    .argument('<files...>', 'Lua files')
    .addHelpText(
      'after',
      `
Exit code 0 when all of them are fine, otherwise 1; a problem is FILE:LINE: and a sentence, as editors understand it.

Examples:
  tapin extension check ladder.lua
  tapin extension check drills/*.lua`,
    )
    .action(async (files: readonly string[]) => {
      const { checkFiles } = await import('./check-extensions.ts');
      await checkFiles(files);
    });
