// Audio pack (C54): one JSON object with base64 WAV files, keyed by the sounds that they replace.

import { bytesOf, latin1Of, toBase64, fromBase64 } from '../bytes.ts';
import * as v from 'valibot';
import { AUDIO_PACK_BYTES_MAX } from '../choices.ts';
import { fail, ok, type Result } from '../errors.ts';
import { oneOf, sentenceOf, text } from '../relay/fields.ts';
import { SOUNDS, type Sound } from './sounds.ts';

export { SOUNDS, type Sound };

export interface AudioPack {
  readonly version: string;
  /** WAV files by sound; a missing sound keeps its default. */
  readonly sounds: Readonly<Partial<Record<Sound, Uint8Array>>>;
}

const schema = v.object({
  tapin: oneOf(['audio']),
  version: text({ min: 1, max: 32 }),
  sounds: v.record(v.string(), v.string('must be a WAV file in base64'), 'must be an object'),
});

const refused = (why: string): ReturnType<typeof fail> => fail('bad_value', `Not an audio pack: ${why}`);

/** Parses a pack, without sounds unknown to this version. Errors: `bad_value` with one sentence. */
export function readAudioPack(bytes: Uint8Array): Result<AudioPack> {
  if (bytes.length > AUDIO_PACK_BYTES_MAX) return refused(`it has more than ${AUDIO_PACK_BYTES_MAX} bytes.`);
  try {
    const read = v.safeParse(schema, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), {
      abortEarly: true,
    });
    if (!read.success) return refused(sentenceOf(read.issues));
    const sounds: Partial<Record<Sound, Uint8Array>> = {};
    for (const sound of SOUNDS) {
      const encoded = read.output.sounds[sound];
      if (encoded === undefined) continue;
      const wav = fromBase64(encoded);
      if (!wav || !isWav(wav)) return refused(`${sound} is not a WAV file in base64.`);
      sounds[sound] = wav;
    }
    return ok({ version: read.output.version, sounds });
  } catch {
    return refused('it is not JSON.');
  }
}

/** Serializes a pack. */
export const audioPackBytes = ({ version, sounds }: AudioPack): Uint8Array =>
  bytesOf(
    JSON.stringify({
      tapin: 'audio',
      version,
      sounds: Object.fromEntries(Object.entries(sounds).map(([name, wav]) => [name, toBase64(wav)])),
    }),
  );

/** Whether the first twelve bytes are a WAV header: RIFF, a length, WAVE. */
export const isWav = (bytes: Uint8Array): boolean =>
  latin1Of(bytes.subarray(0, 4)) === 'RIFF' && latin1Of(bytes.subarray(8, 12)) === 'WAVE';
