// Widths of text without a canvas, from the advance table of the bundled font (no kerning).

import { ADVANCES } from './advances.ts';

/** The box that is drawn for a character that the font lacks. */
const UNKNOWN_ADVANCE = ADVANCES['□'] ?? 0;

/** Pixels, of a text in letters of `size` pixels. */
export function textWidth(text: string, size: number): number {
  let advance = 0;
  for (const char of text) advance += ADVANCES[char] ?? UNKNOWN_ADVANCE;
  return (advance * size) / 1000;
}
