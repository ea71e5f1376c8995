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
    .description('Drills and games in Lua, which devices install by a share code.');
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
    .summary('Run a file as the extension of a device')
    .description(
      'Runs a virtual device with this file installed, and puts it in again whenever the file is saved. Nothing is kept.',
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
What it logs, what is wrong with it, and how much of its limits it uses is on stderr.

Examples:
  tapin extension run ladder.lua --open
  tapin extension run ladder.lua --port 0 --seed 7     the same every time`,
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
      'Plays the script beside each file (ladder.yaml beside ladder.lua) on a virtual device in virtual time: putts, keys, what the ' +
        'screen must say, and screenshots.',
    )
    .argument('<files...>', 'Lua files')
    .option('--script <file>', 'another script than the one beside the file')
    .addOption(verboseOption())
    .addHelpText(
      'after',
      `
A script is YAML:
  seed: 7                       # decides everything that is left to chance (default: 1)
  players: [Ana, Bo]
  settings: { start: 4 }        # of the manifest
  steps:
    - expect: Ladder            # a line of the screen has it in it; a list means each of them
    - expect_line: 3 feet       # a line is just this
    - putt: { roll_ft: 4.5 }    # or club_speed_mps; face_angle_deg and others may follow
    - key: [left, ok]
    - wait_ms: 500
    - reject: missed            # no line has it in it
    - screenshot: ladder.png    # beside the script

Exit code 0 when all of them pass, 1 when one does not, 2 when a file or a script can't be read; what is wrong is FILE:LINE: and a sentence, with what the screen says.

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
      'Checks a file and gives it to an extension store, which answers with its record: the share code is its id. The author is who ' +
        'has signed in with tapin login, or whom the token in TAPIN_TOKEN names, as tapin cloud token prints it. At a terminal it ' +
        'prints the code and the next step, and keeps the code beside the file, in ladder.lua.code: the next publish of the file is ' +
        'another version. Elsewhere it prints the record as JSON.',
    )
    .argument('<file>', 'a Lua file')
    .addOption(storeOption())
    .option('--description <text>', 'what it is, for the store; a new extension must have one')
    .option('--code <code>', 'extension of which this is another version (default: the code beside the file)')
    .addOption(new Option('--new', 'publishes a new extension, whatever code is beside the file').conflicts('code'))
    .option('--notes <text>', 'what is new in this version, for support')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin extension publish ladder.lua --cloud http://127.0.0.1:8322 --description "Three in a row."
  tapin extension publish ladder.lua --cloud http://127.0.0.1:8322                  another version of it
  tapin extension publish ladder.lua --cloud http://127.0.0.1:8322 --code 7K3QZ     the same, by its code`,
    )
    .action(async (file: string, options: PublishOptions) => {
      const { publish } = await import('./extension/publish.ts');
      await publish(file, options);
    });

const addNew = (extension: Command): Command =>
  extension
    .command('new')
    .summary('Create a first file to start from')
    .description(
      'Writes NAME.lua, a small drill or game that can be played at once, and NAME.yaml, a script that tests it.',
    )
    .addArgument(new Argument('<kind>', 'what it is').choices(['drill', 'game']))
    .argument('<name>', 'its name, of letters, digits and hyphens', fileName)
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
    .description(
      'Says whether the store would take these files, by the checker that it asks itself: syntax, manifest, and what the top level does.',
    )
    .argument('<files...>', 'Lua files')
    .addHelpText(
      'after',
      `
Exit code 0 when all of them are fine, otherwise 1; a problem is FILE:LINE: and a sentence, as editors understand it. FILE:LINE: warning: and a sentence is a callback that fails when it is called (each
once, ext.key with every key), a function such as draw() without ext., a manifest without callbacks, players whom the manifest leaves out,
or a mistake in a path of the first picture, with the path and a mark at the place.

Examples:
  tapin extension check ladder.lua
  tapin extension check drills/*.lua`,
    )
    .action(async (files: readonly string[]) => {
      const { checkFiles } = await import('./extension/check.ts');
      await checkFiles(files);
    });
