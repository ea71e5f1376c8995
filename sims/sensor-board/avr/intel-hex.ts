// Intel HEX, the file format of a chip's program.

import { fail, ok, type Result } from '../../../wire/errors.ts';

const DATA = 0;
const END = 1;

/** Parses a program of at most `bytes_max` bytes; unused memory is 0xFF. Errors: `hex_invalid`. */
export function readIntelHex(text: string, bytes_max: number): Result<Uint8Array> {
  const program = new Uint8Array(bytes_max).fill(0xff);
  const lines = text.split(/\r?\n/).filter(Boolean);
  for (const [i, line] of lines.entries()) {
    const record = recordOf(line);
    if (!record) return invalid(`Line ${i + 1} of the program is not Intel HEX.`);
    if (record.kind === END) return ok(program);
    if (record.kind !== DATA)
      return invalid(`Line ${i + 1} of the program is of kind ${record.kind}: allowed are 0, 1.`);
    if (record.at + record.bytes.length > bytes_max) return invalid(`The program is larger than ${bytes_max} bytes.`);
    program.set(record.bytes, record.at);
  }
  return invalid('The program is cut off: its last record is missing.');
}

const invalid = (message: string): Result<never> => fail('hex_invalid', message);

/** Record of a line: length, address, kind, data and a checksum that makes the sum of all bytes 0. */
function recordOf(line: string): { readonly at: number; readonly kind: number; readonly bytes: Uint8Array } | null {
  if (!/^:([\da-f]{2}){5,}$/i.test(line)) return null;
  const all = Uint8Array.from(line.slice(1).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const [length = 0, high = 0, low = 0, kind = 0] = all;
  const sum = all.reduce((total, byte) => total + byte, 0);
  if (all.length !== length + 5 || (sum & 0xff) !== 0) return null;
  return { at: high * 256 + low, kind, bytes: all.subarray(4, -1) };
}
