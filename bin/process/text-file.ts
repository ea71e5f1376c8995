// Reads a text file named by the user. Files are UTF-8; another encoding is reported, since its letters would be
// garbled.

import { isUtf8 } from 'node:buffer';
import { readNamedFile } from '../../simulation/reports/named-file.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { oneLine } from '../../wire/visible.ts';

/** Far above the size of any handwritten text. */
const TEXT_BYTES_MAX = 64 * 2 ** 20;

/** Returns the text of a file. Errors: `bad_value`. */
export function textOf(file: string, bytes_max = TEXT_BYTES_MAX): Result<string> {
  const bytes = readNamedFile(file, bytes_max);
  if (!bytes.ok) return bytes;
  const other = otherEncoding(bytes.value);
  if (other !== '') return fail('bad_value', `${oneLine(file)} can't be read: it is ${other}; save it as UTF-8.`);
  return ok(bytes.value.toString().replace(/^\ufeff/, ''));
}

/** Detects another encoding by its byte order mark, or by zeros in every other byte of ASCII letters; '' for UTF-8. */
function otherEncoding(bytes: Buffer): string {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? 'UTF-32' : 'UTF-16';
  if (first === 0xfe && second === 0xff) return 'UTF-16';
  const head = bytes.subarray(0, 1024);
  if (head.filter((byte) => byte === 0).length > head.length / 4) return 'UTF-16';
  return isUtf8(bytes) ? '' : 'Latin-1 or another single-byte encoding';
}
