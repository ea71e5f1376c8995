// Numbers as a person types them into a field of a page.

export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/;

/** Reads a typed number, in which `,` counts as `.` (C174). Returns null for any other text, and drops no character of it (R154). */
export function readTypedNumber(text: string): number | null {
  const typed = text.trim();
  return NUMBER.test(typed) ? Number(typed.replace(',', '.')) : null;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };
/** Hides what binary fractions add to a quotient. */
const SAME = 1e-9;

/** The number after an arrow key, a multiple of the step in its range. Returns null for other keys and for a text that is no number. */
export function steppedNumber(text: string, key: string, { min, max, step }: NumberRange): number | null {
  const by = STEPS[key];
  const number = text.trim() === '' ? 0 : readTypedNumber(text);
  if (by === undefined || number === null) return null;
  const steps = number / step;
  const next = by === 1 ? Math.floor(steps + SAME) + 1 : Math.ceil(steps - SAME) - 1;
  return Math.min(max, Math.max(min, Number((next * step).toPrecision(12))));
}
