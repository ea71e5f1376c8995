// Formats absolute segments as text for the display list. Writes bytes directly, since formatting numbers is most of a
// path's cost.

/** Seven digits for the path's largest number: matches the single precision in which the canvas draws. */
const ROUNDED_MAX = 1e7;
const DECIMALS_MAX = 12;
/** Beyond this, JavaScript formats the smallest number with an exponent. */
const PLAIN_DECIMALS_MAX = 6;

/** Returns the number of points of a command letter. */
const pointsOf = (letter: number): number =>
  letter === CUBIC ? 3 : letter === QUADRATIC ? 2 : letter === CLOSE ? 0 : 1;

const [CUBIC, QUADRATIC, CLOSE, SPACE, MINUS, POINT, ZERO] = [67, 81, 90, 32, 45, 46, 48];

/** Maximum bytes of a number: 24 characters and a separator. */
const NUMBER_BYTES_MAX = 25;
const decoder = new TextDecoder();
/** Scratch buffer, used only within a call. */
let work = new Uint8Array(16_384);

/**
 * Formats segments as path data.
 * @param commands One letter of M, L, Q, C, Z per segment.
 * @param points Their points, alternating x and y; rounded to about seven digits.
 */
export function pathText(commands: string, points: readonly number[]): string {
  const bytes_max = commands.length + points.length * NUMBER_BYTES_MAX;
  if (work.length < bytes_max) work = new Uint8Array(2 * bytes_max);
  const decimals = decimalsOf(points);
  const factor = 10 ** decimals;
  let [at, n] = [0, 0];
  for (let segment = 0; segment < commands.length; segment++) {
    const letter = commands.charCodeAt(segment);
    work[at++] = letter;
    const end = n + 2 * pointsOf(letter);
    for (let first = true; n < end; n++, first = false) {
      if (!first) work[at++] = SPACE;
      const scaled = Math.round((points[n] ?? 0) * factor);
      at =
        decimals <= PLAIN_DECIMALS_MAX && Math.abs(scaled) < 2 ** 31
          ? writeDecimal(scaled, decimals, at)
          : writeText(String(scaled / factor), at);
    }
  }
  return decoder.decode(work.subarray(0, at));
}

function decimalsOf(points: readonly number[]): number {
  let largest = 0;
  for (const value of points) largest = Math.max(largest, Math.abs(value));
  let decimals = 0;
  while (decimals < DECIMALS_MAX && Math.round(largest * 10 ** (decimals + 1)) < ROUNDED_MAX) decimals++;
  return decimals;
}

/**
 * Writes an integer with a decimal point before its last `decimals` digits, without trailing zeros. Returns the offset
 * of the next byte.
 */
function writeDecimal(scaled: number, decimals: number, from: number): number {
  let [at, left, fraction] = [from, Math.abs(scaled) | 0, decimals];
  if (scaled < 0) work[at++] = MINUS;
  while (fraction > 0 && left % 10 === 0) {
    left = (left / 10) | 0;
    fraction--;
  }
  let digits = 1;
  for (let rest = (left / 10) | 0; rest > 0; rest = (rest / 10) | 0) digits++;
  if (digits <= fraction) digits = fraction + 1;
  const end = at + digits + (fraction > 0 ? 1 : 0);
  for (at = end - 1; digits > 0; digits--, at--) {
    work[at] = ZERO + (left % 10);
    left = (left / 10) | 0;
    if (--fraction === 0) work[--at] = POINT;
  }
  return end;
}

function writeText(text: string, from: number): number {
  for (let n = 0; n < text.length; n++) work[from + n] = text.charCodeAt(n);
  return from + text.length;
}
