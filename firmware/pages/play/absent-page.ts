// Page of a guest whose host plays an experience that this device lacks.

import { playPage } from './play-page.ts';
import type { SessionView } from '../../online/online.ts';
import { createPage, footer, header, type PageView } from '../../ui/page.ts';
import { wrapped } from '../../ui/text-width.ts';
import { MARGIN, SIZE, WIDTH } from '../../ui/theme.ts';

const ABSENT = 'The host is playing something this device lacks. You follow when the host picks something else.';

/** Back opens the menu; the guest keeps following the host. */
export const absentPage = playPage({
  name: 'absent',
  shows: ['absent'],
  state: { on: { 'key.back': 'menu', 'key.ok': 'menu' } },
  draw: ({ session }) => draw(session),
});

function draw(session: SessionView): PageView {
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
