// QEMU as a child process, and the temporary folder of its run.

import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fail, type Result } from '../../wire/errors.ts';
import { atEnd } from '../ending.ts';
import { withoutOrphans } from '../build/program.ts';

interface RunFolder {
  readonly path: string;
  remove(): void;
}

/** Creates the folder in the system's temp folder: the path of a unix socket may have at most 107 bytes. */
export function openRunFolder(): RunFolder {
  const path = mkdtempSync(join(tmpdir(), 'tapin-rig-'));
  const removeFiles = (): void => rmSync(path, { recursive: true, force: true });
  const forget = atEnd(removeFiles);
  return {
    path,
    remove() {
      removeFiles();
      forget();
    },
  };
}

export interface QemuProcess {
  /** Failure with the last output; also after a normal exit. */
  readonly ended: Promise<Result<never>>;
  /** Resolves when the process has exited. */
  kill(): Promise<void>;
}

/** Starts QEMU. `console_file`: output of the machine's console. */
export function startQemu(program: string, call: readonly string[], console_file: string): QemuProcess {
  const qemu = spawn(...withoutOrphans(program, call), { stdio: ['ignore', 'ignore', 'pipe'] });
  const forget = atEnd(() => qemu.kill('SIGKILL'));
  const ended = endOf(qemu, console_file).finally(forget);
  return {
    ended,
    async kill() {
      qemu.kill('SIGKILL');
      await ended;
    },
  };
}

async function endOf(qemu: ChildProcessByStdio<null, null, Readable>, console_file: string): Promise<Result<never>> {
  const stderr = await Promise.all([text(qemu.stderr), once(qemu, 'close')]).then(([errors]) => errors, String);
  const last = lastLine(stderr) || lastLine(textOf(console_file)) || 'no reason given';
  return fail('rig_failed', `QEMU has exited: ${last}`);
}

const lastLine = (output: string): string => output.trim().split('\n').at(-1) ?? '';

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
