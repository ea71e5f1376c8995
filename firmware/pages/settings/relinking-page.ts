// Asks whether to give phones a new link to the device's page, since the old one may be in the wrong hands.

import { drawQuestion } from '../question-page.ts';
import { ask, note } from '../navigation.setup.ts';
import type { Rows } from '../navigation.ts';
import { listOf, type PageEntry } from '../page-entry.ts';

const relinkingRows: Rows = () => [
  { label: 'Keep the link', ok: { type: 'open.status' } },
  { label: 'New link, end the old one', ok: { type: 'page.relink' } },
];

export const relinkingPage: PageEntry = {
  name: 'relinking',
  rows: relinkingRows,
  state: {
    on: {
      'open.status': 'status',
      'page.relink': {
        target: 'status',
        actions: [ask({ type: 'web_page.renew' }), note('New link: other phones scan the code again.')],
      },
      'key.back': 'status',
    },
  },
  draw: (view) =>
    drawQuestion({
      header: 'Phones',
      title: 'Make a new link?',
      paragraphs: ['Every other phone must scan the new code. The password of the own network changes too.'],
      ...listOf(view, 'relinking', relinkingRows),
    }),
};
