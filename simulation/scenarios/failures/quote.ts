// Quotes the step of a scenario that failed, with a caret under it.

import type { Place } from '../scenario.ts';

/** Lines quoted before and after the step. */
const BEFORE = 2;
const AFTER = 1;
const CHARS_MAX = 160;

/** Returns numbered lines of the file with a marker at the step; empty if the place is not in the text. */
export function quoteOf(text: string, { line, column }: Pick<Place, 'line' | 'column'>): readonly string[] {
  const lines = text.split('\n');
  if (line > lines.length) return [];
  const from = Math.max(1, line - BEFORE);
  const to = Math.min(text.trimEnd().split('\n').length, line + AFTER);
  const width = String(to).length;
  return Array.from({ length: to - from + 1 }, (_, index) => from + index).flatMap((number) => {
    const shown = (lines[number - 1] ?? '').trimEnd().slice(0, CHARS_MAX);
    const quoted = `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${shown}`.trimEnd();
    return number === line ? [quoted, `  ${' '.repeat(width)} | ${' '.repeat(column - 1)}^`] : [quoted];
  });
}
