// Numbers of path data, read and written as JavaScript does.

import test from 'ava';
import fc from 'fast-check';
import { parsePath } from '../../../../firmware/extension-runtime/path/parse-path.ts';
import { pathText } from '../../../../firmware/extension-runtime/path/path-text.ts';

const WRITTEN: readonly (readonly [readonly [number, number], string])[] = [
  [[0, -0], 'M0 0'],
  [[1, -1], 'M1 -1'],
  [[100, 1000], 'M100 1000'],
  [[0.5, -0.05], 'M0.5 -0.05'],
  [[12.345678, 3], 'M12.34568 3'],
  [[-999999.94, 1], 'M-999999.9 1'],
  [[-999999.94, 999999.96], 'M-1000000 1000000'],
  [[9_999_999, 0.4], 'M9999999 0'],
  [[123_456_789, 1], 'M123456789 1'],
  [[3e30, 1], 'M3e+30 1'],
  [[0.000001, 0.0000012], 'M0.000001 0.0000012'],
  [[0.0000001, 0], 'M1e-7 0'],
  [[1e-13, 0], 'M0 0'],
];

for (const [point, text] of WRITTEN)
  test(`[C42] writes a point at ${point.join(', ')} as ${text}`, (t) => {
    t.is(pathText('M', point), text);
  });

test('[C42] writes a number as short as JavaScript does', (t) => {
  const sized = fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.integer({ min: -8, max: 38 }));
  fc.assert(
    fc.property(fc.array(sized, { minLength: 2, maxLength: 8 }), (given) => {
      const points = given.slice(0, 2 * (given.length >> 1)).map(([value, power]) => value * 10 ** power);
      const written = pathText('M'.repeat(points.length / 2), points)
        .split(/[M ]/)
        .slice(1);
      for (const [n, text] of written.entries()) {
        t.is(text, String(Number(text) + 0));
        const most = Math.max(...points.map(Math.abs));
        t.true(
          Math.abs(Number(text) - (points[n] ?? 0)) <= Math.max(most * 5.1e-7, 5.1e-13),
          `${points[n]} as ${text}`,
        );
      }
    }),
    { seed: 42, numRuns: 3000 },
  );
});

test('[C42] reads a number as JavaScript does, however many digits it has', (t) => {
  const digits = (most: number) =>
    fc.string({
      unit: fc.constantFrom(...Array.from({ length: 10 }, (_, digit) => String(digit))),
      minLength: 1,
      maxLength: most,
    });
  const exponent = fc.option(fc.integer({ min: -30, max: 10 }), { nil: null });
  const written = fc
    .tuple(fc.constantFrom('', '-', '+'), digits(20), fc.option(digits(20), { nil: null }), exponent)
    .map(
      ([sign, whole, fraction, e]) =>
        `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${e === null ? '' : `e${e}`}`,
    );
  fc.assert(
    fc.property(written, (text) => {
      const parse = parsePath(`M${text} 0`);
      t.is(parse.ok ? parse.path.points[0] : null, 0 + Number(text), text);
    }),
    { seed: 42, numRuns: 3000 },
  );
});
