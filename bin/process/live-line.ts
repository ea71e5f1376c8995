// One line at the end of a terminal that is written again and again while something is under way, and is gone before anything else is
// written. Where nobody looks at a terminal there is none.

import { stripVTControlCharacters, styleText } from 'node:util';
import { oneLine } from '../../wire/visible.ts';

/** What is written to: one of the streams of this process. */
interface Shown {
  readonly isTTY: boolean;
  readonly columns: number;
  write(text: string): boolean;
}

export interface LiveLine {
  /** Writes it in the place of what it was; what is too long for the terminal is cut. At most so often that one can read it. */
  show(text: string): void;
  clear(): void;
}

const AGAIN_MS = 80;
/** Without wrapping, so that a wide character at the end does not begin a second line. */
const [NO_WRAP, WRAP, CLEARED] = ['\u001b[?7l', '\u001b[?7h', '\r\u001b[2K'];

/** Whether words may be coloured there and lines written again: a terminal, and nobody has asked for a plain one. */
const isLively = (stream: Shown, env: NodeJS.ProcessEnv): boolean =>
  stream.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb';

/** On stderr, or on stdout where only that is a terminal. */
export function openLiveLine(
  streams: readonly Shown[] = [process.stderr, process.stdout],
  env: NodeJS.ProcessEnv = process.env,
): LiveLine {
  const stream = streams.find((each) => isLively(each, env));
  let shown = false;
  let shown_ms = -AGAIN_MS;
  return {
    show(text) {
      const now_ms = performance.now();
      if (!stream || now_ms - shown_ms < AGAIN_MS) return;
      shown_ms = now_ms;
      shown = true;
      stream.write(`${CLEARED}${NO_WRAP}${cutTo(text, stream.columns - 1)}${WRAP}`);
    },
    clear() {
      if (shown) stream?.write(CLEARED);
      shown = false;
    },
  };
}

/** The beginning of a text, on one line; a width that is not known is 80 columns. */
function cutTo(text: string, columns: number): string {
  const characters = Array.from(oneLine(stripVTControlCharacters(text).replaceAll(/\s+/g, ' ')));
  const width = columns > 0 ? columns : 80;
  return characters.length <= width ? characters.join('') : `${characters.slice(0, width - 1).join('')}…`;
}

const COLORS = [
  [/^(?:ok\b|\d+ passed(?= in ))/, 'green'],
  [/^(?:FAIL|ERR)\b/, 'red'],
] as const;

/** The word at the start of a line in its colour, on a terminal. */
export function colored(line: string, stream: Shown = process.stdout, env = process.env): string {
  if (!isLively(stream, env)) return line;
  const found = COLORS.find(([word]) => word.test(line));
  return found ? line.replace(found[0], (word) => styleText(found[1], word, { validateStream: false })) : line;
}
