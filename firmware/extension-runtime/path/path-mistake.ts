// Error in path data as shown to the author: the message, the path around it, and the line of the script if known.

import { readable } from '../../persisted/fields.ts';
import type { PathFlaw } from './scan-path.ts';

export interface PathMistake {
  readonly message: string;
  /** Line of the script, from 1; null if the path is built at run time and does not appear in the script. */
  readonly line: number | null;
  /** Path before the error, the character there ('' at the end) and the rest; shortened if long. */
  readonly before: string;
  readonly at: string;
  readonly after: string;
}

/** Characters shown on each side of the error. */
const SHOWN_CHARS = 28;

/**
 * Builds the report of a flaw in path data.
 * @param source The script.
 */
export function pathMistake({ message, position }: PathFlaw, d: string, source: string): PathMistake {
  const place = position - 1;
  const at = place < d.length ? String.fromCodePoint(d.codePointAt(place) ?? 0) : '';
  const next = place + at.length;
  const from = Math.max(0, place - SHOWN_CHARS);
  return {
    message,
    line: lineOf(d, place, source),
    before: readable(`${from > 0 ? '…' : ''}${d.slice(from, place)}`),
    at: readable(at),
    after: readable(`${d.slice(next, next + SHOWN_CHARS)}${next + SHOWN_CHARS < d.length ? '…' : ''}`),
  };
}

/** Finds the line by searching the script for the path text, since most scripts contain it literally. */
function lineOf(d: string, place: number, source: string): number | null {
  const start = d === '' ? -1 : source.indexOf(d);
  return start < 0 ? null : source.slice(0, start + place).split('\n').length;
}

/** Formats the error in one line, with the character in brackets, which paths never contain. */
export const mistakeText = ({ message, before, at, after }: PathMistake): string =>
  `canvas.path: ${message} Near: ${before}[${at}]${after}`;
