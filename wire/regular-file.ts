// Errors for paths that are not regular files: reading a pipe, a device or a folder fails late or never ends. The
// reading itself needs Node: hal/flash/regular-file.ts reads for the storage of a device, cloud-stub/regular-file.ts
// for everything else.

import { messageOf, systemCodeOf } from './errors.ts';

interface FileKind {
  isFile(): boolean;
  isDirectory(): boolean;
  isFIFO(): boolean;
}

/** Error `code` for a path that is not a regular file, or a file that is too long. */
export const NOT_REGULAR = 'ENOTREGULAR';

export const DANGLING = 'it is a link to a missing file';
export const MISSING = 'no such file';
export const tooLong = (bytes_max: number): string => `it has more than ${bytes_max} bytes`;

/** Returns why a path cannot be read, as the end of "… can't be read: "; '' for a regular file. */
export function whyNotRegular(found: FileKind): string {
  if (found.isFile()) return '';
  if (found.isDirectory()) return 'it is a folder, not a file';
  return found.isFIFO() ? 'it is a pipe, not a file' : 'it is a device or a socket, not a file';
}

export const notRegular = (reason: string): Error => Object.assign(new Error(reason), { code: NOT_REGULAR });

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: MISSING,
  ENOTDIR: 'part of its path is not a folder',
  ELOOP: 'it is a link to itself',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
};

/** Returns why a read threw, as the end of "… can't be read: ". */
export const whyUnread = (thrown: unknown): string => REASONS[systemCodeOf(thrown)] ?? messageOf(thrown);
