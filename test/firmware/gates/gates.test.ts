// Rules of the sensor's calibration, and the correction of a board that is drilled wrongly, measured again afterwards.

import test from 'ava';
import {
  beamShift,
  beamShifted,
  figuresOf,
  NO_GATES,
  pendulumSpeed_mps,
  ROW_DISTANCE_MM,
  rowShift,
  rowShifted,
  withChange,
  withHeight,
  withSwing,
  type GatesView,
} from '../../../firmware/gates/gates.ts';
import { LENGTH_M } from '../../../hal/sensor/geometry.ts';
import { CHANNELS, type Channel } from '../../../hal/sensor/messages.ts';
import { createVirtualBoard } from '../../../sims/sensor-board/virtual-board.ts';
import { perfectStroke } from '../../../sims/putter/golfer.ts';
import { assertDefined } from '../../../wire/errors.ts';
import { sensorChain, type SensorChain } from '../../support/sensor-board/sensor-chain.ts';
import { NEW_BOARD } from '../../support/device/views.ts';

const { aperture_error_um: NONE } = NEW_BOARD;

const swings = (speeds: readonly number[], attack_angle_deg: number | null = 0): GatesView =>
  speeds.reduce<GatesView>((view, club_speed_mps) => withSwing(view, { club_speed_mps, attack_angle_deg }), NO_GATES);

test('[sensor-board] speed of a pendulum: the table of v = √(2gh)', (t) => {
  // Worked out by hand with g = 9.80665 m/s².
  for (const [height_mm, speed_mps] of [
    [20, 0.6263],
    [50, 0.9903],
    [100, 1.4005],
    [300, 2.4257],
  ] as const)
    t.true(Math.abs(pendulumSpeed_mps(height_mm) - speed_mps) < 5e-5, `${height_mm} mm`);
});

test('[sensor-board] the distance between the rows is that of the geometry', (t) => {
  t.true(Math.abs(ROW_DISTANCE_MM / 1000 - LENGTH_M) < 1e-12);
});

test('[sensor-board] no correction before five swings, nor while they differ by over 1 %', (t) => {
  t.is(figuresOf(NO_GATES), null);
  t.is(rowShift(swings([1.4, 1.4, 1.4, 1.4]), NONE), null);
  t.not(rowShift(swings([1.4, 1.4, 1.4, 1.4, 1.4]), NONE), null);
  t.is(rowShift(swings([1.36, 1.4, 1.4, 1.4, 1.44]), NONE), null);
  t.is(beamShift(swings([1.4, 1.4, 1.4, 1.4, 1.4], null), NONE), null);
});

test('[sensor-board] a swing of 1 % more than the height says moves row B by 1 % of 50.8 mm', (t) => {
  const fast = 1.400_475 * 1.01;
  t.is(rowShift(swings([fast, fast, fast, fast, fast]), NONE), -503);
});

test('[sensor-board] values stay within 2 mm, and a correction beyond is none', (t) => {
  t.is(withChange(NO_GATES, 'ONE', 'LA', 2010).changes.LA, 2000);
  t.is(withChange(NO_GATES, 'ONE', 'LA', -2010).changes.LA, -2000);
  t.deepEqual(rowShifted({ ...NONE, HB: 1900 }, 100), { LB: 100, RB: 100, HB: 2000 });
  t.is(rowShifted({ ...NONE, HB: 1900 }, 101), null);
  t.is(beamShifted({ ...NONE, HB: -1999 }, -2), null);
  t.is(withHeight(NO_GATES, 19).height_mm, 20);
  t.is(withHeight(NO_GATES, 301).height_mm, 300);
});

test('[sensor-board] changes for one board are not those of another', (t) => {
  const view = withChange(withChange(NO_GATES, 'ONE', 'LA', 50), 'TWO', 'RA', 20);
  t.deepEqual(view.changes, { RA: 20 });
});

/** Swings a pendulum from 100 mm, five times. */
async function swung({ board, clock, strikes }: SensorChain): Promise<GatesView> {
  strikes.length = 0;
  for (let n = 0; n < 5; n++) {
    board.stroke({ ...perfectStroke(1.400_475), attack_angle_deg: 0 });
    await clock.advance(4000);
  }
  return strikes.reduce<GatesView>(withSwing, NO_GATES);
}

test('[sensor-board] a board drilled wrongly measures speed and attack rightly after two corrections', async (t) => {
  const drilled: Partial<Record<Channel, number>> = { LA: -60, RA: -20, LB: 420, RB: 380, HB: -150 };
  const chain = await sensorChain((deps) =>
    createVirtualBoard({ ...deps, jitter_us: 10, hidden_error_um: CHANNELS.map((channel) => drilled[channel] ?? 0) }),
  );
  const before = await swung(chain);
  t.true(Math.abs((figuresOf(before)?.mean_mps ?? 0) / 1.400_475 - 1) > 0.008);
  t.true(Math.abs(figuresOf(before)?.attack_deg ?? 0) > 0.5);
  const errors = () => assertDefined(chain.sensor.status().board, 'board').aperture_error_um;
  const store = async (errors_um: Parameters<typeof chain.sensor.storeApertures>[0] | null): Promise<void> => {
    const stored = chain.sensor.storeApertures(assertDefined(errors_um, 'correction'));
    await chain.clock.advance(1000);
    t.true((await stored).ok);
  };
  await store(rowShifted(errors(), assertDefined(rowShift(before, errors()), 'shift')));
  const level = await swung(chain);
  await store(beamShifted(errors(), assertDefined(beamShift(level, errors()), 'shift')));
  const after = figuresOf(await swung(chain));
  t.true(Math.abs((after?.mean_mps ?? 0) / 1.400_475 - 1) < 0.001, `${after?.mean_mps}`);
  t.true(Math.abs(after?.attack_deg ?? 9) < 0.05, `${after?.attack_deg}`);
  await chain.stop();
});
