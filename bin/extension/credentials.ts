// Credentials that `tapin login` stores for each cloud: a file that only its owner can read, changed by one process at
// a time.

import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { readRegularText } from '../../cloud-stub/regular-file.ts';
import { takeLockFile } from '../../hal/flash/lock-file.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { whyUnread } from '../../wire/regular-file.ts';
import { writeWhole } from '../process/whole-file.ts';

const credential = v.object({
  /** Issuer URL of the identity provider. */
  issuer: v.string(),
  sub: v.string(),
  name: v.string(),
  email: v.string(),
  refresh_token: v.string(),
  access_token: v.string(),
  /** Expiry of the access token, in Unix seconds. */
  expires_s: v.number(),
});
export type Credential = Readonly<v.InferOutput<typeof credential>>;

/** Credentials by cloud origin. */
const file = v.record(v.string(), credential);
type Credentials = Readonly<v.InferOutput<typeof file>>;

const folder = (): string => join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'tapin');
const FILE = 'credentials.json';
const [FOLDER_MODE, FILE_MODE] = [0o700, 0o600];

/**
 * Reads the credential for a cloud; null if the user has not signed in. Errors: `bad_value`; the message never quotes
 * the file.
 */
export function readCredential(cloud: string): Result<Credential | null> {
  const read = readAll();
  return read.ok ? ok(read.value[cloud] ?? null) : read;
}

function readAll(): Result<Credentials> {
  const path = join(folder(), FILE);
  try {
    const text = readRegularText(path);
    if (text === null) return ok({});
    const read = v.safeParse(file, JSON.parse(text));
    return read.success ? ok(read.output) : fail('bad_value', `The file ${path} is not from tapin login: remove it.`);
  } catch (thrown) {
    const reason = thrown instanceof SyntaxError ? 'it is not JSON' : whyUnread(thrown);
    return fail('bad_value', `The file ${path} can't be read: ${reason}.`);
  }
}

const LOCK_MS_MAX = 20_000;
const RETRY_MS = 50;

/**
 * Replaces a cloud's credential with the result of `change` (null removes it) while holding a lock. @returns The stored
 * credential. Errors: `bad_value` and any error of `change`, which leaves it unchanged.
 */
export async function changeCredential(
  cloud: string,
  change: (known: Credential | null) => Promise<Result<Credential | null>>,
): Promise<Result<Credential | null>> {
  try {
    mkdirSync(folder(), { recursive: true, mode: FOLDER_MODE });
    const lock = await takeLock(join(folder(), `${FILE}.lock`));
    if (!lock.ok) return lock;
    try {
      const all = readAll();
      if (!all.ok) return all;
      const { [cloud]: known = null, ...others } = all.value;
      const changed = await change(known);
      if (changed.ok && changed.value !== known) write(changed.value ? { ...others, [cloud]: changed.value } : others);
      return changed;
    } finally {
      await lock.value.release();
    }
  } catch (thrown) {
    return fail('bad_value', `The folder ${folder()} can't be written: ${messageOf(thrown)}.`);
  }
}

async function takeLock(path: string): Promise<Result<{ release(): Promise<void> }>> {
  for (const until_ms = performance.now() + LOCK_MS_MAX; ; await sleep(RETRY_MS)) {
    const taken = await takeLockFile(path);
    if ('lock' in taken) return ok(taken.lock);
    if (performance.now() > until_ms)
      return fail('bad_value', `Process ${taken.held_by_pid} is using the credentials: wait for it, or stop it.`);
  }
}

const write = (credentials: Credentials): void =>
  writeWhole(join(folder(), FILE), `${JSON.stringify(credentials, null, 2)}\n`, FILE_MODE);
