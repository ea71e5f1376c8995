// Converts an elliptical SVG arc to cubic curves, one per started quarter of the ellipse (SVG 2, appendix B.2; control
// points by the usual 4/3·tan(angle/4), with an error of at most 0.03 % of the radius).

interface Arc {
  readonly x0: number;
  readonly y0: number;
  /** Radii, not 0. Negative values count as positive; radii that are too small are scaled up. */
  readonly rx: number;
  readonly ry: number;
  readonly rotation_deg: number;
  readonly large: boolean;
  readonly sweep: boolean;
  /** End point; must differ from the start. */
  readonly x: number;
  readonly y: number;
}

/** Keeps a half ellipse at two curves despite rounding of its angle. */
const QUARTERS_TOLERANCE = 1e-6;

/** Appends six numbers per curve: two control points and the end. Overflow yields non-finite numbers. */
export function addArc(to: number[], { x0, y0, rx, ry, rotation_deg, large, sweep, x, y }: Arc): void {
  const rotation = ((rotation_deg % 360) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  // Half chord from end to start, in a frame where the ellipse is the unit circle: its length is at most 1.
  const [half_x, half_y] = [(x0 - x) / 2, (y0 - y) / 2];
  let [wide, high] = [Math.abs(rx), Math.abs(ry)];
  let [u, v] = [(cos * half_x + sin * half_y) / wide, (cos * half_y - sin * half_x) / high];
  const length = Math.hypot(u, v);
  if (length > 1) [wide, high, u, v] = [wide * length, high * length, u / length, v / length];
  const half_chord = Math.min(length, 1);
  const side = (Math.sqrt((1 - half_chord) * (1 + half_chord)) / half_chord) * (large === sweep ? -1 : 1);
  const [centre_u, centre_v] = [side * v, -side * u];

  const short = 2 * Math.asin(half_chord);
  const angle = (large ? 2 * Math.PI - short : short) * (sweep ? 1 : -1);
  const count = Math.max(1, Math.ceil(Math.abs(angle) / (Math.PI / 2) - QUARTERS_TOLERANCE));
  const handle = (4 / 3) * Math.tan(angle / count / 4);
  const first = Math.atan2(v - centre_v, u - centre_u);
  const toX = (a: number, b: number): number => cos * wide * a - sin * high * b;
  const toY = (a: number, b: number): number => sin * wide * a + cos * high * b;
  const [centre_x, centre_y] = [toX(centre_u, centre_v) + (x0 + x) / 2, toY(centre_u, centre_v) + (y0 + y) / 2];

  let [from_x, from_y] = [x0, y0];
  for (let n = 1; n <= count; n++) {
    const [a, b] = [first + (angle * (n - 1)) / count, first + (angle * n) / count];
    const end_x = n === count ? x : centre_x + toX(Math.cos(b), Math.sin(b));
    const end_y = n === count ? y : centre_y + toY(Math.cos(b), Math.sin(b));
    to.push(
      from_x + handle * toX(-Math.sin(a), Math.cos(a)),
      from_y + handle * toY(-Math.sin(a), Math.cos(a)),
      end_x - handle * toX(-Math.sin(b), Math.cos(b)),
      end_y - handle * toY(-Math.sin(b), Math.cos(b)),
      end_x,
      end_y,
    );
    [from_x, from_y] = [end_x, end_y];
  }
}
