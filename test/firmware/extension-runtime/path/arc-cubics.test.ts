// Arcs as cubic curves, compared with the formulas of SVG 2, appendix B.2.4, taken literally and sampled.

import test from 'ava';
import fc from 'fast-check';
import { parsePath } from '../../../../firmware/extension-runtime/path/parse-path.ts';

type Point = readonly [x: number, y: number];

interface Ellipse {
  readonly rx: number;
  readonly ry: number;
  /** Returns the distance of a point from the centre, 1 on the ellipse. */
  radiusOf(point: Point): number;
  readonly sampled: readonly Point[];
}

const SAMPLES = 720;

/** Evaluates the formulas for an arc from (0, 0). */
function literal(
  given_rx: number,
  given_ry: number,
  rotation_deg: number,
  fa: number,
  fs: number,
  [x, y]: Point,
): Ellipse {
  const [phi, half_x, half_y] = [(rotation_deg * Math.PI) / 180, -x / 2, -y / 2];
  const [cos, sin] = [Math.cos(phi), Math.sin(phi)];
  const [a, b] = [cos * half_x + sin * half_y, -sin * half_x + cos * half_y];
  const grown = Math.max(1, Math.sqrt((a / given_rx) ** 2 + (b / given_ry) ** 2));
  const [rx, ry] = [given_rx * grown, given_ry * grown];
  const root = (rx * ry) ** 2 / ((rx * b) ** 2 + (ry * a) ** 2) - 1;
  const factor = Math.sqrt(Math.max(0, root)) * (fa === fs ? -1 : 1);
  const [cx, cy] = [(factor * rx * b) / ry, (-factor * ry * a) / rx];
  const [mid_x, mid_y] = [cos * cx - sin * cy + x / 2, sin * cx + cos * cy + y / 2];
  const theta = Math.atan2((b - cy) / ry, (a - cx) / rx);
  let delta = Math.atan2((-b - cy) / ry, (-a - cx) / rx) - theta;
  if (fs === 1 && delta < 0) delta += 2 * Math.PI;
  if (fs === 0 && delta > 0) delta -= 2 * Math.PI;
  const sampled = Array.from({ length: SAMPLES + 1 }, (_, n): Point => {
    const [u, v] = [rx * Math.cos(theta + (delta * n) / SAMPLES), ry * Math.sin(theta + (delta * n) / SAMPLES)];
    return [mid_x + cos * u - sin * v, mid_y + sin * u + cos * v];
  });
  const radiusOf = ([px, py]: Point): number => {
    const [dx, dy] = [px - mid_x, py - mid_y];
    return Math.hypot((cos * dx + sin * dy) / rx, (cos * dy - sin * dx) / ry);
  };
  return { rx, ry, radiusOf, sampled };
}

/** Returns points on the curves of a path that starts with M and has only C after it. */
function pointsOf(d: string): readonly Point[] {
  const parse = parsePath(d);
  if (!parse.ok || !/^MC*$/.test(parse.path.commands)) throw new Error(d);
  const { points } = parse.path;
  const at = (n: number): number => points[n] ?? Number.NaN;
  const found: Point[] = [];
  for (let from = 0; from + 7 < points.length; from += 6)
    for (let n = 0; n <= 40; n++) {
      const t = n / 40;
      const [p, q, r, s] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
      const along = (i: number): number => p * at(i) + q * at(i + 2) + r * at(i + 4) + s * at(i + 6);
      found.push([along(from), along(from + 1)]);
    }
  return found;
}

const boundsOf = (points: readonly Point[]): readonly number[] => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

const tenths = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: 10 * min, max: 10 * max }).map((value) => value / 10);
const flag = fc.constantFrom(0, 1);

test('[C42] an arc matches its ellipse to 0.03 % of the radius, on the side and length flagged', (t) => {
  let grown = 0;
  fc.assert(
    fc.property(
      tenths(1, 60),
      tenths(1, 60),
      tenths(-180, 180),
      flag,
      flag,
      tenths(-40, 40),
      tenths(1, 40),
      (rx, ry, deg, fa, fs, x, y) => {
        const ellipse = literal(rx, ry, deg, fa, fs, [x, y]);
        if (ellipse.rx > rx) grown++;
        const d = `M0 0A${rx} ${ry} ${deg} ${fa} ${fs} ${x} ${y}`;
        const ours = pointsOf(d);
        for (const point of ours) t.true(Math.abs(ellipse.radiusOf(point) - 1) < 3e-4, d);
        // Both are sampled, so an extreme is met only approximately: 1 - cos of half a step of each.
        const tolerance = 1.5e-3 * Math.max(ellipse.rx, ellipse.ry);
        const expected = boundsOf(ellipse.sampled);
        for (const [side, value] of boundsOf(ours).entries())
          t.true(Math.abs(value - (expected[side] ?? 0)) < tolerance, d);
      },
    ),
    { seed: 12, numRuns: 400 },
  );
  t.true(grown > 50 && grown < 350, 'some radii are too small, some are not');
});
