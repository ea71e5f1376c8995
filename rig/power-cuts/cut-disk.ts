// Builds the disk as a power cut leaves it, from the initial disk and the log of writes, moving forward from cut to
// cut.

import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { Result } from '../../wire/errors.ts';
import { runProgram } from '../build/program.ts';
import type { Cut } from './cut-points.ts';
import type { LogEntry } from './log-writes.ts';

/** Writes log entries to a disk. */
function applyEntries(log: number, disk: number, entries: readonly LogEntry[]): void {
  for (const { offset, bytes, data_at, discard } of entries) {
    const data = Buffer.alloc(bytes);
    if (!discard) readSync(log, data, 0, bytes, data_at);
    if (bytes > 0) writeSync(disk, data, 0, bytes, offset);
  }
}

interface CutDisks {
  /** Writes the disk as it is after a cut to `file`; call it for cuts in log order. Errors: `rig_failed`. */
  make(cut: Cut, file: string): Promise<Result<unknown>>;
  close(): void;
}

/** Opens the disks. `disk`: a copy of the initial disk, updated to the safe writes at each cut. */
export function openCutDisks(entries: readonly LogEntry[], log: number, disk: string): CutDisks {
  const safe_fd = openSync(disk, 'r+');
  let applied = 0;
  return {
    async make({ safe, kept }, file) {
      applyEntries(log, safe_fd, entries.slice(applied, safe));
      applied = safe;
      const copied = await runProgram('cp', ['--sparse=always', disk, file]);
      if (!copied.ok) return copied;
      const fd = openSync(file, 'r+');
      const numbers = new Set(kept);
      applyEntries(
        log,
        fd,
        entries.filter((_, number) => numbers.has(number)),
      );
      closeSync(fd);
      return copied;
    },
    close: () => closeSync(safe_fd),
  };
}
