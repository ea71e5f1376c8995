// Reads a regular file, and never waits: `readFile` alone waits for the writer of a pipe, and takes a dangling link for a missing file.

import { constants } from 'node:fs';
import { lstat, open as openFile } from 'node:fs/promises';
import { systemCodeOf } from '../../wire/errors.ts';
import { DANGLING, notRegular, tooLong, whyNotRegular } from '../../wire/regular-file.ts';

// Windows has no O_NONBLOCK, and no pipes among its files.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Null for a missing file. Throws as node does, and `NOT_REGULAR` for what is no regular file or longer than `bytes_max`. */
export async function readRegularFile(path: string, bytes_max: number, open = openFile): Promise<Uint8Array | null> {
  try {
    await using handle = await open(path, READ);
    const found = await handle.stat();
    const reason = whyNotRegular(found) || (found.size > bytes_max ? tooLong(bytes_max) : '');
    if (reason !== '') throw notRegular(reason);
    return new Uint8Array(await handle.readFile());
  } catch (thrown) {
    const code = systemCodeOf(thrown);
    // A socket can't be opened at all.
    if (code === 'ENXIO') throw notRegular(whyNotRegular(await lstat(path)));
    if (code !== 'ENOENT') throw thrown;
    if (await lstat(path).catch(() => null)) throw notRegular(DANGLING);
    return null;
  }
}
