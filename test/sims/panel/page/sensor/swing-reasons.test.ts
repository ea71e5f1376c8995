// Sentences that explain how values follow from gate times: checked against hand-computed numbers, and against the
// driver for a whole stroke.

import test from 'ava';
import { forward } from '../../../../../hal/sensor/geometry.ts';
import { CHANNELS } from '../../../../../hal/sensor/messages.ts';
import { readStrokeCall, strokeOf } from '../../../../../sims/putter/stroke-call.ts';
import { swingReasons } from '../../../../../sims/panel/page/sensor/swing-reasons.ts';
import type { Gate } from '../../../../../sims/panel/page/sensor/swings.ts';
import { valueOf } from '../../../../support/results.ts';

const gatesOf = (at_us: readonly (number | null)[]): readonly Gate[] =>
  CHANNELS.map((name, channel) => ({ name, at_us: at_us[channel] ?? null }));

test('[panel] a square head: rows 50.8 mm apart take 33.867 ms at 1.5 m/s, without rotation', (t) => {
  // 50.8 mm / 1.5 m/s = 33.8667 ms.
  t.deepEqual(swingReasons(gatesOf([0, 0, 33_866.7, 33_866.7])), [
    'Club speed: 50.8 mm from row A to row B, whose middles were reached 33.867 ms apart: 1.500 m/s.',
    'Face at row A: the left gate triggered together with the right one, 70.0 mm beside it: 0.00°.',
    'Face at row B: the left gate triggered together with the right one: 0.00°.',
    'Rotation: from 0.00° to 0.00° over 2 in: 0.00°/in.',
    'Face at the ball, 0.5 in past row B: 0.00°.',
    'The driver then refines these figures, since the head turns between the gates of a row.',
  ]);
});

test('[panel] the sentences match the stroke of the putter within rounding', (t) => {
  const call = valueOf(t, readStrokeCall({ club_speed_mps: 2, face_angle_deg: 3, face_rotation_deg_per_in: 0.5 }));
  const times_s = valueOf(t, forward(strokeOf(call)));
  const first_s = Math.min(...times_s);
  const [speed, , , rotation, face, attack] = swingReasons(gatesOf(times_s.map((at_s) => (at_s - first_s) * 1e6)));
  const last = (text = ''): number => Number(/(−?[\d.]+)(?: m\/s|°\/in|°)\.$/.exec(text)?.[1]?.replace('−', '-'));
  t.true(Math.abs(last(speed) - 2) < 0.01, speed);
  t.true(Math.abs(last(rotation) - 0.5) < 0.02, rotation);
  t.true(Math.abs(last(face) - 3) < 0.05, face);
  // The default: 1° up.
  t.true(Math.abs(last(attack) - 1) < 0.05, attack);
});

test('[panel] derives nothing from a row with an untriggered gate', (t) => {
  t.deepEqual(swingReasons(gatesOf([0, 0, 33_866])), []);
});
