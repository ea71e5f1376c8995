// Boot loader of a real board, `tapin device --releases`: starts the selected release, and restarts after an update. A
// release on trial runs as a child process, which has time to confirm itself. Any other replaces the loader's process: a
// parent that only waits would keep 40 MB of memory.

import { spawn, type ChildProcess } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { FIRMWARE_SEQ, FIRMWARE_VERSION } from '../../firmware/version.ts';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { openDataFolder } from '../../hal/flash/data-folder.ts';
import { createFileFlash } from '../../hal/flash/flash-files.ts';
import { createFolderImageSlots, slotFolder } from '../../hal/images/image-slots-folder.ts';
import { createImageBoard, type BootedImage, type ImageBoard } from '../../hal/images/images-board.ts';
import { assert } from '../../wire/errors.ts';
import { LOADER_BEFORE, RESTART_EXIT_CODE } from './booted-image.ts';
import { exitWith, STARTED_BY_LOADER, stderrLog } from '../process/process.ts';

/** A release on trial that is not confirmed within this time counts as dead. */
const WATCHDOG_MS = 120_000;

/** Returns the releases of this machine, with this program as the factory release. */
export const releaseBoard = (folder: string): ImageBoard =>
  createImageBoard({
    flash: createFileFlash(folder),
    slots: createFolderImageSlots(folder),
    factory: { hw: `${process.platform}-${process.arch}`, version: FIRMWARE_VERSION, seq: FIRMWARE_SEQ },
  });

export async function bootReleases(folder: string): Promise<void> {
  const opened = await openDataFolder(folder, { reading_is_enough: true });
  if (!opened.ok) exitWith(opened.error);
  const log = stderrLog(createSystemClock(), false);
  if (opened.value.note) log.write('warn', 'storage', opened.value.note);
  const board = releaseBoard(folder);
  let child: ChildProcess | null = null;
  let ending = false;
  const end = async (code: number): Promise<never> => {
    // Stopping the process does not fail a release on trial.
    if (ending) await board.repeatTrial();
    await opened.value.close();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      ending = true;
      child?.kill(signal);
    });
  for (;;) {
    const image = await board.boot();
    if (ending) await end(0);
    if (image.damage !== undefined) log.write('warn', 'storage', image.damage);
    log.write('info', 'boot', `Starting firmware ${image.version}${image.trial ? ', on trial' : ''}.`);
    if (!image.trial && process.execve && (await isProgram(programOf(folder, image)))) {
      await opened.value.close();
      becomeRelease(folder, image);
    }
    child = start(folder, image);
    const watchdog = image.trial
      ? watch(board, child, () => log.write('warn', 'boot', `Firmware ${image.version} did not start.`))
      : null;
    const code = await ended(child);
    clearTimeout(watchdog ?? undefined);
    const given_up = image.trial && (await board.onTrial());
    if (ending || (code !== RESTART_EXIT_CODE && !given_up)) await end(code);
  }
}

const OWN_PROGRAM = fileURLToPath(new URL('../../tapin', import.meta.url));

const programOf = (folder: string, { slot }: BootedImage): string =>
  slot ? join(slotFolder(folder, slot), 'tapin') : OWN_PROGRAM;

/** Whether it can be started: a failed `execve` would end this process. */
const isProgram = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

const environmentOf = (image: BootedImage) => ({ ...process.env, [STARTED_BY_LOADER]: JSON.stringify(image) });

/** Starts the selected release with the same arguments. */
const start = (folder: string, image: BootedImage): ChildProcess =>
  spawn(programOf(folder, image), process.argv.slice(2), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: environmentOf(image),
  });

/** Replaces this process with the selected release. */
function becomeRelease(folder: string, image: BootedImage): never {
  const program = programOf(folder, image);
  assert(process.execve, 'checked before');
  return process.execve(program, [program, ...process.argv.slice(2)], {
    ...environmentOf(image),
    [LOADER_BEFORE]: OWN_PROGRAM,
  });
}

const watch = (board: ImageBoard, child: ChildProcess, report: () => void): NodeJS.Timeout => {
  const check = async (): Promise<void> => {
    if (!(await board.onTrial())) return;
    report();
    child.kill('SIGKILL');
  };
  return setTimeout(() => void check(), WATCHDOG_MS);
};

/** Resolves with the exit code; 1 if the program can't be started or a signal ended it. */
const ended = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
