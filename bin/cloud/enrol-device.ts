// Adds a device to the registry of a relay: `tapin cloud enrol`.

import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { readRegistryFile, type DeviceIdentity } from '../../cloud-stub/devices/device-registry.ts';
import { enrolDevice } from '../../cloud-stub/devices/enrol.ts';
import { newIdentity } from '../../cloud-stub/devices/new-identity.ts';
import { createSharedRegistry, type SharedRegistry } from '../../cloud-stub/devices/shared-registry.ts';
import { takeLockFile } from '../../hal/flash/lock-file.ts';
import { createSystemRandom } from '../../hal/random/random-system.ts';
import { messageOf, ok, type Result } from '../../wire/errors.ts';
import { exitUsage, exitWith } from '../process/process.ts';
import { registryFromEngine } from './relay-from-engine.ts';
import { withEngine } from './with-engine.ts';

export interface EnrolOptions {
  readonly devices: string;
  readonly id?: string;
  readonly engine?: string;
  readonly import?: string;
  readonly export?: string;
}

export async function enrol(options: EnrolOptions): Promise<void> {
  const { devices: file, id, engine } = options;
  if (engine !== undefined && options.export !== undefined) return exportRegistry(engine, options.export);
  if (engine !== undefined) return enrolInEngine(engine, options);
  if (options.export !== undefined) exitUsage('--export needs --engine.');
  if (options.import !== undefined) exitUsage('--import needs --engine.');
  const lock = await lockOf(file);
  const enrolled = enrolDevice(file, newIdentity(createSystemRandom(), id));
  await lock.release();
  if (!enrolled.ok) exitWith(enrolled.error);
  process.stdout.write(`${JSON.stringify(enrolled.value)}\n`, (problem) => {
    if (!problem) return;
    const message = `The identity of ${enrolled.value.id} can't be written (${problem.message}): remove its entry from ${file} and enrol it again.`;
    exitWith({ code: 'registry_unusable', message });
  });
}

async function enrolInEngine(url: string, { id, import: file }: EnrolOptions): Promise<void> {
  if (file !== undefined && !existsSync(file))
    exitWith({ code: 'registry_unusable', message: `The device registry ${file} does not exist.` });
  const read = file === undefined ? ok([newIdentity(createSystemRandom(), id)]) : readRegistryFile(file);
  if (!read.ok) exitWith(read.error);
  const enrolled = await withEngine(url, ({ commands, prefix }) =>
    enrolAll(
      createSharedRegistry(commands, prefix, () => performance.now()),
      read.value,
    ),
  );
  if (!enrolled.ok) exitWith(enrolled.error);
  process.stdout.write(file === undefined ? `${JSON.stringify(read.value[0])}\n` : `${enrolled.value} enrolled\n`);
}

async function exportRegistry(url: string, file: string): Promise<void> {
  if (existsSync(file)) exitWith({ code: 'registry_unusable', message: `The file ${file} already exists.` });
  const devices = await withEngine(url, (engine) => registryFromEngine(engine, file));
  if (!devices.ok) exitWith(devices.error);
  process.stdout.write(`${devices.value} devices written to ${file}\n`);
}

/** Enrols the devices and returns how many; those already enrolled stay. */
export async function enrolAll(registry: SharedRegistry, devices: readonly DeviceIdentity[]): Promise<Result<number>> {
  for (const device of devices) {
    const enrolled = await registry.enrol(device);
    if (!enrolled.ok) return enrolled;
  }
  return ok(devices.length);
}

/** Time limit for another enrolment to finish. */
const WAIT_MS = 10_000;
const RETRY_MS = 20;

/**
 * Takes the lock: without it, two concurrent enrolments would read the same list, and the later write would lose the
 * other's device.
 */
async function lockOf(file: string) {
  const late = performance.now() + WAIT_MS;
  try {
    for (;;) {
      const taken = await takeLockFile(`${file}.lock`);
      if ('lock' in taken) return taken.lock;
      if (performance.now() > late)
        exitWith({
          code: 'registry_unusable',
          message: `Process ${taken.held_by_pid} is still enrolling a device in ${file}; try again later.`,
        });
      await setTimeout(RETRY_MS);
    }
  } catch (thrown) {
    exitWith({
      code: 'registry_unusable',
      message: `The device registry ${file} can't be written: ${messageOf(thrown)}.`,
    });
  }
}
