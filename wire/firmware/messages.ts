// Messages between device and store about firmware and audio packs (C51, C54).

import * as v from 'valibot';
import { AUDIO_PACK_BYTES_MAX, FIRMWARE_NOTES_CHARS_MAX, IMAGE_BYTES_MAX } from '../choices.ts';
import { fail, ok, type Result } from '../errors.ts';
import { text, whole, WHOLE_FROM_0 } from '../relay/fields.ts';
import { seq, version, type ImageManifest } from './image.ts';

const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const url = text({ min: 1, max: 2000 });

const offer = v.object({
  version: version(),
  seq: seq(),
  url,
  size: whole({ min: 1, max: IMAGE_BYTES_MAX }),
  sha256,
  minisig: text({ min: 1, max: 4000 }),
  notes: v.fallback(text({ min: 0, max: FIRMWARE_NOTES_CHARS_MAX }), ''),
  released: v.fallback(whole(WHOLE_FROM_0), 0),
});

/** A release newer than the device's firmware. `size`: bytes; `released`: Unix seconds, 0 if unknown. */
export type FirmwareOffer = v.InferOutput<typeof offer>;

const pack = v.object({
  version: text({ min: 1, max: 32 }),
  url,
  size: whole({ min: 1, max: AUDIO_PACK_BYTES_MAX }),
  sha256,
});

/** An audio pack that differs from the device's. */
export type AudioOffer = v.InferOutput<typeof pack>;

const NOT_UNDERSTOOD = 'the store sent an invalid answer';

function read<T>(schema: v.GenericSchema<unknown, T>, body: string): Result<T> {
  try {
    const found = v.safeParse(schema, JSON.parse(body), { abortEarly: true });
    if (found.success) return ok(found.output);
  } catch {
    // not JSON
  }
  return fail('bad_value', NOT_UNDERSTOOD);
}

/** Parses the answer to a firmware check. Errors: `bad_value` with half a sentence. */
export const readFirmwareOffer = (body: string): Result<FirmwareOffer> => read(offer, body);

/** Parses the answer to an audio check. Errors: `bad_value` with half a sentence. */
export const readAudioOffer = (body: string): Result<AudioOffer> => read(pack, body);

/**
 * Returns the comment signed together with the image, which prevents offering an image under another number or for
 * another board.
 */
export const trustedComment = ({ hw, version: of, seq: number }: ImageManifest, size: number): string =>
  `tapin hw=${hw} version=${of} seq=${number} size=${size}`;

const COMMENT = /^tapin hw=(\S+) version=(\S+) seq=(\d{1,10}) size=(\d{1,10})$/;

/** Parses a trusted comment; null if it has another form. */
export function readTrustedComment(comment: string): (ImageManifest & { readonly size: number }) | null {
  const [, hw, of, number, size] = COMMENT.exec(comment) ?? [];
  if (hw === undefined || of === undefined) return null;
  return { hw, version: of, seq: Number(number), size: Number(size) };
}
