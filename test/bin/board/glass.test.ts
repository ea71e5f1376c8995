// The touch screen of a real board: present while both a display and a touch panel are, in either order.

import test from 'ava';
import { createGlass } from '../../../bin/board/glass.ts';
import { createVirtualKeys } from '../../../hal/keys/keys-virtual.ts';
import type { Affine } from '../../../wire/affine.ts';
import { assertDefined } from '../../../wire/errors.ts';

const UPRIGHT: Affine = [480, 0, 0, 0, 320, 0];

function boarded(calibration?: readonly number[]) {
  const keys = createVirtualKeys(true);
  const touches: string[] = [];
  keys.start({ key: () => {}, text: () => {}, touch: (x, y) => void touches.push(`${x},${y}`) });
  const panel = assertDefined(keys.touchscreen, 'touch screen');
  const placements: (Affine | null)[] = [];
  panel.onPlace((place) => void placements.push(place));
  return { glass: createGlass(panel, calibration), panel, placements, touches };
}

test('[keys] a touch screen is present while both a display and a panel are, in either order', (t) => {
  const { glass, placements } = boarded();
  glass.touchscreenThere(true);
  t.deepEqual(placements, [null]);
  glass.displayPlaced(UPRIGHT);
  glass.displayPlaced(null);
  glass.displayPlaced(UPRIGHT);
  glass.touchscreenThere(false);
  glass.touchscreenThere(true);
  t.deepEqual(placements, [null, UPRIGHT, null, UPRIGHT, null, UPRIGHT]);
});

test('[keys] uses the calibration of the board file until the device has its own', (t) => {
  const { glass, panel, touches } = boarded([0, -1, 1, 1, 0, 0]);
  glass.displayPlaced(UPRIGHT);
  glass.touchscreenThere(true);
  panel.contact(0.25, 0.75);
  panel.calibrate([-1, 0, 1, 0, 1, 0]);
  panel.contact(0.25, 0.75);
  t.deepEqual(touches, ['120,80', '360,240']);
});

test('[keys] ignores placements if the device has no touch screen', (t) => {
  const glass = createGlass(null);
  t.notThrows(() => (glass.displayPlaced(UPRIGHT), glass.touchscreenThere(true)));
});
