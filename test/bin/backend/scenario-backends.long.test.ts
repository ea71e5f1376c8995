// The same scenarios in virtual time, on separate processes and on a running device: all pass, and steps that a backend
// lacks are skipped with a reason.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { played } from '../../support/scenario/play-files.ts';
import { runTapin, startTapin } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const METRICS = 'fixtures/scenarios/experiences/metrics.yaml';
const CODE = 'fixtures/scenarios/device/wrong-code.yaml';
/** Two putts with a power cycle between them. */
const POWER = `name: Power between two putts
players: [Zoe]
steps:
  - choose: [Lag putting, Start]
  - putt: good
  - wait_for: { text: Putt 2 of 10, within: 20 s }
  - power: ACTION
  - expect_no: Putt
  - power: 'on'
  - wait_for: { text: 'Go on: Putt 2 of 10', within: 20 s }
  - choose: Go on
  - expect: 'Zoe: 3 pts'
`;

for (const backend of ['virtual', 'process'] as const)
  test(`[scenario] plays metrics and power cycles on ${backend}`, async (t) => {
    const folder = await temporaryFolder(t);
    const files = ['off', 'cut'].map((action) => {
      const file = join(folder, `${action}.yaml`);
      writeFileSync(file, POWER.replace('ACTION', `'${action}'`));
      return file;
    });
    const { code, output, results } = await played(METRICS, ...files, '--on', backend, '--keep', folder);
    t.deepEqual(results, Array.from({ length: 3 }, () => [backend, 'passed', '']), output); // oxfmt-ignore
    t.is(code, 0);
  });

const PULLED = `steps:
  - choose: [Metrics only, Start]
  - fault: garbage
  - putt: { club_speed_mps: 2 }
  - expect: 'Player 1: 0 putts'
  - fault: ok
  - unplug
  - press: [back, back, up, ok]
  - wait_for: { line: Status, text: No serial port at, within: 5 s }
  - plug
  - wait_for: { text: 'Sensor: ready', within: 20 s }
`;

test('[scenario] on process: the sensor sits behind a pty that can be corrupted and unplugged', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'pulled.yaml');
  writeFileSync(file, PULLED);
  const { output, results } = await played(file, '--on', 'process', '--keep', folder);
  t.deepEqual(results, [['process', 'passed', '']], output);
});

test('[scenario] on a panel: plays metrics and skips steps that it does not support', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'off.yaml');
  writeFileSync(file, POWER.replace('ACTION', 'off'));
  const { listening } = await startTapin(t, ['run', '--port', '0', '--data', join(folder, 'data')]);
  const on = ['--on', `panel=${String(listening['panel'])}`, '--keep', folder];
  const off = join(folder, 'own-players.yaml');
  writeFileSync(off, POWER.replace('ACTION', 'cut').replace('players: [Zoe]\n', '').replace('Zoe', 'Player 1'));
  const { code, output, results } = await played(METRICS, METRICS, CODE, file, off, ...on);
  t.is(code, 0, output);
  const { origin } = new URL(String(listening['panel']));
  t.deepEqual(results, [
    ['panel', 'passed', ''],
    ['panel', 'passed', ''],
    ['panel', 'skipped', `needs cloud, which ${origin} lacks`],
    ['panel', 'skipped', `needs players, which ${origin} lacks`],
    ['panel', 'passed', ''],
  ]);
  const unreachable = await played(METRICS, '--on', 'panel=http://127.0.0.1:9/?token=x', '--keep', folder);
  t.is(unreachable.code, 3);
  t.regex(String(unreachable.results[0]?.[2]), /^http:\/\/127\.0\.0\.1:9 does not answer: /);
  const { code: wrong, stderr } = await runTapin(['test', METRICS, '--on', 'moon']);
  t.is(wrong, 2);
  t.regex(stderr, /A backend must be virtual, process, ssh=DESTINATION, /);
});
