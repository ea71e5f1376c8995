// Tests of placing the screen on displays of other sizes, and of mapping touches on the glass to the screen.

import test from 'ava';
import { glassToScreen, placeScreen, type Placement, type Rotation } from '../../../hal/display/placement.ts';
import { applied, type Point } from '../../../wire/affine.ts';

const at = (width: number, height: number, rotation: 0 | 90 | 180 | 270, scale: 'whole' | 'fit') => {
  const placed = placeScreen({ width, height }, { rotation, scale });
  return [placed.width, placed.height, placed.x, placed.y, Number(placed.scale.toFixed(4))];
};

test('[screen] shows the screen unscaled on a display of its size', (t) => {
  t.deepEqual(at(480, 320, 0, 'whole'), [480, 320, 0, 0, 1]);
  t.deepEqual(at(480, 320, 0, 'fit'), [480, 320, 0, 0, 1]);
  t.deepEqual(at(320, 480, 90, 'whole'), [480, 320, 0, 0, 1]);
});

test('[screen] centers the screen on a larger display, at a whole factor or fitted', (t) => {
  t.deepEqual(at(800, 480, 0, 'whole'), [800, 480, 160, 80, 1]);
  t.deepEqual(at(800, 480, 0, 'fit'), [800, 480, 40, 0, 1.5]);
  t.deepEqual(at(480, 800, 270, 'fit'), [800, 480, 40, 0, 1.5]);
  t.deepEqual(at(1920, 1080, 0, 'whole'), [1920, 1080, 240, 60, 3]);
});

test('[screen] fits the screen on a smaller display, even if a whole factor is set', (t) => {
  t.deepEqual(at(320, 240, 0, 'whole'), [320, 240, 0, 13, 0.6667]);
});

const pixelAt = (placement: Placement, rotation: Rotation, u: number, v: number): Point =>
  applied(glassToScreen(placement, rotation), { x: u, y: v });

test('[keys] maps a touch to the screen in every rotation, and outside it on the border', (t) => {
  const upright = placeScreen({ width: 480, height: 320 }, { rotation: 0, scale: 'whole' });
  t.deepEqual(pixelAt(upright, 0, 0.25, 0.5), { x: 120, y: 160 });
  const standing = placeScreen({ width: 320, height: 480 }, { rotation: 90, scale: 'whole' });
  t.deepEqual(pixelAt(standing, 90, 0.75, 0.25), { x: 120, y: 80 });
  t.deepEqual(pixelAt(standing, 270, 0.75, 0.25), { x: 360, y: 240 });
  const upside = placeScreen({ width: 480, height: 320 }, { rotation: 180, scale: 'whole' });
  t.deepEqual(pixelAt(upside, 180, 0.25, 0.25), { x: 360, y: 240 });
  const larger = placeScreen({ width: 800, height: 480 }, { rotation: 0, scale: 'whole' });
  t.deepEqual(pixelAt(larger, 0, 0.5, 0.5), { x: 240, y: 160 });
  t.deepEqual(pixelAt(larger, 0, 0.1, 0.5), { x: -80, y: 160 });
  t.deepEqual(pixelAt(larger, 0, 0.8, 0.5), { x: 480, y: 160 });
  const twice = placeScreen({ width: 1920, height: 1080 }, { rotation: 0, scale: 'whole' });
  t.deepEqual(pixelAt(twice, 0, 0.5, 0.5), { x: 240, y: 160 });
  t.deepEqual(pixelAt(twice, 0, 0.25, 0.5), { x: 80, y: 160 });
});
