// Where the screen lies on displays of other sizes, and where a finger on them is on the screen.

import test from 'ava';
import { placeScreen, screenPointAt } from '../../../hal/display/placement.ts';

const at = (width: number, height: number, rotation: 0 | 90 | 180 | 270, scale: 'whole' | 'fit') => {
  const placed = placeScreen({ width, height }, { rotation, scale });
  return [placed.width, placed.height, placed.x, placed.y, Number(placed.scale.toFixed(4))];
};

test('[screen] a display of its size shows the screen as it is', (t) => {
  t.deepEqual(at(480, 320, 0, 'whole'), [480, 320, 0, 0, 1]);
  t.deepEqual(at(480, 320, 0, 'fit'), [480, 320, 0, 0, 1]);
  t.deepEqual(at(320, 480, 90, 'whole'), [480, 320, 0, 0, 1]);
});

test('[screen] a larger display shows it in its middle, whole or as large as it goes', (t) => {
  t.deepEqual(at(800, 480, 0, 'whole'), [800, 480, 160, 80, 1]);
  t.deepEqual(at(800, 480, 0, 'fit'), [800, 480, 40, 0, 1.5]);
  t.deepEqual(at(480, 800, 270, 'fit'), [800, 480, 40, 0, 1.5]);
  t.deepEqual(at(1920, 1080, 0, 'whole'), [1920, 1080, 240, 60, 3]);
});

test('[screen] a smaller display shows it as large as it goes, also where whole is wanted', (t) => {
  t.deepEqual(at(320, 240, 0, 'whole'), [320, 240, 0, 13, 0.6667]);
});

test('[keys] a finger is where the screen is seen, however the display is turned, and nowhere on the border', (t) => {
  const upright = placeScreen({ width: 480, height: 320 }, { rotation: 0, scale: 'whole' });
  t.deepEqual(screenPointAt(upright, 0, { u: 0.25, v: 0.5 }), { x: 120, y: 160 });
  const standing = placeScreen({ width: 320, height: 480 }, { rotation: 90, scale: 'whole' });
  t.deepEqual(screenPointAt(standing, 90, { u: 0.75, v: 0.25 }), { x: 120, y: 80 });
  t.deepEqual(screenPointAt(standing, 270, { u: 0.75, v: 0.25 }), { x: 360, y: 240 });
  const upside = placeScreen({ width: 480, height: 320 }, { rotation: 180, scale: 'whole' });
  t.deepEqual(screenPointAt(upside, 180, { u: 0.25, v: 0.25 }), { x: 360, y: 240 });
  const larger = placeScreen({ width: 800, height: 480 }, { rotation: 0, scale: 'whole' });
  t.deepEqual(screenPointAt(larger, 0, { u: 0.5, v: 0.5 }), { x: 240, y: 160 });
  t.is(screenPointAt(larger, 0, { u: 0.1, v: 0.5 }), null);
  t.is(screenPointAt(larger, 0, { u: 0.5, v: 0.9 }), null);
  t.is(screenPointAt(larger, 0, { u: 0.8, v: 0.5 }), null, 'x 480 is beyond');
});
