// Strokes that can be repeated: the last ten of the putter, their results, and presets with one flaw each.

import test from 'ava';
import { lastStrokes, presetsFor, strokesOf } from '../../../../../sims/panel/page/play/strokes.ts';
import type { TimelineEvent } from '../../../../../sims/panel/page/timeline/timeline-event.ts';

/** A swing of a square head; rows A and B are 50.8 mm apart (docs/sensor-protocol.md). */
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

/** A stroke of the putter, `number` events after the start. */
const stroke = (place: number, speed_mps: number, number = place * 10): TimelineEvent => ({
  number,
  at_ms: place * 1000 - 500,
  lane: 'putter',
  what: 'moment',
  name: '',
  args: { stroke: place, club_speed_mps: speed_mps, face_angle_deg: 0, attack_angle_deg: 1 },
});
/** The sensor's report of the stroke. */
const reported = (place: number, flags = 0): TimelineEvent => ({ ...swing(place, 2, flags), number: place * 10 + 1 });

test('[panel] keeps the numbers of the last ten strokes, and repeats them unchanged', (t) => {
  const strokes = lastStrokes(
    Array.from({ length: 14 }, (_, at) => [stroke(at + 1, 1 + at / 10), reported(at + 1)]).flat(),
  );
  t.deepEqual(
    strokes.map(({ place, arrived }) => [place, arrived]),
    Array.from({ length: 10 }, (_, at) => [at + 5, true]),
  );
  t.deepEqual(strokes.at(-1)?.numbers, { club_speed_mps: 2.3, face_angle_deg: 0, attack_angle_deg: 1 });
});

test('[panel] a stroke without a sensor report, or with only a backstroke, did not arrive', (t) => {
  const events = [stroke(1, 1), stroke(2, 2), reported(2), stroke(3, 3), reported(3, 1), stroke(4, 1)];
  const arrived = (...more: readonly TimelineEvent[]) => strokesOf([...events, ...more]).map((each) => each.arrived);
  t.deepEqual(arrived(), [false, true, false, null], 'the last one may be pending');
  t.deepEqual(arrived({ ...stroke(0, 0), lane: 'alarms', at_ms: 3500 + 2999 }), [false, true, false, null]);
  t.deepEqual(arrived({ ...stroke(0, 0), lane: 'alarms', at_ms: 3500 + 3000 }), [false, true, false, false]);
});

test('[panel] each preset has one flaw, the speed of the last stroke, and valid values', (t) => {
  t.deepEqual(
    presetsFor([SPEED], strokesOf([stroke(1, 2)])[0]).map(({ name, numbers }) => [name, numbers]),
    [
      ['Straight', { club_speed_mps: 2, face_angle_deg: 0 }],
      ['Pull', { club_speed_mps: 2, face_angle_deg: -4 }],
      ['Push', { club_speed_mps: 2, face_angle_deg: 4 }],
      ['Fat', { club_speed_mps: 2, face_angle_deg: 0, attack_angle_deg: -9 }],
      ['Too hard', { club_speed_mps: 2.8, face_angle_deg: 0 }],
    ],
  );
  t.is(presetsFor([SPEED], undefined)[0]?.numbers.club_speed_mps, 1.5);
  t.is(presetsFor([SPEED], strokesOf([stroke(1, 5)])[0]).at(-1)?.numbers.club_speed_mps, 6);
});
