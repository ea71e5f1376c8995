// SVG path data to absolute segments (R120, C42). The error rule is that of SVG 2: all is drawn up to the command with the first error, of
// that command all segments that are complete before it. A path beyond a limit is drawn not at all.

import { keysOf } from '../../../wire/keys-of.ts';
import { createPathPen, PATH_POINTS_MAX, PATH_SUBPATHS_MAX, type PathCommand, type PathPen } from './path-pen.ts';
import { createPathScanner, type PathFlaw, type PathScanner } from './scan-path.ts';

export interface ParsedPath {
  /** The same path in absolute M, L, Q, C and Z, rounded; it parses to itself. */
  readonly d: string;
  /** One letter of M, L, Q, C, Z for each segment. */
  readonly commands: string;
  /** The segments' points, x and y in turn, not rounded. */
  readonly points: readonly number[];
  readonly subpaths: number;
  /** The first error of the text; null for none. */
  readonly flaw: PathFlaw | null;
}

/** Refused: beyond a limit, with a sentence that names it and where it was passed. */
export type PathParse =
  | { readonly ok: true; readonly path: ParsedPath }
  | { readonly ok: false; readonly message: string };

const ARGUMENTS: Readonly<Record<PathCommand, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

interface Letter {
  readonly command: PathCommand;
  readonly relative: boolean;
}

/** Each letter alone, so that none of another alphabet counts whose upper case is one of these. */
const LETTERS: ReadonlyMap<string, Letter> = new Map(
  keysOf(ARGUMENTS).flatMap((command): [string, Letter][] => [
    [command, { command, relative: false }],
    [command.toLowerCase(), { command, relative: true }],
  ]),
);

/** Never throws; costs in proportion to the text's length at most. */
export function parsePath(text: string): PathParse {
  const scan = createPathScanner(text);
  const pen = createPathPen();
  const limit = readPath(scan, pen);
  if (limit !== null) return { ok: false, message: limit };
  const [commands, points] = [pen.commands(), pen.points()];
  return {
    ok: true,
    path: { d: write(commands, points), commands, points, subpaths: pen.subpaths(), flaw: scan.flaw() },
  };
}

/** Reads until the end or the first flaw. The sentence about a limit that is passed, null for none. */
function readPath(scan: PathScanner, pen: PathPen): string | null {
  scan.skipSpace();
  let comma = false;
  for (let first = true; !scan.ended(); first = false) {
    const at = scan.position();
    const known = LETTERS.get(scan.next());
    if (!known || (first && known.command !== 'M')) {
      scan.wrong(first ? 'M or m' : scan.atNumber() ? 'a command' : 'a command or a number');
      return null;
    }
    scan.take();
    const end = readSegments(scan, pen, known, at);
    if (end === 'flaw') return null;
    if (end !== 'comma' && end !== 'done') return end.limit;
    comma = end === 'comma';
  }
  if (comma) scan.wrong('a command or a number');
  return null;
}

type End = 'done' | 'comma' | 'flaw' | { readonly limit: string };

/** The segments of one command; `comma`: one comes behind them, which is of no harm before another command. */
function readSegments(scan: PathScanner, pen: PathPen, { command, relative }: Letter, letter_at: number): End {
  scan.skipSpace();
  for (let [now, at] = [command, letter_at]; ; [now, at] = [now === 'M' ? 'L' : now, scan.position()]) {
    const numbers = readNumbers(scan, now);
    if (numbers === null) return 'flaw';
    const refusal = pen.add(now, relative, numbers);
    if (refusal === 'points')
      return { limit: `A path has at most ${PATH_POINTS_MAX} points: character ${at} passes that.` };
    if (refusal === 'subpaths')
      return { limit: `A path has at most ${PATH_SUBPATHS_MAX} subpaths: character ${at} begins one more.` };
    if (refusal === 'endless') {
      scan.wrongAt(at, 'this segment leads to a coordinate that is too large');
      return 'flaw';
    }
    if (now === 'Z') {
      scan.skipSpace();
      return 'done';
    }
    const comma = scan.skipSeparator();
    if (!scan.atNumber()) return comma ? 'comma' : 'done';
  }
}

function readNumbers(scan: PathScanner, command: PathCommand): readonly number[] | null {
  const numbers: number[] = [];
  for (let n = 0; n < ARGUMENTS[command]; n++) {
    if (n > 0) scan.skipSeparator();
    const value = command === 'A' && (n === 3 || n === 4) ? scan.flag() : scan.number();
    if (value === null) return null;
    numbers.push(value);
  }
  return numbers;
}

const POINTS_A_LETTER: Readonly<Record<string, number>> = { M: 1, L: 1, Q: 2, C: 3, Z: 0 };

function write(commands: string, points: readonly number[]): string {
  const factor = 10 ** decimalsOf(points);
  let [d, n] = ['', 0];
  for (const letter of commands) {
    d += letter;
    const end = n + 2 * (POINTS_A_LETTER[letter] ?? 0);
    for (let separator = ''; n < end; n++, separator = ' ')
      d += separator + Math.round((points[n] ?? 0) * factor) / factor;
  }
  return d;
}

/** Seven digits for the path's largest number: as fine as the numbers of single precision that the canvas draws with. */
const ROUNDED_MAX = 1e7;
const DECIMALS_MAX = 12;

function decimalsOf(points: readonly number[]): number {
  const largest = points.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  let decimals = 0;
  while (decimals < DECIMALS_MAX && Math.round(largest * 10 ** (decimals + 1)) < ROUNDED_MAX) decimals++;
  return decimals;
}

const KEPT_CHARS_MAX = 1_000_000;
const kept = new Map<string, PathParse>();
let kept_chars = 0;

/** The same as `parsePath`, at once for a text that was parsed lately: most paths are drawn again in each frame. */
export function parsePathOnce(text: string): PathParse {
  const known = kept.get(text);
  if (known) return known;
  const parse = parsePath(text);
  const chars = text.length + (parse.ok ? parse.path.d.length : 0);
  if (kept_chars + chars > KEPT_CHARS_MAX) {
    kept.clear();
    kept_chars = 0;
  }
  kept.set(text, parse);
  kept_chars += chars;
  return parse;
}
