// Key with which a cloud signs firmware: a pair of files in its data folder, created on first use. The format is the
// same as minisign's, so either tool accepts the other's keys.

import { link, lstat, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createFileDisk, errnoOf } from '../../hal/flash/disk-files.ts';
import type { Log } from '../../hal/log/log.ts';
import type { Random } from '../../hal/random/random.ts';
import { fail, messageOf, type Result } from '../../wire/errors.ts';
import { publicKeyText, readPublicKey, type PublicKey } from '../../wire/firmware/minisign.ts';
import {
  NEW_KEY_BYTES,
  newSecretKey,
  toPublicKey,
  readSecretKey,
  secretKeyText,
  type SecretKey,
} from '../../wire/firmware/secret-key.ts';
import { textOf } from '../process/text-file.ts';

/** Name of the secret key file in a cloud's data folder. */
const SECRET_FILE = 'firmware.key';
const PUBLIC_FILE = 'firmware.pub';

/**
 * Opens the cloud's key, and creates it if the folder has neither half. Errors: `key_unusable`, including for a lost
 * secret half: devices trust the existing public half and would refuse anything signed with a new key. The message
 * never quotes the file. Warns of a damaged public half and rewrites it.
 */
export async function openFirmwareKey(data: string, random: Random, log: Log): Promise<Result<SecretKey>> {
  const [path, public_path] = [join(data, SECRET_FILE), join(data, PUBLIC_FILE)];
  const is_absent = await isAbsent(path);
  const has_public = !(await isAbsent(public_path));
  if (is_absent && has_public) return lostKey(path);
  const key = is_absent ? await makeKey(data, random) : await readSecretKeyFile(path);
  if (!key.ok) return key;
  const { id, bytes } = toPublicKey(key.value);
  const trusted = await readPublicKeyFile(public_path);
  if (trusted.ok && trusted.value.id === id && Buffer.from(bytes).equals(trusted.value.bytes)) return key;
  const written = await writePublicKey(data, publicKeyText({ id, bytes }));
  if (!written.ok) return written;
  if (has_public)
    log.write(
      'warn',
      'storage',
      `${public_path} was damaged or belonged to another key; rewritten from ${SECRET_FILE}.`,
    );
  return key;
}

const lostKey = (path: string): Result<never> =>
  fail(
    'key_unusable',
    `The key ${path} is missing, but its public half ${PUBLIC_FILE} exists. Restore ${SECRET_FILE} from a backup, or move ` +
      `${PUBLIC_FILE} away to start with a new key, which existing devices do not trust.`,
  );

/** True only if the file is definitely missing: a temporary read error must not lead to a new key. */
const isAbsent = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    (thrown: unknown) => errnoOf(thrown) === 'ENOENT',
  );

/** Creates a key. If two processes do so at the same time, the first wins and both use its key. */
async function makeKey(data: string, random: Random): Promise<Result<SecretKey>> {
  const path = join(data, SECRET_FILE);
  const beside = `${path}.${process.pid}.tmp`;
  const disk = createFileDisk(data);
  const text = secretKeyText(newSecretKey(random.bytes(NEW_KEY_BYTES)));
  const written = await disk.write(basename(beside), Buffer.from(text));
  if (!written.ok) return unusable(path, written.error.message);
  try {
    await link(beside, path);
  } catch (thrown) {
    if (errnoOf(thrown) !== 'EEXIST') return unusable(path, messageOf(thrown));
  } finally {
    await rm(beside, { force: true });
  }
  const synced = await disk.syncFolder();
  return synced.ok ? readSecretKeyFile(path) : unusable(path, synced.error.message);
}

async function writePublicKey(data: string, text: string): Promise<Result<void>> {
  const disk = createFileDisk(data);
  const written = await disk.write(`${PUBLIC_FILE}.tmp`, Buffer.from(text));
  const renamed = written.ok ? await disk.rename(`${PUBLIC_FILE}.tmp`, PUBLIC_FILE) : written;
  const synced = renamed.ok ? await disk.syncFolder() : renamed;
  return synced.ok ? synced : unusable(join(data, PUBLIC_FILE), synced.error.message);
}

const unusable = (path: string, reason: string): Result<never> =>
  fail('key_unusable', `The key ${path} can't be written: ${reason}.`);

/** Reads a secret key from a file. Errors: `key_unusable`. */
export const readSecretKeyFile = (path: string): Promise<Result<SecretKey>> => readKeyFile(path, readSecretKey);

/** Reads a public key from a file. Errors: `key_unusable`. */
export const readPublicKeyFile = (path: string): Promise<Result<PublicKey>> => readKeyFile(path, readPublicKey);

async function readKeyFile<T>(path: string, read: (text: string) => Result<T>): Promise<Result<T>> {
  const text = textOf(path);
  return text.ok ? named(path, read(text.value)) : fail('key_unusable', `The key ${text.error.message}`);
}

const named = <T>(path: string, read: Result<T>): Result<T> =>
  read.ok ? read : fail('key_unusable', `The key ${path} can't be used: ${read.error.message}`);
