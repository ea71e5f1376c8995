// `npm run rig -- self-test`: checks the image, a snapshot, each fixture and probe, and both ways to switch a machine
// off.

import { fail, ok, type Result } from '../wire/errors.ts';
import { PROJECT, type Print } from './build/cache.ts';
import { updatesFirmware } from './checks/firmware-check.ts';
import { CHECKS, RIGHT_CLOCK } from './checks/probe-checks.ts';
import { showsRgb565 } from './checks/rgb565-check.ts';
import { SYSTEM_CHECKS } from './checks/system-checks.ts';
import { deviceSnapshot, resumeDevice, type DeviceMachine, type DeviceSnapshot } from './device.ts';
import { buildImage, type Image } from './build/image.ts';
import { readFromDisk } from './build/read-disk.ts';
import { openSteps, type Tested } from './steps.ts';

/** Runs the self-test and prints a line for each step. */
export async function selfTest(print: Print): Promise<Tested> {
  const { step, end } = openSteps(print);
  const image = await step(
    'builds the image',
    () => buildImage(print),
    ({ hash }) => hash,
  );
  const snapshot =
    image &&
    (await step(
      'takes a snapshot of the running tapin',
      () => deviceSnapshot(image, print),
      ({ state }) => state.slice(PROJECT.length),
    ));
  if (image && snapshot) {
    const resume = (): Promise<Result<DeviceMachine>> => resumeDevice(image, snapshot);
    const device = await step('resumes a machine from the snapshot', resume, () => 'the agent answers');
    if (device) {
      for (const { name, run } of [RIGHT_CLOCK, ...CHECKS]) await step(name, () => run(device), String);
      await step(
        'shuts the machine down',
        () => device.machine.powerOff(),
        () => 'off',
      );
      await device.machine.close();
    }
    for (const { name, run } of SYSTEM_CHECKS) {
      const own = await resume();
      await step(name, async () => (own.ok ? run(own.value) : own), String);
      if (own.ok) await own.value.machine.close();
    }
    await step('shows what tapin draws on a 16-bit display', () => showsRgb565(image), String);
    const updated = await resume();
    await step(
      'keeps working new firmware and rolls back firmware that does not start',
      async () => (updated.ok ? updatesFirmware(image, updated.value) : updated),
      String,
    );
    if (updated.ok) await updated.value.machine.close();
    await step('loses only unwritten data in a power cut', () => cutsPower(image, snapshot), String);
  }
  return end();
}

/** Checks that a synced file is on the disk after a power cut and that the file system check repairs the rest. */
async function cutsPower(image: Image, snapshot: DeviceSnapshot): Promise<Result<string>> {
  const resumed = await resumeDevice(image, snapshot);
  if (!resumed.ok) return resumed;
  const { machine } = resumed.value;
  const written = await machine.agent.run('cd /var/lib/tapin && echo kept > rig-kept && sync rig-kept && sync .');
  await machine.cutPower();
  const read = written.ok ? await readFromDisk(machine.data, machine.folder, '/tapin/rig-kept') : written;
  await machine.close();
  if (!read.ok) return read;
  return read.value === 'kept\n'
    ? ok('the synced file is kept')
    : fail('rig_failed', `The file contains ${read.value}.`);
}
