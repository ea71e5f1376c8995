// Pictures for the page, which draws them itself: a display list costs a small machine less than its pixels. Items that
// a list shares with the one before, at its start and its end, are not sent again.

import { drawable } from '../../hal/screen/font.ts';
import { qrItems } from '../../hal/screen/qr-items.ts';
import type { DisplayItem, DisplayList } from '../../hal/screen/screen.ts';

/** Items of a list as JSON. */
export type SentItems = readonly string[];

/** Returns the items as the page can draw them: it has neither QR codes nor the list of the font's characters. */
export const sentItems = (list: DisplayList): SentItems => list.flatMap(plain).map((item) => JSON.stringify(item));

function plain(item: DisplayItem): DisplayList {
  if (item.kind === 'qr') return qrItems(item);
  return [item.kind === 'text' ? { ...item, text: drawable(item.text) } : item];
}

/** Returns the message that turns one list into the next; null if they are equal. `before`: null for the first list. */
export function pictureMessage(before: SentItems | null, after: SentItems): string | null {
  const was = before ?? [];
  const common = Math.min(was.length, after.length);
  let head = 0;
  while (head < common && was[head] === after[head]) head++;
  let tail = 0;
  while (tail < common - head && was.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const items = after.slice(head, after.length - tail);
  if (before && items.length === 0 && was.length === after.length) return null;
  return `{"type":"picture","head":${head},"items":[${items.join(',')}],"tail":${tail}}`;
}
