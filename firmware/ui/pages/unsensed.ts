// What this device's sensor can't see: which experience that is, and what a sensor would need for it.

import type { AnyExperience } from '../../experiences/registry.ts';
import { createPage, footer, header, type PageView } from '../page.ts';
import { wrapped } from '../text-width.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../theme.ts';

export function unsensedPage({ name, icon, words }: Extract<AnyExperience, { kind: 'unsensed' }>): PageView {
  const { title, why, instead } = words;
  const page = createPage();
  header(page, name);
  page.icon(icon, MARGIN + 4, 66, 28, COLOR.accent);
  page.text(MARGIN + 44, 88, title, { size: SIZE.title });
  page.say(title);
  const lines = [...wrapped(why, SIZE.small, WIDTH - 2 * MARGIN - 10), '', instead];
  lines.forEach((line, i) => {
    const color = line === instead ? COLOR.text : COLOR.muted;
    page.text(MARGIN + 6, 126 + i * 22, line, { size: SIZE.small, color });
  });
  page.say(why);
  page.say(instead);
  footer(page, 'OK or Back: to the menu', { ok: true });
  return page.view();
}
