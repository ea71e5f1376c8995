// Directions and lengths that are the same in every engine: Math.sin, Math.cos and Math.hypot may differ in their last
// bit, Math.sqrt may not. A recording then replays in any browser.

const DEGREE = Math.PI / 180;
/** Exact to the last bits up to 90°. */
const TERMS = 12;
const COSINE = Float64Array.from({ length: TERMS }, (_, i) => -1 / ((2 * i + 1) * (2 * i + 2)));
const SINE = Float64Array.from({ length: TERMS }, (_, i) => -1 / ((2 * i + 2) * (2 * i + 3)));

/** Returns x (ahead) and y (right) of a direction in degrees, positive right. */
export function directionOf(deg: number): { readonly x: number; readonly y: number } {
  const halves = Math.round(deg / 180);
  const angle = (deg - 180 * halves) * DEGREE;
  const square = angle * angle;
  let [x, y] = [1, 1];
  for (let i = TERMS - 1; i >= 0; i--) {
    x = 1 + square * x * (COSINE[i] ?? 0);
    y = 1 + square * y * (SINE[i] ?? 0);
  }
  const sign = halves % 2 === 0 ? 1 : -1;
  return { x: sign * x, y: sign * angle * y };
}

/** Returns the length of the vector (x, y). */
export const lengthOf = (x: number, y: number): number => Math.sqrt(x * x + y * y);
