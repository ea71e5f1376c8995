// Swings by hand: strikes computed from paths and times with known speed, direction and curvature.

import test from 'ava';
import { strikeOfSwing, type HeadPlace } from '../../../../../sims/panel/page/play/hand-swing.ts';
import { STROKE_FIELDS } from '../../../../../sims/putter/stroke-call.ts';

const FIELDS = STROKE_FIELDS.map((field) => ({ ...field, default: field.default ?? 1.5 }));
const [UNITS_PER_M, RAD] = [500, Math.PI / 180];

/** A head that moves evenly along a path; `away_mm` is its distance from the ball, positive behind it. */
const along = (
  speed_mps: number,
  rightOf: (away_mm: number) => number,
  [from_mm, to_mm]: readonly [number, number] = [120, -12],
): HeadPlace[] => {
  const positions: HeadPlace[] = [];
  for (let at_ms = 0; ; at_ms += 4) {
    const away_mm = from_mm - speed_mps * at_ms;
    positions.push({ at_ms, right: (rightOf(away_mm) / 1000) * UNITS_PER_M, down: (away_mm / 1000) * UNITS_PER_M });
    if (away_mm <= to_mm) return positions;
  }
};

test('[pad] a straight swing has the speed of the head, and is square', (t) => {
  t.deepEqual(strikeOfSwing(along(1.6, () => 0), FIELDS), { club_speed_mps: 1.6, face_angle_deg: 0, face_rotation_deg_per_in: 0 }); // oxfmt-ignore
});

test('[pad] a diagonal swing keeps its full speed and turns the face to its direction', (t) => {
  for (const deg of [-4, 4]) {
    const strike = strikeOfSwing(
      along(1.5 * Math.cos(deg * RAD), (away) => -away * Math.tan(deg * RAD)),
      FIELDS,
    );
    t.deepEqual(strike, { club_speed_mps: 1.5, face_angle_deg: deg, face_rotation_deg_per_in: 0 });
  }
});

test('[pad] an arc turns the face by an angle for each inch', (t) => {
  // A circle of 1 m through the ball: 1 inch of it is 0.0254 rad, or 1.5°.
  const strike = strikeOfSwing(
    along(1.5, (away) => 1000 - Math.sqrt(1e6 - away ** 2)),
    FIELDS,
  );
  t.is(strike?.face_rotation_deg_per_in, 1.5);
  t.is(strike?.face_angle_deg, 0);
});

test('[pad] ignores movement before the head moves forward', (t) => {
  const back = Array.from({ length: 100 }, (_, place) => ({
    at_ms: (place - 100) * 4,
    right: place,
    down: 5 + place / 2,
  }));
  t.is(strikeOfSwing([...back, ...along(2, () => 0)], FIELDS)?.club_speed_mps, 2);
});

test('[pad] gives no strike until the head has passed the ball from behind', (t) => {
  const swing = along(1.6, () => 0);
  t.is(strikeOfSwing(swing.slice(0, -3), FIELDS), null);
  t.is(strikeOfSwing([], FIELDS), null);
  t.is(strikeOfSwing(swing.map((place) => ({ ...place, down: -5 - place.down })).slice(0, 3), FIELDS), null);
  // The head passed between two pictures: a line connects them.
  t.is(strikeOfSwing([{ at_ms: 0, right: 0, down: 30 }, { at_ms: 20, right: 0, down: -10 }], FIELDS)?.club_speed_mps, 4); // oxfmt-ignore
});

test('[pad] clamps a swing to the limits of a stroke', (t) => {
  t.is(
    strikeOfSwing(
      along(9, () => 0),
      FIELDS,
    )?.club_speed_mps,
    6,
  );
  t.is(
    strikeOfSwing(
      along(0.1, () => 0),
      FIELDS,
    )?.club_speed_mps,
    0.15,
  );
  t.is(
    strikeOfSwing(
      along(1, (away) => -away * 2),
      FIELDS,
    )?.face_angle_deg,
    20,
  );
});
