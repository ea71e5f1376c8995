// A mistake in path data as its author hears of it: the sentence, the path around its place, and the line of the script where that can be told.

import { readable } from '../../persisted/fields.ts';
import type { PathFlaw } from './scan-path.ts';

export interface PathMistake {
  readonly message: string;
  /** Of the script, from 1; null where the path is put together and stands nowhere as it is. */
  readonly line: number | null;
  /** The path before the place, the character there ('' at the end), and what follows; cut where it is long. */
  readonly before: string;
  readonly at: string;
  readonly after: string;
}

/** Of a path to each side of the place. */
const SHOWN_CHARS = 28;

/** @param source The script. */
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

/** A path stands in most scripts as it is drawn, so its text is found there. */
function lineOf(d: string, place: number, source: string): number | null {
  const start = d === '' ? -1 : source.indexOf(d);
  return start < 0 ? null : source.slice(0, start + place).split('\n').length;
}

/** In one line, the place in brackets, which no path has. */
export const mistakeText = ({ message, before, at, after }: PathMistake): string =>
  `canvas.path: ${message} It is in ${before}[${at}]${after}`;
