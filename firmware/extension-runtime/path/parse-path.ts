// Parses SVG path data into absolute segments (R120, C42). Follows the error rule of SVG 2: draws everything up to the
// command with the first error, including that command's complete segments before it. A path beyond a limit is not
// drawn at all.

import { keysOf } from '../../../wire/keys-of.ts';
import { createPathPen, PATH_POINTS_MAX, PATH_SUBPATHS_MAX, type PathCommand, type PathPen } from './path-pen.ts';
import { pathText } from './path-text.ts';
import { createPathScanner, type PathFlaw, type PathScanner } from './scan-path.ts';

export interface ParsedPath {
  /** Same path in absolute M, L, Q, C and Z, rounded; parses to itself. */
  readonly d: string;
  /** One letter of M, L, Q, C, Z per segment. */
  readonly commands: string;
  /** Points of the segments, alternating x and y, not rounded. */
  readonly points: readonly number[];
  readonly subpaths: number;
  /** First error in the text; null if none. */
  readonly flaw: PathFlaw | null;
}

/** Parsed path, or a message that names the exceeded limit and the position. */
export type PathParse =
  | { readonly ok: true; readonly path: ParsedPath }
  | { readonly ok: false; readonly message: string };

const ARGUMENTS: Readonly<Record<PathCommand, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

/** Command by character code, ASCII only, so that a foreign letter whose upper case is one of these does not count. */
const COMMANDS: readonly (PathCommand | undefined)[] = Array.from({ length: 128 }, (_, code) =>
  keysOf(ARGUMENTS).find((command) => command === String.fromCharCode(code).toUpperCase()),
);
const LOWER_A = 97;

/** Parses SVG path data. Never throws; takes time at most proportional to the length of the text. */
export function parsePath(text: string): PathParse {
  const scan = createPathScanner(text);
  const pen = createPathPen();
  const limit = readPath(scan, pen);
  if (limit !== null) return { ok: false, message: limit };
  const [commands, points] = [pen.commands(), pen.points()];
  return {
    ok: true,
    path: { d: pathText(commands, points), commands, points, subpaths: pen.subpaths(), flaw: scan.flaw() },
  };
}

/** Reads until the end or the first flaw. Returns a message if a limit is exceeded, else null. */
function readPath(scan: PathScanner, pen: PathPen): string | null {
  scan.skipSpace();
  let comma = false;
  for (let first = true; !scan.ended(); first = false) {
    const at = scan.position();
    const letter = scan.code();
    const command = COMMANDS[letter];
    if (command === undefined || (first && command !== 'M')) {
      scan.wrong(first ? 'M or m' : scan.atNumber() ? 'a command' : 'a command or a number');
      return null;
    }
    scan.take();
    const end = readSegments(scan, pen, { command, relative: letter >= LOWER_A, at });
    if (end === 'flaw') return null;
    if (end !== 'comma' && end !== 'done') return end.limit;
    comma = end === 'comma';
  }
  if (comma) scan.wrong('a command or a number');
  return null;
}

type End = 'done' | 'comma' | 'flaw' | { readonly limit: string };

interface Letter {
  readonly command: PathCommand;
  readonly relative: boolean;
  readonly at: number;
}

/**
 * Reads the segments of one command. Returns `comma` if a comma follows them, which is valid before another command.
 */
function readSegments(scan: PathScanner, pen: PathPen, { command, relative, at: letter_at }: Letter): End {
  scan.skipSpace();
  let [now, at] = [command, letter_at];
  for (;;) {
    if (!readNumbers(scan, now)) return 'flaw';
    const refusal = pen.add(now, relative, numbers);
    if (refusal === 'points')
      return { limit: `A path has at most ${PATH_POINTS_MAX} points: character ${at} exceeds this.` };
    if (refusal === 'subpaths')
      return { limit: `A path has at most ${PATH_SUBPATHS_MAX} subpaths: character ${at} starts another.` };
    if (refusal === 'endless') {
      scan.wrongAt(at, 'this segment has a coordinate that is too large');
      return 'flaw';
    }
    if (now === 'Z') {
      scan.skipSpace();
      return 'done';
    }
    const comma = scan.skipSeparator();
    if (!scan.atNumber()) return comma ? 'comma' : 'done';
    if (now === 'M') now = 'L';
    at = scan.position();
  }
}

/** Numbers of one segment; reused for each segment, since a path has thousands. */
const numbers: number[] = [0, 0, 0, 0, 0, 0, 0];

/** Reads the numbers of a segment; returns whether all are present. */
function readNumbers(scan: PathScanner, command: PathCommand): boolean {
  const count = ARGUMENTS[command];
  for (let n = 0; n < count; n++) {
    if (n > 0) scan.skipSeparator();
    const value = command === 'A' && (n === 3 || n === 4) ? scan.flag() : scan.number();
    if (value === null) return false;
    numbers[n] = value;
  }
  return true;
}

const KEPT_CHARS_MAX = 1_000_000;
const kept = new Map<string, PathParse>();
let kept_chars = 0;

/** Caches `parsePath` for recent texts: most paths are drawn again in each frame. */
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
