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
