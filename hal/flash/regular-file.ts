// Reads a regular file and never blocks: plain `readFile` waits for the writer of a pipe, and reports a dangling link
// as a missing file.

import { constants } from 'node:fs';
import { lstat, open as openFile } from 'node:fs/promises';
import { systemCodeOf } from '../../wire/errors.ts';
import { DANGLING, notRegular, tooLong, whyNotRegular } from '../../wire/regular-file.ts';

// Windows has no O_NONBLOCK and no named pipes in its file system.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Returns null for a missing file. Throws node's errors, and `NOT_REGULAR` for anything but a regular file or for one
 * longer than `bytes_max`.
 */
export async function readRegularFile(path: string, bytes_max: number, open = openFile): Promise<Uint8Array | null> {
  try {
    await using handle = await open(path, READ);
    const found = await handle.stat();
    const reason = whyNotRegular(found) || (found.size > bytes_max ? tooLong(bytes_max) : '');
    if (reason !== '') throw notRegular(reason);
    return new Uint8Array(await handle.readFile());
  } catch (thrown) {
    const code = systemCodeOf(thrown);
    // A socket can't be opened.
    if (code === 'ENXIO') throw notRegular(whyNotRegular(await lstat(path)));
    if (code !== 'ENOENT') throw thrown;
    // Only a link is dangling: another process may have created a file in the meantime.
    if ((await lstat(path).catch(() => null))?.isSymbolicLink()) throw notRegular(DANGLING);
    return null;
  }
}
