// Status line at the end of a terminal: rewritten during a long task and cleared before other output. Not shown without
// a terminal.

import { stripVTControlCharacters, styleText } from 'node:util';
import { oneLine } from '../../wire/visible.ts';

/** Output stream of this process. */
interface Shown {
  readonly isTTY: boolean;
  readonly columns: number;
  write(text: string): boolean;
}

export interface LiveLine {
  /** Replaces the line and truncates it to the terminal's width. Throttled to a readable rate. */
  show(text: string): void;
  clear(): void;
}

const AGAIN_MS = 80;
/** Line wrapping is off, so that a wide character at the end does not start a second line. */
const [NO_WRAP, WRAP, CLEARED] = ['\u001b[?7l', '\u001b[?7h', '\r\u001b[2K'];

/** Whether the stream supports colours and rewritten lines: a terminal, unless the user asked for plain output. */
const isLively = (stream: Shown, env: NodeJS.ProcessEnv): boolean =>
  stream.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb';

/** Opens the line on stderr, or on stdout if only that is a terminal. */
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

/** Truncates a text to one line; an unknown width counts as 80 columns. */
function cutTo(text: string, columns: number): string {
  const characters = Array.from(oneLine(stripVTControlCharacters(text).replaceAll(/\s+/g, ' ')));
  const width = columns > 0 ? columns : 80;
  return characters.length <= width ? characters.join('') : `${characters.slice(0, width - 1).join('')}…`;
}

const COLORS = [
  [/^(?:ok\b|\d+ passed(?= in ))/, 'green'],
  [/^(?:FAIL|ERR)\b/, 'red'],
  [/^FLKY\b/, 'yellow'],
] as const;

/** Colours the first word of a line on a terminal. */
export function colored(line: string, stream: Shown = process.stdout, env = process.env): string {
  if (!isLively(stream, env)) return line;
  const found = COLORS.find(([word]) => word.test(line));
  return found ? line.replace(found[0], (word) => styleText(found[1], word, { validateStream: false })) : line;
}
