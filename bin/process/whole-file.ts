// Writes a small text file whole or not at all: beside its place, onto the disk, and then into its place.

import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** `mode`: of a new file; 0o666 is narrowed by the umask. Throws as node does; the old file is then as it was. */
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
