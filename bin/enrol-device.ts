// Adds a device to the registry of a relay: what `tapin cloud enrol` runs.

import { enrolDevice, newIdentity } from '../cloud-stub/devices/enrol.ts';
import { takeLockFile } from '../hal/flash/lock-file.ts';
import { createSystemRandom } from '../hal/random/random-system.ts';
import { messageOf } from '../wire/errors.ts';
import { die } from './process.ts';

export interface EnrolOptions {
  readonly devices: string;
  readonly id?: string;
}

export async function enrol({ devices: file, id }: EnrolOptions): Promise<void> {
  const lock = await lockOf(file);
  const enrolled = enrolDevice(file, newIdentity(createSystemRandom(), id));
  await lock.release();
  if (!enrolled.ok) die(enrolled.error);
  process.stdout.write(`${JSON.stringify(enrolled.value)}\n`);
}

/** One enrolment at a time: two that read the same list would each write it without the other's device. */
async function lockOf(file: string) {
  try {
    const taken = await takeLockFile(`${file}.lock`);
    if ('lock' in taken) return taken.lock;
    die({
      code: 'registry_unusable',
      message: `The process ${taken.held_by_pid} is enrolling a device in ${file}; try again.`,
    });
  } catch (thrown) {
    die({ code: 'registry_unusable', message: `The device registry ${file} can't be written: ${messageOf(thrown)}.` });
  }
}
