// Human strokes of the pad: scattered around the intended stroke, and within the limits of a stroke.

import test from 'ava';
import { createSeededRandom } from '../../../../../hal/random/random-seeded.ts';
import { asPersonSwings } from '../../../../../sims/panel/page/play/human.ts';
import { readStrokeCall } from '../../../../../sims/putter/stroke-call.ts';

const random = createSeededRandom(7);

test('[pad] scatters human strokes around the intended stroke', (t) => {
  const strokes = Array.from({ length: 2000 }, () => asPersonSwings({ club_speed_mps: 2, face_angle_deg: 3 }, random));
  for (const [name, mean, sd] of [
    // docs/physics.md: speed 6 %, face 0.6°, rotation 0.5 ± 0.15 °/in.
    ['club_speed_mps', 2, 0.12],
    ['face_angle_deg', 3, 0.6],
    ['face_rotation_deg_per_in', 0.5, 0.15],
  ] as const) {
    const values = strokes.map((stroke) => stroke[name] ?? NaN);
    const found = values.reduce((sum, value) => sum + value, 0) / values.length;
    const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - found) ** 2, 0) / values.length);
    // Within six standard errors.
    t.true(Math.abs(found - mean) < (6 * sd) / Math.sqrt(2000), `${name}: ${found}`);
    t.true(Math.abs(spread - sd) < (6 * sd) / Math.sqrt(4000), `${name}: ${spread}`);
  }
});

test('[pad] human strokes stay valid for the longest and the shortest pull', (t) => {
  for (const meant of [
    { club_speed_mps: 4, face_angle_deg: 10 },
    { club_speed_mps: 0.3, face_angle_deg: -10 },
  ])
    for (let stroke = 0; stroke < 200; stroke++) {
      const read = readStrokeCall(asPersonSwings(meant, random));
      t.true(read.ok, read.ok ? '' : read.error.message);
    }
});
