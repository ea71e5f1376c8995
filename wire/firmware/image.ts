// A firmware image: one line of JSON that says what it is, then its payload. The payload of the virtual board is empty or anything; that
// of a real one is a release folder as a gzipped tar file.

import * as v from 'valibot';
import { FIRMWARE_SEQ_MAX } from '../choices.ts';
import { fail, ok, type Result } from '../errors.ts';
import { oneOf, sentenceOf, whole } from '../relay/fields.ts';

export const VERSION = /^(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})$/;
export const HARDWARE = /^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/;
/** The first line of an image has at most this many bytes, its end included. */
const MANIFEST_BYTES_MAX = 512;

/** `0.9.1`: three whole numbers without leading zeros. */
export const version = () => v.pipe(v.string('is a text'), v.regex(VERSION, 'is a version such as 0.9.1'));
/** The kind of board that an image is for, such as `virtual` or `linux-arm64`. */
export const hardware = () =>
  v.pipe(v.string('is a text'), v.regex(HARDWARE, 'is a name of a-z, 0-9 and "-", such as linux-arm64'));
export const seq = () => whole({ min: 1, max: FIRMWARE_SEQ_MAX });

const manifest = v.strictObject(
  {
    tapin: oneOf(['firmware']),
    hw: hardware(),
    version: version(),
    seq: seq(),
  },
  'is unknown',
);

/** What an image says it is. `seq` rises with every release; `hw`: the kind of board it is for. */
export type ImageManifest = Pick<v.InferOutput<typeof manifest>, 'hw' | 'version' | 'seq'>;

/** The first line of an image. */
export const manifestLine = ({ hw, version: of, seq: number }: ImageManifest): Uint8Array =>
  Buffer.from(`${JSON.stringify({ tapin: 'firmware', hw, version: of, seq: number })}\n`);

/** Reads the manifest at the beginning of an image, and where its payload begins. Errors: `image_refused` with one sentence. */
export function readManifest(image: Uint8Array): Result<{ readonly manifest: ImageManifest; readonly at: number }> {
  const end = image.subarray(0, MANIFEST_BYTES_MAX).indexOf(10);
  if (end < 0)
    return fail('image_refused', 'This is no firmware image: it does not begin with a line that says what it is.');
  try {
    const line = new TextDecoder('utf-8', { fatal: true }).decode(image.subarray(0, end));
    const read = v.safeParse(manifest, JSON.parse(line), { abortEarly: true, abortPipeEarly: true });
    if (!read.success) return fail('image_refused', `This is no firmware image: ${sentenceOf(read.issues)}`);
    const { hw, version: of, seq: number } = read.output;
    return ok({ manifest: { hw, version: of, seq: number }, at: end + 1 });
  } catch {
    return fail('image_refused', 'This is no firmware image: its first line is no JSON.');
  }
}

/** Negative where the first version comes before the second: number by number, not letter by letter. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one.split('.').map(Number), other.split('.').map(Number)];
  const at = a.findIndex((part, i) => part !== b[i]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
