// Firmware image: one line of JSON as its manifest, then the payload. The virtual board accepts any payload, even an
// empty one; the payload for a real board is a release folder as a gzipped tar file.

import { bytesOf } from '../bytes.ts';
import * as v from 'valibot';
import { FIRMWARE_SEQ_MAX } from '../choices.ts';
import { fail, ok, type Result } from '../errors.ts';
import { oneOf, sentenceOf, whole } from '../relay/fields.ts';

export const VERSION = /^(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})$/;
export const HARDWARE = /^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/;
/** Maximum length of the first line in bytes, including its line end. */
const MANIFEST_BYTES_MAX = 512;

/** Schema of a version such as `0.9.1`: three whole numbers without leading zeros. */
export const version = () => v.pipe(v.string('must be a string'), v.regex(VERSION, 'must be a version such as 0.9.1'));
/** Schema of a board type, such as `virtual` or `linux-arm64`. */
export const hardware = () =>
  v.pipe(v.string('must be a string'), v.regex(HARDWARE, 'must be a name of a-z, 0-9 and "-", such as linux-arm64'));
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

/** Manifest of an image. `seq` rises with every release; `hw` is the board type. */
export type ImageManifest = Pick<v.InferOutput<typeof manifest>, 'hw' | 'version' | 'seq'>;

/** Returns the first line of an image. */
export const manifestLine = ({ hw, version: of, seq: number }: ImageManifest): Uint8Array =>
  bytesOf(`${JSON.stringify({ tapin: 'firmware', hw, version: of, seq: number })}\n`);

/** Reads the manifest of an image and the offset of its payload. Errors: `image_refused` with one sentence. */
export function readManifest(image: Uint8Array): Result<{ readonly manifest: ImageManifest; readonly at: number }> {
  const end = image.subarray(0, MANIFEST_BYTES_MAX).indexOf(10);
  if (end < 0) return fail('image_refused', 'Not a firmware image: it does not start with a manifest line.');
  try {
    const line = new TextDecoder('utf-8', { fatal: true }).decode(image.subarray(0, end));
    const read = v.safeParse(manifest, JSON.parse(line), { abortEarly: true, abortPipeEarly: true });
    if (!read.success) return fail('image_refused', `Not a firmware image: ${sentenceOf(read.issues)}`);
    const { hw, version: of, seq: number } = read.output;
    return ok({ manifest: { hw, version: of, seq: number }, at: end + 1 });
  } catch {
    return fail('image_refused', 'Not a firmware image: its first line is not JSON.');
  }
}

/** Compares versions number by number, not as text; negative if the first is older. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one.split('.').map(Number), other.split('.').map(Number)];
  const at = a.findIndex((part, i) => part !== b[i]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
