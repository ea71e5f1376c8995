// A stroke as JSON: accepted fields, their defaults, and one sentence for each refusal.

import test from 'ava';
import fc from 'fast-check';
import { STROKE_FIELDS, readStrokeCall, strokeOf } from '../../../sims/putter/stroke-call.ts';
import { exactStrokes, oracleTimes, strokeOfPage } from '../../hal/sensor/gate-model.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { keysOf } from '../../../wire/keys-of.ts';

const between = (limit: number): fc.Arbitrary<number> => fc.double({ min: -limit, max: limit, noNaN: true });

test('[protocol] a stroke requires its speed; all other fields have defaults', (t) => {
  t.deepEqual(valueOf(t, readStrokeCall({ club_speed_mps: 1.5 })), {
    club_speed_mps: 1.5,
    face_angle_deg: 0,
    face_rotation_deg_per_in: 0.5,
    attack_angle_deg: 1,
    left_inner_proportion: 0.5,
    right_inner_proportion: 0.5,
    swing_period_s: 0.8,
  });
  failsWith(t, readStrokeCall({ face_angle_deg: 1 }), 'bad_value', /^club_speed_mps must be/);
});

test('[protocol] accepts the plausible range of each field, ends included, and nothing beyond', (t) => {
  const ranges: Record<string, readonly [number, number]> = {
    club_speed_mps: [0.15, 6],
    face_angle_deg: [-20, 20],
    face_rotation_deg_per_in: [-6, 6],
    attack_angle_deg: [-15, 15],
    left_inner_proportion: [0, 1],
    right_inner_proportion: [0, 1],
    swing_period_s: [0.4, 6],
  };
  t.deepEqual(STROKE_FIELDS.map(({ name }) => name).toSorted(), Object.keys(ranges).toSorted());
  for (const [name, [min, max]] of Object.entries(ranges)) {
    for (const value of [min, max]) valueOf(t, readStrokeCall({ club_speed_mps: 2, [name]: value }));
    for (const value of [min - 1e-9, max + 1e-9, Number.NaN, Infinity, '1', null, true, [1], {}]) {
      const refused = readStrokeCall({ club_speed_mps: 2, [name]: value });
      t.true(!refused.ok && refused.error.message.includes(`${name} must be a number from ${min} to ${max}`), name);
    }
  }
});

test('[protocol] rejects values that are not objects, and unknown fields', (t) => {
  for (const data of [null, 1, 'x', [], [1.5], undefined])
    failsWith(t, readStrokeCall(data), 'bad_value', /JSON object/);
  const stray: unknown = JSON.parse('{"club_speed_mps":1,"__proto__":1}');
  failsWith(t, readStrokeCall(stray), 'bad_value', /^Unknown stroke field "__proto__"; allowed: club_speed_mps/);
  failsWith(t, readStrokeCall({ club_speed_mps: 1, speed: 2 }), 'bad_value', /^Unknown stroke field "speed"/);
});

const widest = fc.record({
  club_speed_mps: fc.double({ min: 0.15, max: 0.4, noNaN: true }),
  face_angle_deg: between(20),
  face_rotation_deg_per_in: between(6),
  attack_angle_deg: between(15),
});

test('[protocol] rejects as stroke_impossible a stroke that no head can make or that exceeds 600 ms', (t) => {
  fc.assert(
    fc.property(widest, (call) => {
      const times = oracleTimes({
        v_mps: call.club_speed_mps,
        face_deg: call.face_angle_deg,
        rot_deg_per_in: call.face_rotation_deg_per_in,
        attack_deg: call.attack_angle_deg,
        z0_mm: 8,
        q_left: 0.5,
        q_right: 0.5,
      });
      const spread_s = Math.max(...times) - Math.min(...times);
      const read = readStrokeCall(call);
      t.is(read.ok, spread_s < 0.6, JSON.stringify(call));
      if (!read.ok) failsWith(t, read, 'stroke_impossible', /600 ms|No head can pass/);
    }),
    { numRuns: 400 },
  );
});

test('[geometry] the stroke of a call is the call in metres and radians', (t) => {
  fc.assert(
    fc.property(exactStrokes, (page) => {
      const stroke = strokeOf(
        {
          club_speed_mps: page.v_mps,
          face_angle_deg: page.face_deg,
          face_rotation_deg_per_in: page.rot_deg_per_in,
          attack_angle_deg: page.attack_deg,
          left_inner_proportion: page.q_left,
          right_inner_proportion: page.q_right,
        },
        page.z0_mm / 1000,
      );
      const expected = strokeOfPage(page);
      for (const name of keysOf(stroke)) t.true(Math.abs(stroke[name] - expected[name]) < 1e-12, name);
    }),
    { numRuns: 50 },
  );
});
