// Why an extension stopped, as shown to its author: the message, the callback and the source lines around the error.

import { readable } from '../persisted/fields.ts';
import type { OpenCall } from './lua/values.ts';
import type { Callback } from './prelude.ts';

/** Entry point of the extension that the device called. */
export type EntryPoint = Callback | 'timer';

export interface ScriptFailure {
  readonly message: string;
  /** Line of the script; null if unknown. */
  readonly line: number | null;
  /** Callback that failed; null outside of callbacks, as at the top level. */
  readonly callback: EntryPoint | null;
  /** Call stack at the failure, innermost first. */
  readonly calls: readonly OpenCall[];
}

export interface SourceLine {
  readonly line: number;
  readonly text: string;
  /** True for the line of the failure. */
  readonly marked: boolean;
}

const LINES_AROUND = 3;
const CHARS_MAX = 200;

/** Splits a text into lines as Lua counts them. */
export const linesOf = (text: string): readonly string[] => text.split(/\r\n|\n\r|\r|\n/);

/** Returns a line of a text with its surrounding lines; empty if the line is unknown. */
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
