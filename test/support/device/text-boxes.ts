// Layout checks for a page: a box for each text of a display list, overlaps, and texts that overflow.

import type { DisplayItem, DisplayList } from '../../../hal/screen/screen.ts';
import { COLOR } from '../../../firmware/ui/theme.ts';
import { textWidth } from '../../../firmware/ui/text-width.ts';

interface Box {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

type Text = DisplayItem & { kind: 'text' };
type Rect = DisplayItem & { kind: 'rect' };

/** Height of capitals and depth of descenders of the bundled font, as shares of its size. */
const ASCENT = 0.73;
const DESCENT = 0.21;

function boxOf({ text, x, y, size, align }: Text): Box {
  const width = textWidth(text, size);
  const left = align === 'right' ? x - width : align === 'center' ? x - width / 2 : x;
  return { text, left, top: y - ASCENT * size, right: left + width, bottom: y + DESCENT * size };
}

const overlap = (a: Box, b: Box, slack: number): boolean =>
  a.left < b.right - slack && b.left < a.right - slack && a.top < b.bottom - slack && b.top < a.bottom - slack;

const isOpaque = (item: DisplayItem): item is Rect => item.kind === 'rect' && /^#[0-9a-f]{6}$/i.test(item.fill ?? '');

const covers = (rect: Rect, box: Box): boolean =>
  rect.x < box.right && rect.x + rect.w > box.left && rect.y < box.bottom && rect.y + rect.h > box.top;

/** Returns whether the rectangle is a toast, which may briefly cover other content. */
const isMessage = ({ w, fill }: Rect): boolean => w > 400 && (fill === COLOR.accent || fill === COLOR.alarm);

/** Returns the panel drawn over a text, if any; the dots of the lane are rectangles too, but hide nothing. */
const coverOf = (list: DisplayList, at: number, box: Box): Rect | undefined =>
  list.slice(at + 1).find((later): later is Rect => isOpaque(later) && later.w > 40 && covers(later, box));

/** Returns the boxes of all texts except those under a toast. */
function visibleBoxes(list: DisplayList): readonly (Box & { readonly cover: Rect | undefined })[] {
  return list.flatMap((item, i) => {
    if (item.kind !== 'text' || item.text === '') return [];
    const box = boxOf(item);
    const cover = coverOf(list, i, box);
    return cover && isMessage(cover) ? [] : [{ ...box, cover }];
  });
}

/** Returns the topmost panel (filled rectangle of at least 20 x 18 pixels) that a text was drawn on. */
function panelOf(list: DisplayList, at: number, box: Box): Rect | undefined {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const around = list
    .slice(0, at)
    .filter((item): item is Rect => isOpaque(item) && item.w >= 20 && item.h >= 18)
    .filter((rect) => x > rect.x && x < rect.x + rect.w && y > rect.y && y < rect.y + rect.h);
  return around.at(-1);
}

/** Returns the layout problems of a display list, one line each. */
export function layoutProblems(list: DisplayList, width = 480, height = 320): readonly string[] {
  const problems: string[] = [];
  const boxes = visibleBoxes(list);
  for (const box of boxes)
    if (box.left < 0 || box.right > width || box.top < 0 || box.bottom > height)
      problems.push(`"${box.text}" leaves the screen: ${JSON.stringify(box)}`);
  for (const { text, cover } of boxes)
    if (cover) problems.push(`"${text}" is covered by a panel at ${cover.x} ${cover.y}`);
  for (const [i, a] of boxes.entries())
    for (const b of boxes.slice(i + 1)) if (overlap(a, b, 1)) problems.push(`"${a.text}" and "${b.text}" overlap`);
  for (const [i, item] of list.entries()) {
    if (item.kind !== 'text' || item.text === '') continue;
    const box = boxOf(item);
    if (!boxes.some((visible) => visible.text === box.text && visible.left === box.left && visible.top === box.top))
      continue;
    const panel = panelOf(list, i, box);
    if (!panel) continue;
    if (box.left < panel.x - 0.5 || box.right > panel.x + panel.w + 0.5)
      problems.push(`"${box.text}" sticks out of its panel: ${box.left.toFixed(0)}..${box.right.toFixed(0)}`);
    if (box.top < panel.y - 0.5 || box.bottom > panel.y + panel.h + 0.5)
      problems.push(`"${box.text}" sticks out of its panel: ${box.top.toFixed(0)}..${box.bottom.toFixed(0)} down`);
  }
  return problems;
}
