// Why an extension has stopped, as its author is told: the sentence, whose callback it was, and the text around the line.

import { readable } from '../persisted/fields.ts';
import type { OpenCall } from './lua/values.ts';
import type { Callback } from './prelude.ts';

/** What of an extension the device has called. */
export type Caller = Callback | 'timer';

export interface Failure {
  readonly message: string;
  /** Line of the script; null where it is not known. */
  readonly line: number | null;
  /** Null outside of callbacks, as at the top level. */
  readonly callback: Caller | null;
  /** By which it came there, the innermost first. */
  readonly calls: readonly OpenCall[];
}

export interface SourceLine {
  readonly line: number;
  readonly text: string;
  /** It is the line that is meant. */
  readonly marked: boolean;
}

const LINES_AROUND = 3;
const CHARS_MAX = 200;

/** Lines of a text, counted as Lua counts them. */
export const linesOf = (text: string): readonly string[] => text.split(/\r\n|\n\r|\r|\n/);

/** A line of a text with those before and after it; none where it is not known. */
export function sourceAround(text: string, line: number | null): readonly SourceLine[] {
  const lines = linesOf(text);
  if (line === null || line < 1 || line > lines.length) return [];
  const first = Math.max(1, line - LINES_AROUND);
  return lines
    .slice(first - 1, line + LINES_AROUND)
    .map((each, i) => ({ line: first + i, text: shown(each), marked: first + i === line }));
}

function shown(line: string): string {
  const text = readable(line.replaceAll('\t', '  '));
  const chars = Array.from(text);
  return chars.length > CHARS_MAX ? `${chars.slice(0, CHARS_MAX).join('')}…` : text;
}
