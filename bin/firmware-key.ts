// The key that a cloud signs firmware with: a pair of files in its data folder, made when they are first needed. The format is that of
// minisign, so that either tool takes the keys of the other.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileDisk } from '../hal/flash/disk-files.ts';
import type { Random } from '../hal/random/random.ts';
import { fail, messageOf, ok, type Result } from '../wire/errors.ts';
import { publicKeyText, readPublicKey, type PublicKey } from '../wire/firmware/minisign.ts';
import {
  NEW_KEY_BYTES,
  newSecretKey,
  publicPart,
  readSecretKey,
  secretKeyText,
  type SecretKey,
} from '../wire/firmware/secret-key.ts';

/** In the data folder of a cloud. */
const SECRET_FILE = 'firmware.key';
const PUBLIC_FILE = 'firmware.pub';

/** The cloud's own key, which is made where it is not there yet. Errors: `key_unusable`; the message never quotes the file. */
export async function openFirmwareKey(data: string, random: Random): Promise<Result<SecretKey>> {
  const path = join(data, SECRET_FILE);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text !== null) return named(path, readSecretKey(text));
  const disk = createFileDisk(data);
  const key = newSecretKey(random.bytes(NEW_KEY_BYTES));
  const files = [
    [PUBLIC_FILE, publicKeyText(publicPart(key))],
    [SECRET_FILE, secretKeyText(key)],
  ] as const;
  for (const [file, written] of files) {
    const done = await disk.write(`${file}.tmp`, Buffer.from(written));
    const renamed = done.ok ? await disk.rename(`${file}.tmp`, file) : done;
    if (!renamed.ok)
      return fail('key_unusable', `The key ${join(data, file)} can't be written: ${renamed.error.message}.`);
  }
  const synced = await disk.sync_folder();
  return synced.ok ? ok(key) : synced;
}

/** A secret key in a file. Errors: `key_unusable`. */
export const readSecretKeyFile = (path: string): Promise<Result<SecretKey>> => readKeyFile(path, readSecretKey);

/** A public key in a file. Errors: `key_unusable`. */
export const readPublicKeyFile = (path: string): Promise<Result<PublicKey>> => readKeyFile(path, readPublicKey);

async function readKeyFile<T>(path: string, read: (text: string) => Result<T>): Promise<Result<T>> {
  try {
    return named(path, read(await readFile(path, 'utf8')));
  } catch (thrown) {
    return fail('key_unusable', `The key ${path} can't be read: ${messageOf(thrown)}.`);
  }
}

const named = <T>(path: string, read: Result<T>): Result<T> =>
  read.ok ? read : fail('key_unusable', `The key ${path} can't be used: ${read.error.message}`);
