// `npm run rig -- arm64`: boots a machine with a Raspberry Pi processor from scratch, checks its peripherals and plays
// a set.

import { join } from 'node:path';
import { findScenarios } from '../bin/scenario/find-scenarios.ts';
import { assert, fail, ok, type Result } from '../wire/errors.ts';
import { ARM64 } from './build/architectures.ts';
import type { Print } from './build/cache.ts';
import { CHECKS } from './checks/probe-checks.ts';
import { bootDevice, untilAtRest, type DeviceMachine } from './device.ts';
import { buildImage, type Image } from './build/image.ts';
import { playOnMachine } from './scenarios/play-scenarios.ts';
import { openSteps, type Tested } from './steps.ts';

const SET = 'rig/checks/led-pins.yaml';

/** Runs all steps and reports each with `print`. */
export async function tryArm64(keep: string, print: Print): Promise<Tested> {
  const { step, end } = openSteps(print);
  const image = await step(
    'builds the image',
    () => buildImage(print, ARM64),
    ({ hash }) => hash,
  );
  const device =
    image &&
    (await step(
      'boots a machine',
      () => bootDevice(image),
      () => 'tapin listens',
    ));
  if (!device) return end();
  await step(
    'finishes the first start',
    () => untilAtRest(device.machine),
    () => 'idle',
  );
  for (const { name, run } of CHECKS) await step(name, () => run(device), String);
  await step(`plays the set ${SET}`, () => playSet(image, device, keep), String);
  await device.machine.close();
  return end();
}

/** Plays the set on the running machine, and leaves it off. */
async function playSet(image: Image, device: DeviceMachine, keep: string): Promise<Result<string>> {
  const [scenario] = findScenarios([SET]);
  assert(scenario !== undefined, `${SET} is a scenario`);
  const { status, message, putts } = await playOnMachine(scenario, image, async () => ok(device), join(keep, 'arm64'));
  return status === 'passed' ? ok(`${putts} putts`) : fail('rig_failed', message);
}
