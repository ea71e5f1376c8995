// Signs a firmware image and publishes it on a cloud: `tapin cloud firmware add`. A cloud that runs on the folder picks
// it up immediately.

import { join } from 'node:path';
import { openReleaseFolder } from '../../cloud-stub/releases/release-folder.ts';
import { openDataFolder } from '../../hal/flash/data-folder.ts';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { createSystemRandom } from '../../hal/random/random-system.ts';
import { readNamedFile } from '../../simulation/reports/named-file.ts';
import { IMAGE_BYTES_MAX } from '../../wire/choices.ts';
import { fail, type Result } from '../../wire/errors.ts';
import { readManifest, type ImageManifest } from '../../wire/firmware/image.ts';
import { trustedComment } from '../../wire/firmware/messages.ts';
import { signImage, type SecretKey } from '../../wire/firmware/secret-key.ts';
import { createImageHasher } from '../../wire/signing.ts';
import { openFirmwareKey, readSecretKeyFile } from './firmware-key.ts';
import { RELEASES_FOLDER } from './open-store.ts';
import { exitWith, stderrLog } from '../process/process.ts';

export interface AddFirmwareOptions {
  readonly sign?: string;
  readonly notes: string;
  readonly channel: string;
  readonly data: string;
}

export async function addFirmware(file: string, options: AddFirmwareOptions): Promise<void> {
  const { data, sign, notes, channel } = options;
  const image = readImage(file);
  if (!image.ok) exitWith(image.error);
  const manifest = readManifest(image.value);
  if (!manifest.ok) exitWith(manifest.error);
  const folder = await openDataFolder(data);
  if (!folder.ok && folder.error.code !== 'data_in_use') exitWith(folder.error);
  const key = await (sign === undefined
    ? openFirmwareKey(data, createSystemRandom(), stderrLog(createSystemClock(), false))
    : readSecretKeyFile(sign));
  const what = manifest.value.manifest;
  const added = key.ok ? await publishRelease({ bytes: image.value, what, key: key.value, data, notes, channel }) : key;
  if (folder.ok) await folder.value.close();
  if (!added.ok) exitWith(added.error);
  process.stdout.write(`Published firmware ${what.version} (${what.seq}) for ${what.hw}.\n`);
}

interface NewRelease extends Pick<AddFirmwareOptions, 'data' | 'notes' | 'channel'> {
  readonly bytes: Uint8Array;
  readonly what: ImageManifest;
  readonly key: SecretKey;
}

/** Publishes the release. Its number must rise, because a device never installs a lower one. */
async function publishRelease({ bytes, what, key, data, notes, channel }: NewRelease): Promise<Result<void>> {
  const releases = openReleaseFolder(join(data, RELEASES_FOLDER));
  const clash = (await releases.releases()).find(
    (each) => each.kind === 'firmware' && each.hw === what.hw && each.channel === channel && each.seq >= what.seq,
  );
  if (clash?.kind === 'firmware')
    return fail(
      'bad_value',
      `Firmware ${clash.version} already has the number ${clash.seq}: pack this one with a higher --seq.`,
    );
  const hasher = createImageHasher();
  hasher.add(bytes);
  const { sha256, blake2b512 } = hasher.digest();
  const minisig = signImage(key, blake2b512, trustedComment(what, bytes.length));
  const released = Math.floor(Date.now() / 1000);
  return releases.add(
    { kind: 'firmware', ...what, channel, size: bytes.length, sha256, minisig, notes, released },
    bytes,
  );
}

function readImage(file: string): Result<Uint8Array> {
  const bytes = readNamedFile(file, IMAGE_BYTES_MAX);
  return bytes.ok ? bytes : fail('bad_value', `The image ${bytes.error.message}`);
}
