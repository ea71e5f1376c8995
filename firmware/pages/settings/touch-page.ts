// Settings > Touch calibration: crosses to touch one after another, the error of the last touch, and whether to keep
// the result.

import { CHECK_CROSS, CROSSES, missedPixels, type TouchscreenView } from '../../touchscreen/touchscreen.ts';
import { createPage, footer, header, type Page, type PageView } from '../../ui/page.ts';
import { wrapped } from '../../ui/text-width.ts';
import { COLOR, HEIGHT, SIZE, WIDTH } from '../../ui/theme.ts';
import type { Point } from '../../../wire/affine.ts';
import { ask } from '../navigation.setup.ts';
import type { DeviceView, PageEntry } from '../page-entry.ts';

const KEEP = { x: 40, y: 240, w: 190, h: 48 } as const;
const LEAVE = { x: 250, y: 240, w: 190, h: 48 } as const;
const CROSS_ARM = 14;
/** Distance that messages keep above a cross in the lower half. */
const CROSS_ROOM = 30;
const TEXT = { top: 136, line: 24, width: 360 } as const;

export const touchPage: PageEntry = {
  name: 'touch',
  tags: ['busy', 'holds-pulls'],
  state: {
    entry: ask({ type: 'touchscreen.begin' }),
    exit: ask({ type: 'touchscreen.leave' }),
    on: {
      'key.ok': { actions: ask({ type: 'touchscreen.keep' }) },
      'key.back': 'settings',
      'touchscreen.over': 'settings',
    },
  },
  draw: ({ touchscreen }: DeviceView) =>
    touchscreen.checked ? drawChecked(touchscreen.checked) : drawCross(touchscreen),
};

function drawCross({ touched, message }: TouchscreenView): PageView {
  const page = createPage();
  const target = CROSSES[touched];
  header(page, 'Touch calibration', {
    back: false,
    right: target ? `cross ${touched + 1} of ${CROSSES.length}` : 'check',
  });
  const cross = target ?? CHECK_CROSS;
  crossAt(page, cross);
  page.say(`Cross: ${cross.x}, ${cross.y}`);
  text(page, target ? 'Touch the middle of the cross.' : 'Touch this cross to check.', message);
  if (cross.y > HEIGHT / 2) page.keepClear(cross.y - CROSS_ROOM);
  footer(page, 'Back, or 30 s without a touch: cancel');
  return page.view();
}

function drawChecked(checked: Point): PageView {
  const page = createPage();
  header(page, 'Touch calibration');
  const missed_px = missedPixels(checked);
  const by = missed_px === 0 ? 'on the cross' : `${missed_px} ${missed_px === 1 ? 'pixel' : 'pixels'} off`;
  text(page, `The touch was ${by}.`, 'Keep this calibration? Reverts in 30 s.');
  button(page, KEEP, 'OK: keep it', 'ok');
  button(page, LEAVE, 'Back: discard', 'back');
  page.keepClear(KEEP.y);
  footer(page, 'OK: keep · Back: discard');
  return page.view();
}

function crossAt(page: Page, { x, y }: Point): void {
  const [size, at] = [2 * CROSS_ARM + 1, -CROSS_ARM];
  page.rect(x + at, y, size, 1, { fill: COLOR.accent });
  page.rect(x, y + at, 1, size, { fill: COLOR.accent });
  page.dot(x + 0.5, y + 0.5, 5, 'transparent', COLOR.accent);
}

function text(page: Page, what: string, more: string): void {
  page.text(WIDTH / 2, TEXT.top, what, { size: SIZE.body, align: 'center' });
  page.say(what);
  if (more === '') return;
  wrapped(more, SIZE.small, TEXT.width).forEach((line, i) =>
    page.text(WIDTH / 2, TEXT.top + 30 + i * TEXT.line, line, {
      size: SIZE.small,
      color: COLOR.muted,
      align: 'center',
    }),
  );
  page.say(more);
}

function button(page: Page, place: typeof KEEP | typeof LEAVE, label: string, key: 'ok' | 'back'): void {
  const { x, y, w, h } = place;
  page.rect(x, y, w, h, { fill: key === 'ok' ? COLOR.focus : COLOR.panel, stroke: COLOR.line, radius: 8, width: 1.5 });
  page.text(x + w / 2, y + 30, label, { align: 'center' });
  page.say(label);
  page.touch({ ...place, key, row: null });
}
