// Affine maps of the plane: composition, inversion, and the map through three points.

import test from 'ava';
import { affineThrough, applied, areaOf, composed, IDENTITY, inverse, type Affine } from '../../wire/affine.ts';
import { failsWith, valueOf } from '../support/results.ts';

/** A quarter turn of the unit square onto itself. */
const QUARTER: Affine = [0, -1, 1, 1, 0, 0];
const LARGER: Affine = [2, 0, 3, 0, 4, 5];

test('[keys] composes two maps in their order', (t) => {
  t.deepEqual(applied(QUARTER, { x: 0.25, y: 0.5 }), { x: 0.5, y: 0.25 });
  t.deepEqual(composed(LARGER, QUARTER), [0, -2, 5, 4, 0, 5]);
  t.deepEqual(composed(QUARTER, LARGER), [0, -4, -4, 2, 0, 3]);
  t.deepEqual(composed(IDENTITY, LARGER), LARGER);
});

test('[keys] inverts a map', (t) => {
  t.deepEqual(applied(inverse(LARGER), { x: 7, y: 9 }), { x: 2, y: 1 });
  // [1, 2, 3, 4, 10, 6] maps (1, 2) to (8, 30); its determinant is 2.
  t.deepEqual(applied(inverse([1, 2, 3, 4, 10, 6]), { x: 8, y: 30 }), { x: 1, y: 2 });
});

test('[keys] determines a map from three points unless they are on a line', (t) => {
  const from = [
    { x: 0, y: 0 },
    { x: 4, y: 0 },
    { x: 0, y: 2 },
  ] as const;
  const to = [
    { x: 1, y: 1 },
    { x: 1, y: 5 },
    { x: -1, y: 1 },
  ] as const;
  t.deepEqual(valueOf(t, affineThrough(from, to)), [0, -1, 1, 1, 0, 1]);
  t.is(areaOf(from), 4);
  t.is(areaOf([from[0], from[2], from[1]]), 4, 'independent of the orientation');
  const line = [from[0], from[1], { x: 8, y: 0 }] as const;
  t.is(areaOf(line), 0);
  failsWith(t, affineThrough(line, to), 'bad_value', /on one line/);
});
