// Legibility of play pages from where the player stands: sizes, and contrast by WCAG 2.2.

import type { DisplayList } from '../../../hal/screen/screen.ts';
import type { PlayText } from '../../../firmware/ui/page.ts';
import { textWidth } from '../../../firmware/ui/text-width.ts';

/** At 1.7 m from a 3.5-inch display, capitals of 26 px are 2.5 mm high, the limit of 20/20 eyesight. */
const PLAY_PX_MIN = 26;
const OTHER_PX_MIN = 18;
const CONTRAST_MIN = 7;

/** Returns what cannot be read on a page, one line each. */
export function playTextProblems(play_texts: readonly PlayText[], list: DisplayList): readonly string[] {
  return [
    ...play_texts.flatMap(({ item, ground }) => {
      const { text, size, color } = item;
      if (text === '') return [];
      return [
        ...(size < PLAY_PX_MIN ? [`play text "${text}" has ${size} px`] : []),
        ...(contrastOf(color, ground) < CONTRAST_MIN ? [`play text "${text}" in ${color} on ${ground}`] : []),
        ...(groundOf(item, list) === ground ? [] : [`play text "${text}" is not drawn on ${ground}`]),
      ];
    }),
    ...list.flatMap((item) =>
      item.kind === 'text' && item.text !== '' && item.size < OTHER_PX_MIN
        ? [`"${item.text}" has ${item.size} px`]
        : [],
    ),
  ];
}

/** Returns the colour of the topmost rectangle below the start of a text. */
function groundOf(item: PlayText['item'], list: DisplayList): string | undefined {
  const width = textWidth(item.text, item.size);
  const left = item.align === 'right' ? item.x - width : item.align === 'center' ? item.x - width / 2 : item.x;
  const [x, y] = [left + 1, item.y - item.size / 3];
  const under = list
    .slice(0, list.indexOf(item))
    .findLast((each) => each.kind === 'rect' && x > each.x && x < each.x + each.w && y > each.y && y < each.y + each.h);
  return under?.kind === 'rect' ? under.fill : undefined;
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
