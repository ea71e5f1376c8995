// `npm run rig -- self-test`: the image, a snapshot, each hand, and the two ways to switch a machine off.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { junitText, type JunitCase } from '../simulation/junit.ts';
import { fail, ok, type Result } from '../wire/errors.ts';
import { readFields } from '../wire/json-fields.ts';
import { PROJECT, type Say } from './cache.ts';
import { CHECKS } from './checks/hand-checks.ts';
import { SYSTEM_CHECKS } from './checks/system-checks.ts';
import { deviceSnapshot, resumeDevice, type DeviceMachine, type DeviceSnapshot } from './device.ts';
import { buildImage, type Image } from './image.ts';
import { readFromDisk } from './read-disk.ts';

export interface SelfTest {
  readonly passed: boolean;
  /** The report in the form of JUnit. */
  readonly junit: string;
}

/** Says a line for each step. */
export async function selfTest(say: Say): Promise<SelfTest> {
  const cases: JunitCase[] = [];
  /** What needs a step that failed is not tried. */
  const step = async <T>(
    name: string,
    run: () => Promise<Result<T>>,
    found: (value: T) => string,
  ): Promise<T | null> => {
    const began_ms = performance.now();
    const result = await run();
    const ms = performance.now() - began_ms;
    const seen = result.ok ? found(result.value) : result.error.message;
    say(`${result.ok ? 'ok    ' : 'FAILED'} ${(ms / 1000).toFixed(1).padStart(6)} s  ${name}: ${seen}`);
    const verdict = { tag: 'failure', type: 'rig', message: seen, text: seen } as const;
    const about = { classname: 'rig', name, ms, properties: [], output: [seen] };
    cases.push({ ...about, verdict: result.ok ? null : verdict });
    return result.ok ? result.value : null;
  };
  const image = await step(
    'the image is there',
    () => buildImage(say),
    ({ hash }) => hash,
  );
  const snapshot =
    image &&
    (await step(
      'a snapshot of tapin running',
      () => deviceSnapshot(image, say),
      ({ state }) => state.slice(PROJECT.length),
    ));
  if (image && snapshot) {
    const resume = (): Promise<Result<DeviceMachine>> => resumeDevice(image, snapshot);
    const device = await step('a machine goes on from the snapshot', resume, () => 'the agent answers');
    if (device) {
      for (const { name, run } of CHECKS) await step(name, () => run(device), String);
      await step(
        'the machine shuts down',
        () => device.machine.powerOff(),
        () => 'it is off',
      );
      await device.machine.close();
    }
    for (const { name, run } of SYSTEM_CHECKS) {
      const own = await resume();
      await step(name, async () => (own.ok ? run(own.value) : own), String);
      if (own.ok) await own.value.machine.close();
    }
    await step('a power cut loses only what was not written', () => cutsPower(image, snapshot), String);
  }
  return { passed: cases.every(({ verdict }) => verdict === null), junit: junitText(version(), cases) };
}

/** What was synced is on the disk after the cut, and nothing is broken that the file system's check does not mend. */
async function cutsPower(image: Image, snapshot: DeviceSnapshot): Promise<Result<string>> {
  const resumed = await resumeDevice(image, snapshot);
  if (!resumed.ok) return resumed;
  const { machine } = resumed.value;
  const written = await machine.agent.run('cd /var/lib/tapin && echo kept > rig-kept && sync rig-kept && sync .');
  await machine.cutPower();
  const read = written.ok ? await readFromDisk(machine.data, machine.folder, '/tapin/rig-kept') : written;
  await machine.close();
  if (!read.ok) return read;
  return read.value === 'kept\n' ? ok('a synced file is there') : fail('rig_failed', `The file has ${read.value}.`);
}

const version = (): string => String(readFields(readFileSync(join(PROJECT, 'package.json'), 'utf8'))?.['version']);
