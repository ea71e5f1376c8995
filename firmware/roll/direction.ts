// Unit vector of a direction by a power series: Math.sin and Math.cos may differ in their last bit between engines.

const DEGREE = Math.PI / 180;
/** Exact to the last bits up to 90°. */
const TERMS = 12;
const COSINE = Float64Array.from({ length: TERMS }, (_, i) => -1 / ((2 * i + 1) * (2 * i + 2)));
const SINE = Float64Array.from({ length: TERMS }, (_, i) => -1 / ((2 * i + 2) * (2 * i + 3)));

/** Returns x (ahead) and y (right) of a direction of −90..90 degrees, positive right. */
export function directionOf(deg: number): { readonly x: number; readonly y: number } {
  const angle = deg * DEGREE;
  const square = angle * angle;
  let [x, y] = [1, 1];
  for (let i = TERMS - 1; i >= 0; i--) {
    x = 1 + square * x * (COSINE[i] ?? 0);
    y = 1 + square * y * (SINE[i] ?? 0);
  }
  return { x, y: angle * y };
}
