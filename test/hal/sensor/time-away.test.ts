// Time away of pendulum strokes, from the virtual putter through board, cable and driver.

import test from 'ava';
import { timeAway } from '../../../hal/sensor/swing.ts';
import { perfectStroke } from '../../../sims/putter/golfer.ts';
import { createVirtualBoard } from '../../../sims/sensor-board/virtual-board.ts';
import { sensorChain } from '../../support/sensor-board/sensor-chain.ts';

/** Time at which a motion that only goes one way passes a place, by bisection. */
function timeAt(place_m: number, motion: (t: number) => number, [from_s, to_s]: readonly [number, number]): number {
  let [low, high] = [from_s, to_s];
  const rises = motion(high) > motion(low);
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (motion(middle) < place_m === rises) low = middle;
    else high = middle;
  }
  return low;
}

/** The motion of docs/physics.md, written as places at times: the head is 20 mm deep, and row A is at −63.5 mm. */
function wantedTime(speed_mps: number, period_s: number): number {
  const amplitude_m = Math.max((speed_mps * period_s) / (2 * Math.PI), 0.2);
  const half = period_s / 2;
  const back = (t: number): number => -0.01 - (amplitude_m - 0.01) * Math.sin((Math.PI * t) / (2 * half)) ** 2;
  const down = (t: number): number => -amplitude_m * Math.cos((2 * Math.PI * t) / period_s);
  const left = timeAt(-0.0435, back, [0, half]);
  const entered = half + timeAt(-0.15, down, [0, period_s / 4]) + (0.15 - 0.0635) / speed_mps;
  return entered - left;
}

test('[protocol] measures the time away of pendulum strokes to 10 ms', async (t) => {
  const { clock, board, stop, strikes } = await sensorChain((deps) => createVirtualBoard({ ...deps, jitter_us: 10 }));
  for (const swing_period_s of [0.6, 0.8, 1.2, 1.6])
    for (const speed_mps of [0.4, 1, 1.6, 3]) {
      strikes.length = 0;
      board.stroke({ ...perfectStroke(speed_mps), swing_period_s });
      await clock.advance(5000);
      const measured = strikes[0]?.time_away_s ?? Number.NaN;
      const wanted = wantedTime(speed_mps, swing_period_s);
      t.true(Math.abs(measured - wanted) < 0.01, `${speed_mps} m/s, ${swing_period_s} s: ${measured}, not ${wanted}`);
    }
  await stop();
});

test('[protocol] the usual stroke of a good player is away for about 0.8 s', (t) => {
  const time_s = wantedTime(1.5, 1.2);
  t.true(time_s > 0.7 && time_s < 0.9, `${time_s}`);
});

test('[protocol] no time away without a backstroke, without row A, or over 3 s', (t) => {
  const swing = {
    kind: 'swing',
    swing_id: 1,
    base_ticks: 40_000_000n,
    present: 0xff,
    flags: 0,
    temperature_dc: 0,
    delta_ticks: [0, 0, 0, 0, 0, 0, 0, 0],
  } as const;
  t.is(timeAway(32_000_000n, swing, 100), 0.8);
  t.is(timeAway(null, swing, 100), null);
  t.is(timeAway(32_000_000n, { ...swing, present: 0xfe }, 100), null);
  t.is(timeAway(10_000_000n, swing, 100), 3);
  t.is(timeAway(9_999_000n, swing, 100), null);
  t.is(timeAway(39_000_000n, swing, 100), 0.1);
  t.is(timeAway(39_000_100n, swing, 100), null);
});
