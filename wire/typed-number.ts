// Numbers that a user types into a field of a page.

export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/;

/**
 * Parses a typed number, with `,` as `.` (C174). Returns null for any other text instead of dropping characters (R154).
 */
export function readTypedNumber(text: string): number | null {
  const typed = text.trim();
  return NUMBER.test(typed) ? Number(typed.replace(',', '.')) : null;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };
/** Tolerance for rounding errors of binary fractions in a quotient. */
const SAME = 1e-9;

/**
 * Returns the number after an arrow key, a multiple of the step within the range; null for other keys and for text that
 * is not a number.
 */
export function steppedNumber(text: string, key: string, { min, max, step }: NumberRange): number | null {
  const by = STEPS[key];
  const number = text.trim() === '' ? 0 : readTypedNumber(text);
  if (by === undefined || number === null) return null;
  const steps = number / step;
  const next = by === 1 ? Math.floor(steps + SAME) + 1 : Math.ceil(steps - SAME) - 1;
  return Math.min(max, Math.max(min, Number((next * step).toPrecision(12))));
}
