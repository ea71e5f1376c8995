// Password hashing: Argon2id with 19 MiB, two passes and one lane (OWASP, Password Storage Cheat Sheet), in PHC string
// format.

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
const VERSION = 19;

const derive = promisify(argon2);

/** Returns the stored form of a password: parameters, salt and hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await tagOf(password, salt, { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES });
  const parameters = `m=${MEMORY_KIB},t=${PASSES},p=${LANES}`;
  return ['', 'argon2id', `v=${VERSION}`, parameters, base64(salt), base64(tag)].join('$');
}

const KEPT = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z\d+/]{1,86})\$([A-Za-z\d+/]{43})$/;

/** Whether the password matches the stored hash. Takes equally long for a wrong password. */
export async function isPassword(password: string, kept: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = KEPT.exec(kept) ?? [];
  if (memory === undefined) return false;
  const numbers = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const given = await tagOf(password, Buffer.from(salt, 'base64'), numbers);
  return timingSafeEqual(given, Buffer.from(tag, 'base64'));
}

interface Parameters {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** Exceeds every accepted password; the rest is ignored, since normalizing a long text could take long (R150). */
const TYPED_CHARS_MAX = 1024;

/** Hashes the normalized text, so that the composition of its characters does not matter. */
function tagOf(password: string, nonce: Buffer, parameters: Parameters): Promise<Buffer> {
  const message = password.slice(0, TYPED_CHARS_MAX).normalize('NFKC');
  return derive('argon2id', { ...parameters, message, nonce, tagLength: TAG_BYTES });
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
