// Screen view of the page: the stored view, and where a press on a rotated screen lands.

import test from 'ava';
import { PLAIN_VIEW, pixelAt, readView } from '../../../../../sims/panel/page/device/screen-view.ts';

const SCREEN = { width: 480, height: 320 };

test('[panel] maps a press on a rotated screen to the pixel under the finger', (t) => {
  // The upper left corner of the device's screen is then at the upper left, upper right, lower right, lower left.
  t.deepEqual(pixelAt(SCREEN, 0, 0.001, 0.001), { x: 0, y: 0 });
  t.deepEqual(pixelAt(SCREEN, 90, 0.999, 0.001), { x: 0, y: 0 });
  t.deepEqual(pixelAt(SCREEN, 180, 0.999, 0.999), { x: 0, y: 0 });
  t.deepEqual(pixelAt(SCREEN, 270, 0.001, 0.999), { x: 0, y: 0 });
  // Its upper right corner.
  t.deepEqual(pixelAt(SCREEN, 90, 0.999, 0.999), { x: 479, y: 0 });
  t.deepEqual(pixelAt(SCREEN, 270, 0.001, 0.001), { x: 479, y: 0 });
  t.deepEqual(pixelAt(SCREEN, 0, 1, 1), { x: 479, y: 319 });
  t.deepEqual(pixelAt(SCREEN, 0, -0.1, 2), { x: 0, y: 319 });
});

test('[panel] drops invalid fields of a stored view', (t) => {
  const view = { turn: 90, size: 1.5, whole: false, pixels: true };
  t.deepEqual(readView(view), view);
  for (const wrong of [null, 'x', [], { turn: 45, size: '2', whole: 1, pixels: null }])
    t.deepEqual(readView(wrong), PLAIN_VIEW);
});
