// A guest whose host plays what this device does not have.

import type { NavigationContext } from '../../machines/navigation.ts';
import { createPage, footer, header, type PageView } from '../page.ts';
import { wrapped } from '../text-width.ts';
import { MARGIN, SIZE, WIDTH } from '../theme.ts';

const ABSENT =
  'The host plays something that this device does not have. As soon as it plays something else, you follow.';

export function absentPage({ session }: NavigationContext): PageView {
  const page = createPage();
  header(page, session.host_name || 'The host');
  const lines = wrapped(ABSENT, SIZE.body, WIDTH - 2 * MARGIN - 20);
  lines.forEach((line, i) => {
    page.text(MARGIN + 10, 110 + i * 30, line, { size: SIZE.body });
  });
  page.say(ABSENT);
  footer(page, 'Back: menu');
  return page.view();
}
