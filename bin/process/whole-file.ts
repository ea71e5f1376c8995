// Writes a small text file atomically: to a temporary file, synced to disk, then renamed.

import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes the file. `mode`: permissions of a new file; 0o666 is narrowed by the umask. Throws node's errors and then
 * leaves the old file unchanged.
 */
export function writeWhole(path: string, text: string, mode = 0o666): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text, { mode });
    const written = openSync(temporary, 'r');
    fsyncSync(written);
    closeSync(written);
    renameSync(temporary, path);
  } catch (thrown) {
    rmSync(temporary, { force: true });
    throw thrown;
  }
}
