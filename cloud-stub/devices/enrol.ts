// Adds a device to a registry file (C8). The file is replaced atomically and readable only by its owner; the caller
// must serialize enrolments.

import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DEVICE_ID } from '../../wire/choices.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { readRegistryFile, type DeviceIdentity } from './device-registry.ts';

/** Errors: `bad_value` if the id is malformed or already enrolled, `registry_unusable` for the file. */
export function enrolDevice(path: string, identity: DeviceIdentity): Result<DeviceIdentity> {
  if (!DEVICE_ID.test(identity.id))
    return fail('bad_value', `A device id is TP- and 12 upper-case hex digits, such as TP-0123456789AB.`);
  const devices = readRegistryFile(path);
  if (!devices.ok) return devices;
  if (devices.value.some(({ id }) => id === identity.id))
    return fail('bad_value', `The device ${identity.id} is enrolled already; take its line out of ${path} first.`);
  const written = writeRegistryFile(path, [...devices.value, identity]);
  return written.ok ? ok(identity) : written;
}

/** Replaces the file. Errors: `registry_unusable`. */
export function writeRegistryFile(path: string, devices: readonly DeviceIdentity[]): Result<void> {
  const lines = devices.map((device) => JSON.stringify(device));
  try {
    return ok(replaceFile(path, `[\n${lines.join(',\n')}\n]\n`));
  } catch (thrown) {
    return fail('registry_unusable', `The device registry ${path} can't be written: ${messageOf(thrown)}.`);
  }
}

function replaceFile(path: string, text: string): void {
  const temporary = `${path}.tmp`;
  rmSync(temporary, { force: true }); // a file left by a crash or another user would keep its mode
  const file = openSync(temporary, 'wx', 0o600);
  writeFileSync(file, text);
  syncAndClose(file);
  renameSync(temporary, path);
  syncAndClose(openSync(dirname(path), 'r'));
}

function syncAndClose(file: number): void {
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
