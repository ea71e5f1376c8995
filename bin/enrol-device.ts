// Adds a device to the registry of a relay: what `tapin cloud enrol` runs.

import { setTimeout } from 'node:timers/promises';
import { enrolDevice, newIdentity } from '../cloud-stub/devices/enrol.ts';
import { takeLockFile } from '../hal/flash/lock-file.ts';
import { createSystemRandom } from '../hal/random/random-system.ts';
import { messageOf } from '../wire/errors.ts';
import { exitWith } from './process.ts';

export interface EnrolOptions {
  readonly devices: string;
  readonly id?: string;
}

export async function enrol({ devices: file, id }: EnrolOptions): Promise<void> {
  const lock = await lockOf(file);
  const enrolled = enrolDevice(file, newIdentity(createSystemRandom(), id));
  await lock.release();
  if (!enrolled.ok) exitWith(enrolled.error);
  process.stdout.write(`${JSON.stringify(enrolled.value)}\n`, (problem) => {
    if (!problem) return;
    const message = `The identity of ${enrolled.value.id} can't be written (${problem.message}): take its entry out of ${file}, and enrol it again.`;
    exitWith({ code: 'registry_unusable', message });
  });
}

/** How long another enrolment may take. */
const WAIT_MS = 10_000;
const LOOK_AGAIN_MS = 20;

/** One enrolment at a time: two that read the same list would each write it without the other's device. */
async function lockOf(file: string) {
  const late = performance.now() + WAIT_MS;
  try {
    for (;;) {
      const taken = await takeLockFile(`${file}.lock`);
      if ('lock' in taken) return taken.lock;
      if (performance.now() > late)
        exitWith({
          code: 'registry_unusable',
          message: `The process ${taken.held_by_pid} is enrolling a device in ${file} and does not end; try again later.`,
        });
      await setTimeout(LOOK_AGAIN_MS);
    }
  } catch (thrown) {
    exitWith({
      code: 'registry_unusable',
      message: `The device registry ${file} can't be written: ${messageOf(thrown)}.`,
    });
  }
}
