// Widths of text without a canvas, from the advance table of the bundled font (no kerning).

import { ADVANCES } from './advances.ts';

/** Width of the box drawn for characters missing from the font. */
const UNKNOWN_ADVANCE = ADVANCES['□'] ?? 0;

/** Returns the width in pixels of text with a font size of `size` pixels. */
export function textWidth(text: string, size: number): number {
  let advance = 0;
  for (const char of text) advance += ADVANCES[char] ?? UNKNOWN_ADVANCE;
  return (advance * size) / 1000;
}
