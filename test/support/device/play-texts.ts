// Legibility of play pages from where the player stands: sizes, and contrast by WCAG 2.2.

import type { DisplayList } from '../../../hal/screen/screen.ts';
import type { PlayText } from '../../../firmware/ui/page.ts';

/** At 1.7 m from a 3.5-inch display, capitals of 26 px are 2.5 mm high, the limit of 20/20 eyesight. */
const PLAY_PX_MIN = 26;
const OTHER_PX_MIN = 18;
const CONTRAST_MIN = 7;

/** Returns what cannot be read on a page with play texts, one line each. */
export function playTextProblems(play_texts: readonly PlayText[], list: DisplayList): readonly string[] {
  if (play_texts.length === 0) return [];
  return [
    ...play_texts.flatMap(({ text, size, color, ground }) => [
      ...(size < PLAY_PX_MIN ? [`play text "${text}" has ${size} px`] : []),
      ...(contrastOf(color, ground) < CONTRAST_MIN ? [`play text "${text}" in ${color} on ${ground}`] : []),
    ]),
    ...list.flatMap((item) =>
      item.kind === 'text' && item.text !== '' && item.size < OTHER_PX_MIN
        ? [`"${item.text}" has ${item.size} px`]
        : [],
    ),
  ];
}

/** Relative luminance of `#rrggbb`. */
function luminanceOf(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrastOf(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(a), luminanceOf(b)].toSorted((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}
