// Bundled scenarios in real time, on separate processes.

import test from 'ava';
import { played } from '../../support/scenario/play-files.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

/**
 * Twelve of the bundled scenarios, each at most 15 s long. They also pass in virtual time (test/simulation/scenarios/).
 */
const TWELVE = [
  'calibration/cancelled',
  'device/cable',
  'device/keys-held',
  'device/leave-and-go-on',
  'device/leds-and-sounds',
  'device/left-handed',
  'device/metric',
  'device/no-network',
  'device/pictures',
  'device/reboots-in-a-round',
  'device/strike-while-nothing-is-played',
  'device/wrong-code',
].map((name) => `fixtures/scenarios/${name}.yaml`);

test('[scenario] twelve scenarios pass on separate processes', async (t) => {
  const folder = await temporaryFolder(t);
  const { output, results } = await played(...TWELVE, '--on', 'process', '--jobs', '4', '--keep', folder);
  t.deepEqual(results, Array.from({ length: 12 }, () => ['process', 'passed', '']), output); // oxfmt-ignore
});
