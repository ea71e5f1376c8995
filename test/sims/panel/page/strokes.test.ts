// Strokes that can be swung again: the last ten that were measured, and those with one thing wrong.

import test from 'ava';
import { presetsFor, strokesOf } from '../../../../sims/panel/page/strokes.ts';
import type { TimelineEvent } from '../../../../sims/panel/page/timeline-event.ts';

/** A square head; rows A and B are 50.8 mm apart (docs/sensor-protocol.md). */
const swing = (swing_id: number, speed_mps: number, flags = 0): TimelineEvent => {
  const ticks = Math.round(0.0508 / speed_mps / 100e-9);
  const delta_ticks = [0, 0, ticks, ticks, 0, 0, 0, 0];
  const about = { base_ticks: 0, present: 0b1111, temperature_dc: 200, tick_ns: 100, aperture_error_um: [] };
  const args = { seq: 1, swing_id, flags, delta_ticks, ...about };
  return {
    number: swing_id,
    at_ms: swing_id * 1000,
    lane: 'frames from the board',
    what: 'moment',
    name: 'SWING',
    args,
  };
};
const SPEED = { name: 'club_speed_mps', label: 'Club speed', unit: 'm/s', min: 0.15, max: 6, step: 0.01, default: 1.5 };

test('[panel] the last ten strokes are those that were measured, without backstrokes', (t) => {
  const swings = Array.from({ length: 14 }, (_, at) => swing(at + 1, 1 + at / 10, at === 13 ? 1 : 0));
  const strokes = strokesOf(swings);
  t.deepEqual(
    strokes.map(({ place, number }) => [place, number]),
    Array.from({ length: 10 }, (_, at) => [at + 1, at + 4]),
  );
  t.like(strokes.at(-1), { at_ms: 13_000, numbers: { club_speed_mps: 2.2, face_angle_deg: 0 } });
  t.false('clamped' in (strokes[0]?.numbers ?? {}));
  t.false('attack_angle_deg' in (strokes[0]?.numbers ?? {}), 'what was not measured is not swung');
});

test('[panel] of each preset one thing is wrong, at the speed of the last stroke, and within what a stroke may be', (t) => {
  t.deepEqual(
    presetsFor([SPEED], strokesOf([swing(1, 2)])[0]).map(({ name, numbers }) => [name, numbers]),
    [
      ['Straight', { club_speed_mps: 2, face_angle_deg: 0 }],
      ['Pull', { club_speed_mps: 2, face_angle_deg: -4 }],
      ['Push', { club_speed_mps: 2, face_angle_deg: 4 }],
      ['Fat', { club_speed_mps: 2, face_angle_deg: 0, attack_angle_deg: -9 }],
      ['Too hard', { club_speed_mps: 2.8, face_angle_deg: 0 }],
    ],
  );
  t.is(presetsFor([SPEED], undefined)[0]?.numbers.club_speed_mps, 1.5);
  t.is(presetsFor([SPEED], strokesOf([swing(1, 5)])[0]).at(-1)?.numbers.club_speed_mps, 6);
});
