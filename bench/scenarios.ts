// What scenarios and recordings cost: steps a second in virtual time, an hour of play, what recording adds, and how fast it is played again.

import { gunzipSync } from 'node:zlib';
import { createVirtualClock } from '../hal/clock/clock-virtual.ts';
import { createMemoryFlash } from '../hal/flash/flash-memory.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';
import { startDevice } from '../simulation/device/assemble-device.ts';
import { createRecorder } from '../simulation/recordings/recorder.ts';
import { lineOf, packRecording, recordingOf } from '../simulation/recordings/recording.ts';
import { createReplay } from '../simulation/recordings/replay.ts';
import { readScenario } from '../simulation/scenarios/reading/read-scenario.ts';
import { runScenario } from '../simulation/scenarios/run-scenario.ts';
import { openVirtualBackend } from '../simulation/scenarios/virtual/virtual-backend.ts';
import { assert, fail, ok } from '../wire/errors.ts';
import { median, thousands, type Figure, type Size } from './figures.ts';

const COUNTS = {
  whole: { steps: 2000, minutes: 60, rounds: 5 },
  tiny: { steps: 20, minutes: 1, rounds: 1 },
} as const;
const ABOUT = { tapin_recording: 2, version: '', began: '' } as const;

export async function benchScenarios(size: Size): Promise<readonly Figure[]> {
  const { steps, minutes, rounds } = COUNTS[size];
  const keys_ms = await play(`steps: [{ repeat: { times: ${steps / 2}, steps: [{ press: down }, { press: up }] } }]`);
  const hour = await play(`steps: [{ choose: [Metrics only, Start] }, { golfer: on }, { advance: ${minutes} min }]`);
  const plain: number[] = [];
  const taped: number[] = [];
  let idle: readonly string[] = [];
  for (let round = 0; round < rounds; round++) {
    plain.push((await rest(minutes, false)).cpu_ms);
    const recorded = await rest(minutes, true);
    taped.push(recorded.cpu_ms);
    idle = recorded.turns;
  }
  const share = ((median(taped) - median(plain)) / (minutes * 60_000)) * 100;
  const packed = packRecording(ABOUT, idle).length;
  return [
    figure('scenario steps a second, keys in a list', thousands((steps / keys_ms.took_ms) * 1000), ''),
    figure(
      `${minutes} min of play with a golfer, recorded, wall clock`,
      seconds(hour.took_ms),
      `${hour.turns.length} turns`,
    ),
    figure('  played again and compared', seconds(await replay(hour.turns, true)), ''),
    figure(
      '  played again without comparing, as time travel does',
      seconds(await replay(hour.turns, false)),
      'aim 2 s',
    ),
    figure(`recording ${minutes} min at rest: share of a processor`, `${share.toFixed(4)} %`, 'aim 2 %'),
    figure(
      '  beside the device itself',
      `${(median(taped) / median(plain)).toFixed(2)} ×`,
      'the same without a tape: 1 ×',
    ),
    figure('  its file', `${(packed / 1024).toFixed(1)} KiB`, 'aim 1 MiB an hour'),
  ];
}

const figure = (what: string, value: string, beside: string): Figure => ({ what, value, beside });
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

async function play(text: string) {
  const scenario = readScenario(text, { file: 'bench', include: () => fail('bad_value', 'none') });
  assert(scenario.ok, 'the scenario can be read');
  const world = await openVirtualBackend(scenario.value);
  const began_ms = performance.now();
  const { message } = await runScenario(scenario.value, world, { keep: (file) => ok(file) });
  const took_ms = performance.now() - began_ms;
  assert(message === '', message);
  const recording = recordingOf(gunzipSync((await world.recording()) ?? new Uint8Array()).toString(), 'bench');
  await world.close();
  return { took_ms, turns: recording.ok ? recording.value.turns : [] };
}

async function replay(turns: readonly string[], compare: boolean): Promise<number> {
  const began_ms = performance.now();
  await createReplay({ header: ABOUT, turns }).playTo(Infinity, compare);
  return performance.now() - began_ms;
}

/** A device at rest, in virtual time. */
async function rest(minutes: number, recorded: boolean) {
  const clock = createVirtualClock();
  const turns: string[] = [];
  const recorder = createRecorder({ ...clock, write: (turn) => void turns.push(lineOf(turn)) });
  const before = process.cpuUsage();
  const tape = recorded ? { tape: recorder.device('device') } : {};
  const device = startDevice({ clock, random: createSeededRandom(1), flash: createMemoryFlash(), ...tape });
  await clock.advance(minutes * 60_000);
  await device.stop();
  const { user, system } = process.cpuUsage(before);
  return { cpu_ms: (user + system) / 1000, turns };
}
