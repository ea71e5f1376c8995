// `tapin install` and `tapin uninstall`: make this machine a device that starts at boot, or undo that. `tapin gadget`:
// makes it a USB keyboard, or undoes that.

import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { nonEmpty } from './options.ts';
import { exitWith, printMessage } from './process/process.ts';
import { textOf } from './process/text-file.ts';
import { GROUPS, pageOf, type Installation } from './board/install-files.ts';

interface InstallOptions {
  readonly systemd?: boolean;
  readonly print?: boolean;
  readonly user: string;
  readonly board: string;
  readonly data: string;
}

const PROGRAM = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

function userName(text: string): string {
  if (/^[a-z_][a-z0-9_-]{0,31}$/.test(text)) return text;
  throw new InvalidArgumentError('The user must be an account name, such as tapin.');
}

const withOptions = (command: Command): Command =>
  command
    .addOption(new Option('--user <name>', 'account that the service runs as').default('tapin').argParser(userName))
    .addOption(
      new Option('--board <file>', 'board file')
        .default('/etc/tapin/board.yaml')
        .argParser(nonEmpty('The board file', '/etc/tapin/board.yaml')),
    )
    .addOption(
      new Option('--data <folder>', 'data folder for the device')
        .default('/var/lib/tapin')
        .argParser(nonEmpty('The data folder', '/var/lib/tapin')),
    );

/** Returns the groups that exist on this machine, because systemd refuses to start a service in an unknown group. */
function groupsHere(): readonly string[] {
  const known = new Set(
    readFileSync('/etc/group', 'utf8')
      .split('\n')
      .map((line) => line.split(':')[0]),
  );
  return GROUPS.filter((name) => known.has(name));
}

const installationOf = ({ user, board, data }: InstallOptions, args: readonly string[]): Installation => ({
  program: PROGRAM,
  groups: groupsHere(),
  user,
  board,
  data,
  args,
});
const print = (line: string): void => printMessage(line, 'info');

export const addInstall = (program: Command): Command =>
  withOptions(
    program
      .command('install')
      .summary('Install the device as a service on this machine')
      .description('Writes a systemd service, udev rules and a board file, and starts the device. Requires root.')
      .requiredOption('--systemd', 'install for systemd, the only supported service manager')
      .option('--print', 'print the files instead of writing them')
      .argument('[arguments...]', 'more arguments of tapin device, after --'),
  )
    .addHelpText(
      'after',
      `
Examples:
  tapin install --systemd --print               print the files
  sudo ./tapin install --systemd
  sudo ./tapin install --systemd -- --cloud https://golf.example --identity /etc/tapin/identity.json`,
    )
    .action(async (args: readonly string[], options: InstallOptions) => {
      const installation = installationOf(options, args);
      if (options.print) {
        const { filesOf } = await import('./board/install-files.ts');
        for (const { path, text } of filesOf(installation)) process.stdout.write(`# ${path}\n${text}\n`);
        return;
      }
      const { installSystemd } = await import('./board/install-systemd.ts');
      const installed = await installSystemd(installation, print);
      if (!installed.ok) return exitWith(installed.error);
      print('The device is running and starts at boot. Follow its log with journalctl -u tapin -f.');
      const token = textOf(join(options.data, 'panel-token'));
      if (token.ok) print(`Its page: ${pageOf(installation, hostname(), token.value.trim())}`);
    });

export const addUninstall = (program: Command): Command =>
  withOptions(
    program
      .command('uninstall')
      .summary('Undo tapin install')
      .description('Stops the device and removes its service and rules; its data stays. Requires root.'),
  )
    .addHelpText('after', '\nExamples:\n  sudo ./tapin uninstall')
    .action(async (options: InstallOptions) => {
      const { uninstallSystemd } = await import('./board/install-systemd.ts');
      const removed = await uninstallSystemd(installationOf(options, []), print);
      if (!removed.ok) return exitWith(removed.error);
    });
