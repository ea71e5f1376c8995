// Settings > Manage extensions, and the page that asks before one is removed or says why it stays.

import { focusOf, type NavigationContext } from '../../machines/navigation.ts';
import { rowsOf } from '../../machines/rows.ts';
import { createPage, footer, header, HEADER_HEIGHT, type Page, type PageView } from '../page.ts';
import { listRows } from '../rows.ts';
import { wrapped } from '../text-width.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../theme.ts';

const LINES_MAX = 3;
const LINE_HEIGHT = 17;

export function extensionsPage(navigation: NavigationContext): PageView {
  const page = createPage();
  header(page, 'Manage extensions');
  const top = news(page, navigation.update);
  const rows = rowsOf(navigation);
  const focus = focusOf(navigation);
  listRows(page, rows, focus, top);
  footer(page, `↑ ↓ move · OK: ${focus < 2 ? 'choose' : 'remove'} · Back`);
  return page.view();
}

/** What the last run of the update job came to, failures first; where the list may begin below it. */
function news(page: Page, { failures, done }: NavigationContext['update']): number {
  const said = failures.length > 0 ? failures : done;
  for (const sentence of said) page.say(failures.length > 0 ? `Problem: ${sentence}` : sentence);
  const left = MARGIN + (failures.length > 0 ? 32 : 4);
  const lines = said.flatMap((sentence) => wrapped(sentence, SIZE.tiny, WIDTH - MARGIN - left)).slice(0, LINES_MAX);
  const top = HEADER_HEIGHT + 6;
  if (failures.length > 0) page.icon('warn', MARGIN + 2, top, 20, COLOR.accent);
  const color = failures.length > 0 ? COLOR.text : COLOR.muted;
  lines.forEach((line, i) => page.text(left, top + 14 + LINE_HEIGHT * i, line, { size: SIZE.tiny, color }));
  return top + (lines.length > 0 ? LINE_HEIGHT * lines.length + 6 : 0);
}

export function removingPage(navigation: NavigationContext): PageView {
  const page = createPage();
  const found = navigation.facts.installed.find(({ code }) => code === navigation.code);
  header(page, found?.name ?? '');
  const by_default = found?.default ?? false;
  page.icon(by_default ? 'warn' : 'extension', MARGIN + 4, 60, 28, COLOR.accent);
  const title = by_default ? 'This extension stays' : 'Remove this extension?';
  page.text(MARGIN + 44, 82, title, { size: SIZE.title });
  page.say(title);
  const words = by_default
    ? 'The store installs it on every device, so it can not be removed here. When the store no longer does, it can.'
    : `Its settings, what it has stored and its trend are kept: the code ${navigation.code} brings it back with them.`;
  page.say(words);
  wrapped(words, SIZE.small, WIDTH - 2 * MARGIN - 10)
    .slice(0, 3)
    .forEach((line, i) => page.text(MARGIN + 6, 118 + i * 22, line, { size: SIZE.small, color: COLOR.muted }));
  listRows(page, rowsOf(navigation), focusOf(navigation), 190);
  footer(page, by_default ? 'OK or Back: to the list' : '↑ ↓ move · OK: choose · Back', { ok: by_default });
  return page.view();
}
