// A file system of a few pages in memory that a test fills up and makes read-only. Only root may mount one, and not in
// every container.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { systemCodeOf } from '../../../wire/errors.ts';

export interface SmallFileSystem {
  readonly folder: string;
  /** Writes until no space is left. */
  fill(): void;
  /** Removes the filler file. */
  empty(): void;
  makeReadOnly(): void;
}

const BLOCK_BYTES = 4096;
const run = (program: string, ...args: readonly string[]): void =>
  void execFileSync(program, args, { stdio: 'ignore' });

/** Mounts a file system and returns its folder; null if this user may not. */
function mount(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-small-'));
  try {
    run('mount', '-t', 'tmpfs', '-o', 'size=64k', 'none', folder);
    return folder;
  } catch {
    rmdirSync(folder);
    return null;
  }
}

function unmount(folder: string): void {
  run('umount', '--lazy', folder);
  rmdirSync(folder);
}

/** Returns whether this user may mount a file system on this machine. */
export function mayMount(): boolean {
  const folder = mount();
  if (folder !== null) unmount(folder);
  return folder !== null;
}

/** Mounts a file system that is unmounted after the test. */
export function smallFileSystem(t: ExecutionContext): SmallFileSystem {
  const folder = mount();
  if (folder === null) throw new Error('this user may not mount a file system');
  t.teardown(() => unmount(folder));
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      try {
        for (;;) writeFileSync(filler, Buffer.alloc(BLOCK_BYTES), { flag: 'a' });
      } catch (thrown) {
        if (systemCodeOf(thrown) !== 'ENOSPC') throw thrown;
      }
    },
    empty: () => rmSync(filler),
    makeReadOnly: () => run('mount', '-o', 'remount,ro', folder),
  };
}
