// Regular files of a cloud, read without waiting: `readFileSync` alone waits for the writer of a pipe, for ever.

import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, statSync, type Stats } from 'node:fs';
import { systemCodeOf } from '../wire/errors.ts';
import { DANGLING, notRegular, TOO_LONG, whyNotRegular } from '../wire/regular-file.ts';

// Windows has no O_NONBLOCK, and no pipes among its files.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** The registry of 100,000 devices has 11 MB. */
const BYTES_MAX = 64 * 2 ** 20;

/** Null for a missing file. Throws as node does, and in one clause for what is no regular file or too long. */
export function readRegularText(path: string): string | null {
  if (statRegular(path) === null) return null;
  // What the path led to a moment ago may have been replaced.
  const file = openSync(path, READ);
  try {
    const found = fstatSync(file);
    const reason = whyNotRegular(found) || (found.size > BYTES_MAX ? TOO_LONG : '');
    if (reason !== '') throw notRegular(reason);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** Null for a missing file. Throws for what is no regular file. It opens nothing. */
export function statRegular(path: string): Stats | null {
  const found = ifThere(() => statSync(path));
  const reason = found ? whyNotRegular(found) : ifThere(() => lstatSync(path)) ? DANGLING : '';
  if (reason !== '') throw notRegular(reason);
  return found;
}

function ifThere(look: () => Stats): Stats | null {
  try {
    return look();
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT') return null;
    throw thrown;
  }
}
