// Tests of the whole path from the board's gates to the strike, under every wire fault and with the cable unplugged at
// any time.

import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import type { Fault } from '../../../hal/faults.ts';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { createSerialSensor } from '../../../hal/sensor/sensor-serial.ts';
import type { Sensor, Strike } from '../../../hal/sensor/sensor.ts';
import { PIPE_FAULTS } from '../../../hal/serial/pipe-faults.ts';
import { createSerialPipe, type SerialPipe } from '../../../hal/serial/serial-pipe.ts';
import { plugInVirtualBoard, type PluggedBoard } from '../../../sims/sensor-board/board-on-port.ts';
import { valueOf } from '../../support/results.ts';

interface Rig {
  readonly clock: VirtualClock;
  readonly pipe: SerialPipe;
  readonly sensor: Sensor;
  readonly strikes: Strike[];
  readonly plugged: PluggedBoard;
  /** Swings the putter once, which takes about a second. */
  stroke(): void;
}

const SPEED_MPS = 1.5;
const FACE_DEG = -2;
/** Longest delay before an attempt, plus ample time for a greeting. */
const HEALED_MS = 30_000 + 10_000;
const STROKE_MS = 2000;

async function rigWith(t: ExecutionContext, seed: number): Promise<Rig> {
  const clock = createVirtualClock();
  const random = createSeededRandom(seed);
  const pipe = createSerialPipe({ clock, random: random.fork('wire') });
  const plugged = plugInVirtualBoard(pipe.board, { clock, random: random.fork('board') });
  valueOf(t, await plugged.plug());
  const sensor = createSerialSensor({ port: pipe.host, clock, log: createMemoryLog(clock), host_name: 'test' });
  const strikes: Strike[] = [];
  sensor.start({ strike: (strike) => strikes.push(strike), status: () => {} });
  const stroke = (): void =>
    void plugged.board.stroke({
      club_speed_mps: SPEED_MPS,
      face_angle_deg: FACE_DEG,
      face_rotation_deg_per_in: 0.5,
      attack_angle_deg: 1,
      left_inner_proportion: 0.5,
      right_inner_proportion: 0.4,
    });
  return { clock, pipe, sensor, strikes, plugged, stroke };
}

/** Asserts that every strike has the values of the stroke, whatever happened to its bytes. */
function allTrue(t: ExecutionContext, strikes: readonly Strike[]): void {
  for (const { club_speed_mps, face_angle_deg, clamped } of strikes) {
    t.true(Math.abs(club_speed_mps - SPEED_MPS) < 1e-3 && Math.abs(face_angle_deg - FACE_DEG) < 0.01);
    t.false(clamped);
  }
}

/** Asserts that the link is ready and that another stroke gives exactly one more strike. */
async function works(t: ExecutionContext, { clock, sensor, strikes, stroke }: Rig, what: string): Promise<void> {
  t.is(sensor.status().link, 'ready', what);
  const before = strikes.length;
  stroke();
  await clock.advance(STROKE_MS);
  t.is(strikes.length, before + 1, what);
}

for (const fault of PIPE_FAULTS)
  test(`[protocol] fault ${fault}, set and cleared: the link recovers and strikes count`, async (t) => {
    for (const seed of [1, 2, 3]) {
      const rig = await rigWith(t, seed);
      await rig.clock.advance(2000);
      await works(t, rig, 'before');
      valueOf(t, rig.pipe.setFault(fault));
      for (let n = 0; n < 5; n++) {
        rig.stroke();
        await rig.clock.advance(STROKE_MS + 170 * n);
      }
      valueOf(t, rig.pipe.setFault('ok'));
      await rig.clock.advance(HEALED_MS);
      t.true(rig.strikes.length <= 6);
      await works(t, rig, `after, seed ${seed}`);
      allTrue(t, rig.strikes);
    }
  });

test('[protocol] loses no strike and no link on a slow, delayed, splitting or merging wire', async (t) => {
  for (const fault of ['slow', 'delayed', 'split', 'merge'] as const) {
    const rig = await rigWith(t, 1);
    await rig.clock.advance(2000);
    valueOf(t, rig.pipe.setFault(fault));
    for (let n = 0; n < 10; n++) {
      rig.stroke();
      await rig.clock.advance(3000);
    }
    t.is(rig.strikes.length, 10, fault);
    t.is(rig.sensor.status().counters.links_lost, 0, fault);
    t.is(rig.sensor.status().counters.frames_dropped, 0, fault);
  }
});

test('[protocol] survives single lost and damaged bytes; resending saves most strikes', async (t) => {
  for (const fault of ['drop-byte', 'flip-bit'] as const) {
    const rig = await rigWith(t, 5);
    await rig.clock.advance(2000);
    valueOf(t, rig.pipe.setFault(fault));
    for (let n = 0; n < 40; n++) {
      rig.stroke();
      await rig.clock.advance(3000);
    }
    t.true(rig.strikes.length >= 20, `${fault}: ${rig.strikes.length} of 40`);
    t.true(rig.strikes.length <= 40);
    t.true(rig.sensor.status().counters.frames_dropped > 10);
    allTrue(t, rig.strikes);
  }
});

test('[protocol] loses the link after enough garbage and recovers once the wire is fine', async (t) => {
  const rig = await rigWith(t, 1);
  await rig.clock.advance(2000);
  for (const fault of ['off', 'garbage', 'stuck', 'wrong'] as const) {
    valueOf(t, rig.pipe.setFault(fault));
    await rig.clock.advance(6000);
    t.not(rig.sensor.status().link, 'ready', fault);
    valueOf(t, rig.pipe.setFault('ok'));
    await rig.clock.advance(HEALED_MS);
    await works(t, rig, fault);
  }
});

type Step = { readonly wait_ms: number; readonly act: 'unplug' | 'plug' | 'stroke' | Fault };

async function play(rig: Rig, steps: readonly Step[]): Promise<number> {
  let strokes = 0;
  for (const { wait_ms, act } of steps) {
    await rig.clock.advance(wait_ms);
    if (act === 'unplug') rig.pipe.unplug();
    else if (act === 'stroke') {
      strokes++;
      rig.stroke();
    } else if (act !== 'plug') rig.pipe.setFault(act);
    else if (!rig.pipe.plugged()) {
      rig.pipe.plug();
      await rig.plugged.plug();
    }
  }
  return strokes;
}

const wait_ms = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 4000 }));

test('[protocol] counts a stroke once after unplugging and replugging at any time', async (t) => {
  const act = fc.constantFrom<Step['act']>('unplug', 'plug', 'unplug', 'plug', 'stroke');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ wait_ms, act }), { maxLength: 14 }), fc.nat(1000), async (steps, seed) => {
      const rig = await rigWith(t, seed);
      const strokes = await play(rig, [...steps, { wait_ms: 0, act: 'plug' }]);
      await rig.clock.advance(HEALED_MS + strokes * STROKE_MS);
      t.true(rig.strikes.length <= strokes);
      await works(t, rig, JSON.stringify(steps));
      allTrue(t, rig.strikes);
    }),
    { numRuns: 60 },
  );
});

test('[protocol] counts a stroke once after any sequence of unplugging and faults', async (t) => {
  const act = fc.constantFrom<Step['act']>('unplug', 'plug', 'stroke', ...PIPE_FAULTS);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ wait_ms, act }), { maxLength: 14 }), fc.nat(1000), async (steps, seed) => {
      const rig = await rigWith(t, seed);
      const well: Step[] = [
        { wait_ms: 0, act: 'ok' },
        { wait_ms: 0, act: 'plug' },
      ];
      const strokes = await play(rig, [...steps, ...well]);
      await rig.clock.advance(HEALED_MS + strokes * STROKE_MS);
      t.true(rig.strikes.length <= strokes);
      await works(t, rig, JSON.stringify(steps));
      allTrue(t, rig.strikes);
    }),
    { numRuns: 60 },
  );
});
