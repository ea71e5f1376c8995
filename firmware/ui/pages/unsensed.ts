// What this device's sensor can't see: which experience that is, and what a sensor would need for it.

import type { NavigationContext } from '../../machines/navigation.ts';
import { nameOfExperience } from '../../games/experiences.ts';
import { createPage, footer, header, type PageView } from '../page.ts';
import { wrapped } from '../text-width.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../theme.ts';

const TITLE = 'This sensor can not see that';
const WORDS =
  'Eight gates see the speed, the face and its rotation, and the attack angle. The path of the swing needs a second pair of ' +
  'diagonal gates, and the lie of the club two height beams side by side.';
const INSTEAD = 'Face angle and Arc strength come nearest to it.';

export function unsensedPage({ game }: NavigationContext): PageView {
  const page = createPage();
  header(page, nameOfExperience(game));
  page.icon('path', MARGIN + 4, 66, 28, COLOR.accent);
  page.text(MARGIN + 44, 88, TITLE, { size: SIZE.title });
  page.say(TITLE);
  const lines = [...wrapped(WORDS, SIZE.small, WIDTH - 2 * MARGIN - 10), '', INSTEAD];
  lines.forEach((line, i) => {
    const color = line === INSTEAD ? COLOR.text : COLOR.muted;
    page.text(MARGIN + 6, 126 + i * 22, line, { size: SIZE.small, color });
  });
  page.say(WORDS);
  page.say(INSTEAD);
  footer(page, 'OK or Back: to the menu', { ok: true });
  return page.view();
}
