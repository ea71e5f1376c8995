// A guest whose host plays what this device does not have.

import type { NavigationContext } from '../../machines/navigation.ts';
import { createPage, footer, header, type PageView } from '../page.ts';
import { COLOR, MARGIN, SIZE } from '../theme.ts';

export function absentPage({ session }: NavigationContext): PageView {
  const page = createPage();
  header(page, session.host_name || 'The host');
  const lines = [
    'The host plays something that this device does not have.',
    'As soon as it plays something else, you follow.',
  ];
  lines.forEach((line, i) => {
    page.text(MARGIN + 10, 110 + i * 30, line, { size: SIZE.body, ...(i > 0 ? { color: COLOR.muted } : {}) });
    page.say(line);
  });
  footer(page, 'Back: menu');
  return page.view();
}
