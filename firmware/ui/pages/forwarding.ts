// Settings > Shot forwarding: where shots go, what became of them, and how to change that.

import { focusOf, type NavigationContext } from '../../machines/navigation.ts';
import { rowsOf } from '../../machines/rows.ts';
import { createPage, footer, header, HEADER_HEIGHT, type PageView } from '../page.ts';
import { listRows } from '../rows.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../theme.ts';

const LIST_TOP = 116;

export function forwardingPage(navigation: NavigationContext): PageView {
  const page = createPage();
  const { forwarding: view, facts } = navigation;
  const { address, port } = facts.forwarding;
  header(page, 'Shot forwarding', { right: address === '' ? 'off' : 'on' });
  const { sent, failed, dropped } = view.counts;
  const lines = [
    address === '' ? 'Shots stay on this device.' : `Shots go to ${address}:${port}, on your own network.`,
    `${sent} sent, ${failed} failed, ${dropped} dropped${view.waiting > 0 ? `, ${view.waiting} on their way` : ''}`,
    view.last,
  ];
  lines.forEach((line, i) => {
    if (line === '') return;
    page.text(MARGIN + 4, HEADER_HEIGHT + 22 + 20 * i, line, {
      size: SIZE.small,
      color: i === 0 ? COLOR.text : COLOR.muted,
      width: WIDTH - 2 * MARGIN - 8,
    });
    page.say(line);
  });
  listRows(page, rowsOf(navigation), focusOf(navigation), LIST_TOP);
  footer(page, '↑ ↓ move · OK: choose · Back');
  return page.view();
}
