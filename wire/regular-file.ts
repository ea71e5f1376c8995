// What a start may read: regular files. Reading a pipe, a device or a folder fails late, or never ends.

interface FileKind {
  isFile(): boolean;
  isDirectory(): boolean;
  isFIFO(): boolean;
}

/** The `code` of an error for a path that is no regular file. */
export const NOT_REGULAR = 'ENOTREGULAR';

export const DANGLING = 'it is a link to a file that is not there';
export const TOO_LONG = 'it is too long';

/** Why a path can't be read, as the end of "… can't be read: "; '' for a regular file. */
export function whyNotRegular(found: FileKind): string {
  if (found.isFile()) return '';
  if (found.isDirectory()) return 'it is a folder, not a file';
  return found.isFIFO() ? 'it is a pipe, not a file' : 'it is a device or a socket, not a file';
}

export const notRegular = (reason: string): Error => Object.assign(new Error(reason), { code: NOT_REGULAR });
