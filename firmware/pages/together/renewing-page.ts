// Asks whether to give the session a new code, since players may have written down or shared the old one.

import type { PageView } from '../../ui/page.ts';
import { drawQuestion } from '../question-page.ts';
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
  draw: (view) => draw(view),
};

const draw = (view: DeviceView): PageView =>
  drawQuestion({
    header: 'Hosting a session',
    title: 'Get a new code?',
    paragraphs: [`New players need the new code instead of ${view.session.code}.`],
    ...listOf(view, 'renewing', renewingRows),
  });
