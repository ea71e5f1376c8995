// `tapin extension`: commands for authors of extensions.

import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import {
  jsonOption,
  logFormatOption,
  openOption,
  panelHostOption,
  panelPortOption,
  seedOption,
  storeOption,
  verboseOption,
} from './options.ts';
import { addOwn } from './extension/own-verbs.ts';
import type { PublishOptions } from './extension/publish.ts';
import type { RunFileOptions } from './extension/run.ts';
import type { TestFilesOptions } from './extension/test.ts';

export const addExtension = (program: Command): Command => {
  const extension = program
    .command('extension')
    .summary('Write, test and publish extensions')
    .description('Develop and publish drills and games in Lua. Devices install them with a share code.');
  addCheck(extension);
  addRunFile(extension);
  addTest(extension);
  addPublish(extension);
  addOwn(extension);
  addNew(extension);
  return extension;
};

const addRunFile = (extension: Command): Command =>
  extension
    .command('run')
    .summary('Run an extension on a virtual device')
    .description(
      'Runs a virtual device with this file installed, and reinstalls it whenever the file is saved. Nothing is stored.',
    )
    .argument('<file>', 'a Lua file')
    .addOption(panelPortOption())
    .addOption(panelHostOption())
    .addOption(openOption())
    .addOption(seedOption())
    .addOption(verboseOption())
    .addOption(logFormatOption())
    .addHelpText(
      'after',
      `
Logs, errors and resource usage of the extension go to stderr.

Examples:
  tapin extension run ladder.lua --open
  tapin extension run ladder.lua --port 0 --seed 7     repeatable`,
    )
    .action(async (file: string, options: RunFileOptions) => {
      const { runFile } = await import('./extension/run.ts');
      await runFile(file, options);
    });

const addTest = (extension: Command): Command =>
  extension
    .command('test')
    .summary('Play a script of putts and keys')
    .description(
      'Plays the script next to each file (ladder.yaml for ladder.lua) on a virtual device in virtual time: putts, keys, expected ' +
        'lines of the screen, and screenshots.',
    )
    .argument('<files...>', 'Lua files')
    .option('--script <file>', 'script to play (default: the one next to the file)')
    .addOption(verboseOption())
    .addHelpText(
      'after',
      `
A script is YAML:
  seed: 7                       # seed of all randomness (default: 1)
  players: [Ana, Bo]
  settings: { start: 4 }        # settings from the manifest
  steps:
    - expect: Ladder            # a line of the screen contains this; a list: all of them
    - expect_line: 3 feet       # a line is exactly this
    - putt: { roll_ft: 4.5 }    # or club_speed_mps; also face_angle_deg and others
    - key: [left, ok]
    - wait_ms: 500
    - reject: missed            # no line contains this
    - screenshot: ladder.png    # written next to the script

Exit code: 0 if all pass, 1 if one fails, 2 if a file or a script can't be read.
Failures are reported as FILE:LINE: message, with the lines of the screen.

Examples:
  tapin extension test ladder.lua
  tapin extension test drills/*.lua
  tapin extension test ladder.lua --script rainy-day.yaml`,
    )
    .action(async (files: readonly string[], options: TestFilesOptions) => {
      const { testFiles } = await import('./extension/test.ts');
      await testFiles(files, options);
    });

const addPublish = (extension: Command): Command =>
  extension
    .command('publish')
    .summary('Publish a file to a store')
    .description(
      'Checks a file and publishes it to an extension store. The author is the user signed in with tapin login, or the one named ' +
        'by the token in TAPIN_TOKEN (see tapin cloud token). In a terminal it prints the share code and the next step, and stores ' +
        'the code next to the file, in ladder.lua.code, so that the next publish of the file adds a version. Otherwise it prints ' +
        'the record as JSON; its id is the share code.',
    )
    .argument('<file>', 'a Lua file')
    .addOption(storeOption())
    .option('--description <text>', 'description for the store; required for a new extension')
    .option('--code <code>', 'extension to add a version to (default: the code next to the file)')
    .addOption(
      new Option('--new', 'publish a new extension, even if there is a code next to the file').conflicts('code'),
    )
    .option('--notes <text>', 'notes on this version for support')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin extension publish ladder.lua --cloud http://127.0.0.1:8322 --description "Three in a row."
  tapin extension publish ladder.lua --cloud http://127.0.0.1:8322                  a new version
  tapin extension publish ladder.lua --cloud http://127.0.0.1:8322 --code 7K3QZ     the same, by code`,
    )
    .action(async (file: string, options: PublishOptions) => {
      const { publish } = await import('./extension/publish.ts');
      await publish(file, options);
    });

const addNew = (extension: Command): Command =>
  extension
    .command('new')
    .summary('Create an extension from a template')
    .description('Writes NAME.lua, a small drill or game that is ready to play, and NAME.yaml, a script that tests it.')
    .addArgument(new Argument('<kind>', 'kind of extension').choices(['drill', 'game']))
    .argument('<name>', 'name of letters, digits and hyphens', fileName)
    .addHelpText(
      'after',
      `
Examples:
  tapin extension new drill three-in-a-row
  tapin extension run three-in-a-row.lua
  tapin extension test three-in-a-row.lua`,
    )
    .action(async (kind: 'drill' | 'game', name: string) => {
      const { writeNew } = await import('./extension/new-extension.ts');
      writeNew(kind, name);
    });

function fileName(text: string): string {
  if (/^[a-z][a-z0-9-]{0,30}$/i.test(text)) return text;
  throw new InvalidArgumentError('A name has 1 to 31 letters, digits and hyphens, such as three-in-a-row.');
}

const addCheck = (extension: Command): Command =>
  extension
    .command('check')
    .summary('Check a file as the store does')
    .description('Checks files with the checker of the store: syntax, manifest and top level.')
    .argument('<files...>', 'Lua files')
    .addHelpText(
      'after',
      `
Exit code: 0 if all files pass, otherwise 1. Problems are reported as FILE:LINE: message, in the format of editors.
FILE:LINE: warning: message reports a callback that fails (each is called once, ext.key with every key), a function such as
draw() without ext., a manifest without callbacks, players missing from the manifest, or an error in a path of the first
picture, with the path and a mark at the position.

Examples:
  tapin extension check ladder.lua
  tapin extension check drills/*.lua`,
    )
    .action(async (files: readonly string[]) => {
      const { checkFiles } = await import('./extension/check.ts');
      await checkFiles(files);
    });
