// Builds an audio pack from WAV files and publishes it on a cloud: `tapin cloud audio add`.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openReleaseFolder } from '../../cloud-stub/releases/release-folder.ts';
import { openDataFolder } from '../../hal/flash/data-folder.ts';
import { readNamedFile } from '../../simulation/reports/named-file.ts';
import { audioPackBytes, isWav, SOUNDS, type Sound } from '../../wire/audio/pack.ts';
import { AUDIO_PACK_BYTES_MAX } from '../../wire/choices.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { sha256Of } from '../../wire/signing.ts';
import { RELEASES_FOLDER } from './open-store.ts';
import { exitWith } from '../process/process.ts';

export interface AddAudioOptions {
  readonly pack: string;
  readonly data: string;
}

export async function addAudio(folder: string, { pack: version, data }: AddAudioOptions): Promise<void> {
  const sounds = readSounds(folder);
  if (!sounds.ok) exitWith(sounds.error);
  const bytes = audioPackBytes({ version, sounds: sounds.value });
  if (bytes.length > AUDIO_PACK_BYTES_MAX)
    exitWith({
      code: 'bad_value',
      message: `The pack has ${bytes.length} bytes; the limit is ${AUDIO_PACK_BYTES_MAX}.`,
    });
  const opened = await openDataFolder(data);
  if (!opened.ok && opened.error.code !== 'data_in_use') exitWith(opened.error);
  const released = Math.floor(Date.now() / 1000);
  const release = { kind: 'audio', version, size: bytes.length, sha256: sha256Of(bytes), released } as const;
  const added = await openReleaseFolder(join(data, RELEASES_FOLDER)).add(release, bytes);
  if (opened.ok) await opened.value.close();
  if (!added.ok) exitWith(added.error);
  process.stdout.write(`Published audio pack ${version} with ${Object.keys(sounds.value).join(', ')}.\n`);
}

function readSounds(folder: string): Result<Partial<Record<Sound, Uint8Array>>> {
  const sounds: Partial<Record<Sound, Uint8Array>> = {};
  for (const sound of SOUNDS) {
    const file = join(folder, `${sound}.wav`);
    if (!existsSync(file)) continue;
    const wav = readNamedFile(file, AUDIO_PACK_BYTES_MAX);
    if (!wav.ok) return wav;
    if (!isWav(wav.value)) return fail('bad_value', `${file} is not a WAV file.`);
    sounds[sound] = wav.value;
  }
  if (Object.keys(sounds).length > 0) return ok(sounds);
  return fail(
    'bad_value',
    `The folder ${folder} contains none of ${SOUNDS.map((sound) => `${sound}.wav`).join(', ')}.`,
  );
}
