// Which devices there are, and their secrets (C8): a JSON file of `{"id","secret"}`, the only truth. Whether it is another than before is
// looked at for a device that is not known, for a count, and every hundredth of a second for one that is known. Secrets never leave this file
// but as key bytes.

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
  /** The key of a device; null for an unknown one. */
  keyOf(id: string): DeviceKey | null;
  /** How many are known now. */
  count(): number;
}

interface DeviceRegistryParts {
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
 * The devices of a file; none where there is no file yet. Errors: `registry_unusable` it can't be read, or is not such a list. The
 * message never quotes the file.
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

/** A look costs a tenth of what a short request does, and thousands come in a second. */
const LOOK_AGAIN_MS = 10;

/** A registry over a file, which must be readable now. One that is broken later is logged, and what was known stays. */
export function openDeviceRegistry(path: string, { log, clock }: DeviceRegistryParts): Result<DeviceRegistry> {
  let version = versionOf(path);
  const first = readRegistryFile(path);
  if (!first.ok) return first;
  let keys = keysOf(first.value);
  let looked_ms = clock.now_ms();

  const readAgain = (): void => {
    looked_ms = clock.now_ms();
    const found = versionOf(path);
    if (found === version) return;
    version = found;
    const read = existsSync(path) ? readRegistryFile(path) : unusable(path, 'it is not there any more');
    if (read.ok) keys = keysOf(read.value);
    else log.write('warn', 'devices', `${read.error.message} The devices known before stay.`);
  };
  return ok({
    keyOf(id) {
      if (!keys.has(id) || clock.now_ms() - looked_ms >= LOOK_AGAIN_MS) readAgain();
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

/** Another one each time the file is written. */
function versionOf(path: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch (thrown) {
    return messageOf(thrown);
  }
}
