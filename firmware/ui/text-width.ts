// Widths of text without a canvas, from the advance table of the bundled font (no kerning).

import { ADVANCES } from './advances.ts';

/** What a character outside the table counts as: about the width of the font's own empty box. */
const UNKNOWN_ADVANCE = 700;

export function textWidth(text: string, size: number): number {
  let advance = 0;
  for (const char of text) advance += ADVANCES[char] ?? UNKNOWN_ADVANCE;
  return (advance * size) / 1000;
}

/** The text, or as much of it as fits with an ellipsis. */
export function fitted(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  const chars = Array.from(text);
  while (chars.length > 0 && textWidth(`${chars.join('')}…`, size) > width) chars.pop();
  return `${chars.join('').trimEnd()}…`;
}

/** The text in lines that fit, broken at spaces. */
export function wrapped(text: string, size: number, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(`${last} ${word}`, size) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(fitted(word, size, width));
  }
  return lines;
}
