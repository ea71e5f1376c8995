// Registry of devices and their secrets (C8): a JSON file of `{"id","secret"}`, the only source of truth. It is checked
// for changes for an unknown device, for a count, and for a known device at most every hundredth of a second. Secrets
// leave this file only as key bytes.

import { existsSync, statSync } from 'node:fs';
import * as v from 'valibot';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Log } from '../../hal/log/log.ts';
import { DEVICE_ID } from '../../wire/choices.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { whyUnread } from '../../wire/regular-file.ts';
import { readSecret, type DeviceKey } from '../../wire/signing.ts';
import { readRegularText } from '../regular-file.ts';

export interface DeviceIdentity {
  /** `TP-` and 12 upper-case hex digits. */
  readonly id: string;
  /** 64 hex characters. */
  readonly secret: string;
}

interface DeviceRegistry {
  /** Returns the key of a device; null if unknown. */
  keyOf(id: string): DeviceKey | null;
  /** Returns the current number of devices. */
  count(): number;
}

interface DeviceRegistryOptions {
  readonly log: Log;
  readonly clock: Pick<Clock, 'now_ms'>;
}

const schema = v.array(
  v.looseObject({
    id: v.pipe(v.string(), v.regex(DEVICE_ID)),
    secret: v.pipe(
      v.string(),
      v.check((secret) => readSecret(secret) !== null),
    ),
  }),
);

/**
 * Returns the devices of a file; none if it does not exist yet. Errors: `registry_unusable` if it can't be read, or is
 * not such a list. The message never quotes the file.
 */
export function readRegistryFile(path: string): Result<readonly DeviceIdentity[]> {
  try {
    const text = readRegularText(path);
    if (text === null) return ok([]);
    const read = v.safeParse(schema, JSON.parse(text));
    if (!read.success) return unusable(path, 'it is not a JSON list of {"id":"TP-…","secret":64 hex characters}');
    const doubled = firstTwice(read.output.map(({ id }) => id));
    return doubled === undefined ? ok(read.output) : unusable(path, `it names ${doubled} twice`);
  } catch (thrown) {
    return unusable(path, thrown instanceof SyntaxError ? 'it is not JSON' : whyUnread(thrown));
  }
}

function firstTwice(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}

const unusable = (path: string, reason: string): Result<never> =>
  fail('registry_unusable', `The device registry ${path} can't be used: ${reason}.`);

/** A check costs a tenth of a short request, and thousands of requests arrive per second. */
const RECHECK_MS = 10;

/**
 * Opens a registry on a file, which must be readable now. If the file breaks later, the error is logged and the known
 * devices stay.
 */
export function openDeviceRegistry(path: string, { log, clock }: DeviceRegistryOptions): Result<DeviceRegistry> {
  let version = versionOf(path);
  const first = readRegistryFile(path);
  if (!first.ok) return first;
  let keys = keysOf(first.value);
  let checked_ms = clock.now_ms();

  const readAgain = (): void => {
    checked_ms = clock.now_ms();
    const found = versionOf(path);
    if (found === version) return;
    version = found;
    const read = existsSync(path) ? readRegistryFile(path) : unusable(path, 'it is not there any more');
    if (read.ok) keys = keysOf(read.value);
    else log.write('warn', 'devices', `${read.error.message} The devices known before stay.`);
  };
  return ok({
    keyOf(id) {
      if (!keys.has(id) || clock.now_ms() - checked_ms >= RECHECK_MS) readAgain();
      return keys.get(id) ?? null;
    },
    count() {
      readAgain();
      return keys.size;
    },
  });
}

const keysOf = (devices: readonly DeviceIdentity[]): ReadonlyMap<string, DeviceKey> =>
  new Map(
    devices.flatMap(({ id, secret }) => {
      const key = readSecret(secret);
      return key ? [[id, key]] : [];
    }),
  );

/** Returns a value that changes with each write of the file. */
function versionOf(path: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch (thrown) {
    return messageOf(thrown);
  }
}
