// Installs the device service on this machine, or removes it.

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { filesOf, UNITS, type Installation } from './install-files.ts';

const run = promisify(execFile);
type Step = readonly [string, ...string[]];

const RELOAD: readonly Step[] = [
  ['systemctl', 'daemon-reload'],
  ['udevadm', 'control', '--reload'],
];

/**
 * Installs the device. Steps already done stay on failure, and a second call resumes. Errors: `bad_value`, with the
 * step that failed.
 */
export async function installSystemd(installation: Installation, print: (line: string) => void): Promise<Result<void>> {
  const { user, data, program } = installation;
  const known = await run('id', ['--user', user]).then(
    () => true,
    () => false,
  );
  const written = attempt("The files can't be written", () => {
    for (const { path, text, keep } of filesOf(installation)) {
      if (keep === true && existsSync(path)) {
        print(`Kept ${path}`);
        continue;
      }
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      print(`Wrote ${path}`);
    }
  });
  if (!written.ok) return written;
  const account: readonly Step[] = known
    ? []
    : [['useradd', '--system', '--home-dir', data, '--shell', '/usr/sbin/nologin', user]];
  return carryOut(
    [
      ...account,
      ['install', '--directory', `--owner=${user}`, '--mode=0700', data],
      ['runuser', '--user', user, '--', 'test', '-x', `${program}/tapin`],
      ...RELOAD,
      ['udevadm', 'trigger', '--subsystem-match=leds', '--subsystem-match=backlight', '--action=add'],
      ['systemctl', 'enable', '--now', UNITS.service],
    ],
    print,
  );
}

/** Removes the device, but keeps its data, its account and the board file. Errors: `bad_value`. */
export async function uninstallSystemd(
  installation: Installation,
  print: (line: string) => void,
): Promise<Result<void>> {
  const stopped = await carryOut([['systemctl', 'disable', '--now', UNITS.service, UNITS.gadget]], print);
  const removed = attempt("The files can't be removed", () => {
    for (const { path, keep } of filesOf(installation)) {
      if (keep === true || !existsSync(path)) continue;
      rmSync(path);
      print(`Removed ${path}`);
    }
  });
  if (!removed.ok) return removed;
  const reloaded = await carryOut(RELOAD, print);
  print(`Kept ${installation.board} and ${installation.data}`);
  return stopped.ok ? reloaded : stopped;
}

function attempt(what: string, act: () => void): Result<void> {
  try {
    return ok(act());
  } catch (thrown) {
    return fail('bad_value', `${what}: ${messageOf(thrown)}. Run it as root.`);
  }
}

async function carryOut(steps: readonly Step[], print: (line: string) => void): Promise<Result<void>> {
  for (const [program, ...args] of steps) {
    print(`${program} ${args.join(' ')}`);
    try {
      await run(program, args);
    } catch (thrown) {
      if (program === 'runuser')
        return fail(
          'bad_value',
          `The account ${args[1]} has no permission to run ${args.at(-1)}; move tapin to a folder such as /opt/tapin.`,
        );
      const [, ...output] = messageOf(thrown).trim().split('\n');
      return fail('bad_value', `${program} ${args[0]} failed: ${output.join(' ') || messageOf(thrown)}.`);
    }
  }
  return ok(undefined);
}
