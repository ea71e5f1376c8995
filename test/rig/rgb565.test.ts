// The rig's check of a 16-bit display.

import test from 'ava';
import { rgb565Problem } from '../../rig/checks/rgb565-check.ts';

/** A frame of 2×2 in the middle of a 4×2 display. */
const FRAME = { width: 2, height: 2, pixels: pixels([0, 0, 0], [255, 255, 255], [100, 101, 102], [8, 4, 16]) };

function pixels(...colours: readonly (readonly [number, number, number])[]): Uint8Array {
  return Uint8Array.from(colours.flatMap((colour) => [...colour, 255]));
}
const BLACK = [0, 0, 0] as const;
const shown = (...[a, b, c, d]: readonly (readonly [number, number, number])[]) => ({
  width: 4,
  height: 2,
  rgba: pixels(BLACK, a ?? BLACK, b ?? BLACK, BLACK, BLACK, c ?? BLACK, d ?? BLACK, BLACK),
});

test('[rig] accepts the nearest 16-bit colours with black around the picture', (t) => {
  // 100 = 0b01100_100, 101 = 0b011001_01, 102 = 0b01100_110; the upper bits are repeated below.
  t.is(rgb565Problem(FRAME, shown(BLACK, [255, 255, 255], [99, 101, 99], [8, 4, 16])), '');
});

test('[rig] detects a colour two steps off, a colour with extra bits, and a shifted picture', (t) => {
  const right = [BLACK, [255, 255, 255], [99, 101, 99], [8, 4, 16]] as const;
  t.regex(
    rgb565Problem(FRAME, shown(right[0], right[1], [115, 101, 99], right[3])),
    /^Pixel 1, 1 .* red 115; tapin drew 100/,
  );
  t.regex(rgb565Problem(FRAME, shown(right[0], right[1], [99, 105, 99], right[3])), /green 105, and 101/);
  t.regex(rgb565Problem(FRAME, shown(right[0], right[1], [100, 101, 99], right[3])), /red 100, and 100/);
  t.regex(rgb565Problem(FRAME, shown(right[1], right[0], right[2], right[3])), /^Pixel 1, 0 /);
  const beside = { ...shown(...right), rgba: shown(...right).rgba.toReversed() };
  t.not(rgb565Problem(FRAME, beside), '');
});
