// Asks whether to give the session a new code, since players may have written down or shared the old one.

import { listRows } from '../../ui/list.ts';
import { createPage, footer, header, type PageView } from '../../ui/page.ts';
import { wrapped } from '../../ui/text-width.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../../ui/theme.ts';
import { ask } from '../navigation.setup.ts';
import type { Rows } from '../navigation.ts';
import { listOf, type DeviceView, type PageEntry } from '../page-entry.ts';

const renewingRows: Rows = () => [
  { label: 'Keep the code', ok: { type: 'open.together' } },
  { label: 'New code, keep the guests', ok: { type: 'page.renew', keep_guests: true } },
  { label: 'New code, remove the guests', ok: { type: 'page.renew', keep_guests: false } },
];

export const renewingPage: PageEntry = {
  name: 'renewing',
  tags: ['watches'],
  rows: renewingRows,
  state: {
    always: { guard: ({ context }) => context.deviceState().session.role !== 'host', target: 'together' },
    on: {
      'open.together': 'together',
      'page.renew': {
        target: 'together',
        actions: {
          type: 'ask',
          params: ({ event: { keep_guests } }) => ask({ type: 'host.renew', keep_guests }).params,
        },
      },
      'key.back': 'together',
    },
  },
  draw,
};

function draw(view: DeviceView): PageView {
  const { session } = view;
  const page = createPage();
  header(page, 'Hosting a session');
  page.icon('warn', MARGIN + 4, 60, 28, COLOR.accent);
  const title = 'Get a new code?';
  page.text(MARGIN + 44, 82, title, { size: SIZE.title });
  page.say(title);
  const words = `New players need the new code instead of ${session.code}.`;
  page.say(words);
  wrapped(words, SIZE.small, WIDTH - 2 * MARGIN - 10)
    .slice(0, 3)
    .forEach((line, i) => page.text(MARGIN + 6, 118 + i * 22, line, { size: SIZE.small, color: COLOR.muted }));
  const { rows, focus } = listOf(view, 'renewing', renewingRows);
  listRows(page, rows, focus, 160);
  footer(page, '↑ ↓ move · OK: choose · Back');
  return page.view();
}
