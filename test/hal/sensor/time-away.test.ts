// Time away of pendulum strokes, from the virtual putter through board, cable and driver.

import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import type { Strike } from '../../../hal/sensor/sensor.ts';
import { createSerialSensor } from '../../../hal/sensor/sensor-serial.ts';
import { timeAway } from '../../../hal/sensor/swing.ts';
import { createSerialPipe } from '../../../hal/serial/serial-pipe.ts';
import { perfectStroke } from '../../../sims/putter/golfer.ts';
import { plugInVirtualBoard } from '../../../sims/sensor-board/board-on-port.ts';

async function board() {
  const clock = createVirtualClock();
  const random = createSeededRandom(1);
  const pipe = createSerialPipe({ clock, random });
  const { board, plug } = plugInVirtualBoard(pipe.board, { clock, random: random.fork('board'), jitter_us: 10 });
  await plug();
  const strikes: Strike[] = [];
  const sensor = createSerialSensor({ port: pipe.host, clock, log: createMemoryLog(clock), host_name: 'test' });
  sensor.start({ strike: (strike) => strikes.push(strike), status: () => {} });
  await clock.advance(2000);
  return { clock, board, sensor, strikes };
}

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
  const { clock, board: on, sensor, strikes } = await board();
  for (const swing_period_s of [0.6, 0.8, 1.2, 1.6])
    for (const speed_mps of [0.4, 1, 1.6, 3]) {
      strikes.length = 0;
      on.stroke({ ...perfectStroke(speed_mps), swing_period_s });
      await clock.advance(5000);
      const measured = strikes[0]?.time_away_s ?? Number.NaN;
      const wanted = wantedTime(speed_mps, swing_period_s);
      t.true(Math.abs(measured - wanted) < 0.01, `${speed_mps} m/s, ${swing_period_s} s: ${measured}, not ${wanted}`);
    }
  await sensor.stop();
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
