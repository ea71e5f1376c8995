// Widths of text without a canvas, from the advance table of the bundled font (no kerning).

import { ADVANCE_RUNS } from './advances.ts';

/** Advances in thousandths of the font size, by character. */
export const ADVANCES: ReadonlyMap<string, number> = new Map(
  ADVANCE_RUNS.flatMap(([first, advances]) =>
    advances.split(' ').map((advance, at) => [String.fromCodePoint(first + at), Number(advance)] as const),
  ),
);

/** Width of the box drawn for characters missing from the font. */
const UNKNOWN_ADVANCE = ADVANCES.get('□') ?? 0;

/** Returns the width in pixels of text with a font size of `size` pixels. */
export function textWidth(text: string, size: number): number {
  let advance = 0;
  for (const char of text) advance += ADVANCES.get(char) ?? UNKNOWN_ADVANCE;
  return (advance * size) / 1000;
}
