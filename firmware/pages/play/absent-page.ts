// Page of a guest whose host plays an experience that this device lacks.

import { playPage } from './play-page.ts';
import type { SessionView } from '../../online/online.ts';
import { drawQuestion } from '../question-page.ts';
import type { PageView } from '../../ui/page.ts';

const ABSENT = 'The host is playing something this device lacks. You follow when the host picks something else.';

/** Back opens the menu; the guest keeps following the host. */
export const absentPage = playPage({
  name: 'absent',
  shows: ['absent'],
  state: { on: { 'key.back': 'menu', 'key.ok': 'menu' } },
  draw: ({ session }) => draw(session),
});

const draw = (session: SessionView): PageView =>
  drawQuestion({
    header: session.host_name || 'The host',
    icon: 'wait',
    title: 'Not on this device',
    paragraphs: [ABSENT],
    hints: 'Back: menu',
  });
