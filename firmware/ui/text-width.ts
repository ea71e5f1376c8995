// Fits text to a width: cuts it with an ellipsis or wraps it at spaces.

import { textWidth } from '../drawing/text-width.ts';

export { textWidth };

/** Returns the text, cut with an ellipsis if it does not fit. */
export function fitted(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  const chars = Array.from(text);
  while (chars.length > 0 && textWidth(`${chars.join('')}…`, size) > width) chars.pop();
  return `${chars.join('').trimEnd()}…`;
}

/** Wraps the text at spaces into lines that fit. */
export function wrapped(text: string, size: number, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(`${last} ${word}`, size) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(fitted(word, size, width));
  }
  return lines;
}

/** Returns the largest width that all may have, so that together they fit in `room`. */
export function fairShare(widths: readonly number[], room: number): number {
  let [left, share] = [room, 0];
  const sorted = widths.toSorted((a, b) => a - b);
  for (const [i, width] of sorted.entries()) {
    share = left / (sorted.length - i);
    if (width > share) return Math.max(0, share);
    left -= width;
  }
  return Math.max(share, ...widths);
}
