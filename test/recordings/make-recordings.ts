// Regenerates the stored recordings (`npm run recordings`). Run it after each change of what a device shows or does;
// first review the differences (`tapin replay fixtures/recordings/NAME`), and regenerate only if the change is
// intended.

import { writeFileSync } from 'node:fs';
import { FIRMWARE_VERSION } from '../../firmware/version.ts';
import { readScenarioFile, textBeside } from '../../bin/scenario/scenario-file.ts';
import { lineOf, packRecording } from '../../simulation/recordings/recording.ts';
import { runScenario } from '../../simulation/scenarios/run-scenario.ts';
import { openVirtualBackend } from '../../simulation/scenarios/virtual/virtual-backend.ts';
import { simulate } from '../../simulation/sessions/simulate.ts';
import { assert, ok } from '../../wire/errors.ts';
import { recordRun } from './record-run.ts';

const FOLDER = 'fixtures/recordings';
const SCENARIOS = [
  'store/updated',
  'firmware/rolled-back',
  'device/cable-faults',
  'device/power-cut',
  'session/host-reboots',
] as const;
/** Seeds of the runs with every kind of fault, for six minutes each. */
const SEEDS = [4, 6];
const SIX_MINUTES_H = 0.1;
/** Scenarios played in real time, on this machine. */
const RUNS = [
  { name: 'a-set', guests: 0, steps: '[{ choose: [Lag putting, Start] }, { golfer: on }, { wait_ms: 40000 }]' },
  {
    name: 'cable-and-keys',
    guests: 0,
    steps:
      '[{ choose: [Close-in putting, Start] }, { putt: good }, unplug, { wait_ms: 1500 }, plug, { wait_for: { state: { sensor: ready } } }, { putt: good }, { press: [back, back] }]',
  },
  {
    name: 'session',
    guests: 1,
    steps:
      "[{ choose: [Play together, Host a session] }, { wait_for: 'Code:' }, { save: { code: 'Code: (\\w+)' } }, { on: guest, choose: [Play together, Join with a code] }, { on: guest, type: '${code}' }, { wait_ms: 6000 }]",
  },
] as const;

const about = { version: FIRMWARE_VERSION, began: '' };

function keep(name: string, bytes: Uint8Array): void {
  writeFileSync(`${FOLDER}/${name}.tapin.gz`, bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}

for (const path of SCENARIOS) {
  const scenario = readScenarioFile(`fixtures/scenarios/${path}.yaml`, 'fixtures/scenarios');
  assert(scenario.ok, path);
  const world = await openVirtualBackend(scenario.value, {
    read: (name) => textBeside(scenario.value, name),
  });
  const { message } = await runScenario(scenario.value, world, { keep: (file) => ok(file) });
  assert(message === '', message);
  keep(path.replace('/', '-'), (await world.recording()) ?? new Uint8Array());
  await world.close();
}
for (const seed of SEEDS) {
  const turns: string[] = [];
  const { failure } = await simulate({
    seed,
    hours: SIX_MINUTES_H,
    devices: 3,
    record: (turn) => turns.push(lineOf(turn)),
  });
  assert(failure === null, String(failure?.what));
  keep(`simulated-${seed}`, packRecording(about, turns));
}
for (const run of RUNS) keep(`real-${run.name}`, await recordRun(run));
