// Pixels of a path: compared with the canvas's own parser on the same text, and with drawings by hand.

import { Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import test from 'ava';
import fc from 'fast-check';
import { pathItem, type PathOptions } from '../../../../firmware/extension-runtime/path/path-item.ts';
import { validPaths } from '../../../support/extension/path-data.ts';
import { SIDE, colorAt, differing, pixelsBy, pixelsOf } from '../../../support/extension/path-pixels.ts';

function drawn(d: string, options: PathOptions): Uint8Array {
  const drawing = pathItem(d, options);
  if (!drawing.ok) throw new Error(drawing.message);
  return pixelsOf([drawing.item]);
}

const BLACK = '0,0,0';
const RED = '255,0,0';
const MIDDLE = { x: SIDE / 2, y: SIDE / 2 };

/** Returns the pixels of a text parsed by the canvas itself. */
const native = (how: 'fill' | 'stroke', d: string): Uint8Array =>
  pixelsBy((context) => {
    context.translate(MIDDLE.x, MIDDLE.y);
    [context.fillStyle, context.strokeStyle, context.lineWidth, context.miterLimit] = ['#ffffff', '#ffffff', 1.5, 4];
    context[how](new Path2D(d));
  });
const isVisible = (pixels: Uint8Array): boolean => pixels.some((byte, n) => n % 4 === 0 && byte > 0);

test('[path] valid paths without arcs look as the canvas draws the same text', (t) => {
  let visible = 0;
  fc.assert(
    fc.property(validPaths(['M', 'L', 'H', 'V', 'C', 'S', 'Q', 'T', 'Z']), (d) => {
      const [filled, stroked] = [native('fill', d), native('stroke', d)];
      t.is(differing(drawn(d, { fill: '#fff', ...MIDDLE }), filled, 1), 0, d);
      t.is(differing(drawn(d, { stroke: '#fff', width: 1.5, ...MIDDLE }), stroked, 12), 0, d);
      if (isVisible(filled)) visible++;
    }),
    { seed: 7, numRuns: 250 },
  );
  t.true(visible > 150, 'most paths fill pixels');
});

/**
 * The canvas turns an arc into quadratic curves that are a fifth of a pixel off on narrow ellipses; ours are closer.
 */
const ARC_TOLERANCE = 140;

test('[path] valid paths with arcs fill the same pixels as on a native canvas', (t) => {
  fc.assert(
    fc.property(validPaths(), (d) => {
      const filled = native('fill', d);
      t.is(differing(drawn(d, { fill: '#fff', ...MIDDLE }), filled, ARC_TOLERANCE), 0, d);
    }),
    { seed: 7, numRuns: 250 },
  );
});

/** Draws a triangle by hand, without a text or parser. */
const triangle = (context: SKRSContext2D): void => {
  context.beginPath();
  context.moveTo(0, 0);
  context.lineTo(20, 4);
  context.lineTo(6, 12);
  context.closePath();
};
const TRIANGLE = 'M0 0L20 4 6 12Z';

test('[C42] moves, turns clockwise, then scales, the stroke included', (t) => {
  const hand = pixelsBy((context) => {
    context.translate(50, 30);
    context.rotate(Math.PI / 6);
    context.scale(2.5, 2.5);
    triangle(context);
    [context.fillStyle, context.strokeStyle, context.lineWidth, context.miterLimit] = ['#ff0000', '#00ff00', 2, 4];
    context.fill();
    context.stroke();
  });
  const options = { x: 50, y: 30, angle: 30, scale: 2.5, fill: '#f00', stroke: '#0f0', width: 2 };
  t.is(differing(drawn(TRIANGLE, options), hand, 1), 0);
  t.is(differing(drawn(TRIANGLE, { ...options, angle: 30 - 720 }), hand, 1), 0);
});

test('[C42] 90 degrees turn right to down, around x and y; scaling is from there', (t) => {
  const pixels = drawn('M0 0H20V4H0Z', { fill: '#f00', x: 60, y: 40, angle: 90, scale: 2 });
  t.is(colorAt(pixels, 56, 70), RED, 'below: the turned bar covers 52..60 and 40..80');
  t.is(colorAt(pixels, 53, 41), RED);
  t.is(colorAt(pixels, 58, 78), RED);
  for (const [x, y] of [
    [62, 42],
    [50, 60],
    [56, 82],
    [80, 44],
  ] as const)
    t.is(colorAt(pixels, x, y), BLACK, `${x},${y}`);
});

test('[C42] a negative scale is a half turn, a scale of 0 draws nothing', (t) => {
  const pixels = drawn('M0 0H20V4H0Z', { fill: '#f00', x: 60, y: 40, scale: -1 });
  t.is(colorAt(pixels, 50, 38), RED);
  t.is(colorAt(pixels, 70, 42), BLACK);
  const none = drawn('M0 0H20V4H0Z', { fill: '#f00', stroke: '#f00', width: 5, x: 60, y: 40, scale: 0 });
  t.is(differing(none, pixelsOf([])), 0);
});

test('[C42] a stroke is width times scale wide, and has butt ends', (t) => {
  const pixels = drawn('M0 0H20', { stroke: '#f00', width: 5, scale: 2, x: 40, y: 60 });
  for (const [x, y, color] of [
    [40, 55, RED],
    [40, 64, RED],
    [79, 60, RED],
    [40, 54, BLACK],
    [40, 65, BLACK],
    [39, 60, BLACK],
    [80, 60, BLACK],
  ] as const)
    t.is(colorAt(pixels, x, y), color, `${x},${y}`);
});

test('[C42] a corner is mitred up to 4 widths long, and bevelled beyond', (t) => {
  // The miter of a corner of angle a is 1/sin(a/2) widths: 90 degrees 1.41, 30 degrees 3.86, 28 degrees 4.13.
  const corner = (degrees: number): Uint8Array => {
    const [x, y] = [100 * Math.cos((degrees * Math.PI) / 360), 100 * Math.sin((degrees * Math.PI) / 360)];
    return drawn(`M${x} ${y}L0 0L${x} ${-y}`, { stroke: '#f00', width: 10, x: 40, y: 60 });
  };
  t.is(colorAt(corner(90), 34, 60), RED);
  t.is(colorAt(corner(90), 31, 60), BLACK);
  t.is(colorAt(corner(30), 25, 60), RED);
  t.is(colorAt(corner(28), 25, 60), BLACK);
  t.is(colorAt(corner(28), 37, 60), BLACK);
  t.is(colorAt(corner(28), 42, 60), RED);
});

test('[C42] opa: 0 draws nothing, 128 half, 255 and more all, for fill and stroke each', (t) => {
  const square = (opa: number): Uint8Array =>
    drawn('M0 0H40V40H0Z', { fill: '#ff0000', stroke: '#00ff00', width: 10, opa, x: 40, y: 40 });
  t.is(colorAt(square(255), 60, 60), RED);
  t.is(differing(square(255), square(4000)), 0);
  t.is(differing(square(0), pixelsOf([])), 0);
  t.is(differing(square(-7), pixelsOf([])), 0);
  t.is(colorAt(square(128), 60, 60), '128,0,0');
  t.is(colorAt(square(128), 37, 60), '0,128,0', 'outer half of the stroke');
  t.is(colorAt(square(128), 43, 60), '64,128,0', 'inner half of the stroke, over the fill');
});

test('[C42] the fill rule is nonzero: a square within a square is a hole only if reversed', (t) => {
  const outer = 'M0 0H60V60H0Z';
  t.is(colorAt(drawn(`${outer}M20 20H40V40H20Z`, { fill: '#f00', x: 30, y: 30 }), 60, 60), RED);
  t.is(colorAt(drawn(`${outer}M20 20V40H40V20Z`, { fill: '#f00', x: 30, y: 30 }), 60, 60), BLACK);
});

test('[C42] draws a path with an error up to it, and draws nothing without colours', (t) => {
  const whole = drawn(TRIANGLE, { fill: '#f00', ...MIDDLE });
  t.is(
    differing(
      drawn(`${TRIANGLE}L60 60 1e400 5`, { fill: '#f00', ...MIDDLE }),
      drawn(`${TRIANGLE}L60 60`, { fill: '#f00', ...MIDDLE }),
    ),
    0,
  );
  t.is(differing(drawn(`${TRIANGLE}R60 60`, { fill: '#f00', ...MIDDLE }), whole), 0);
  t.is(differing(drawn(TRIANGLE, MIDDLE), pixelsOf([])), 0);
  t.is(differing(drawn(TRIANGLE, { stroke: '#f00', width: 0, ...MIDDLE }), pixelsOf([])), 0);
});

test('[path] a path does not affect the next: the pen of a page has round ends again', (t) => {
  const line = { kind: 'path', d: 'M30 30H60', stroke: '#ff0000', width: 10 } as const;
  const drawing = pathItem(TRIANGLE, { stroke: '#000', angle: 30, opa: 0, x: 90, y: 90 });
  if (!drawing.ok) throw new Error(drawing.message);
  t.is(differing(pixelsOf([drawing.item, line]), pixelsOf([line])), 0);
  t.is(colorAt(pixelsOf([line]), 27, 30), RED);
});
