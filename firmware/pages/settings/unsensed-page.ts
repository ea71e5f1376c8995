// Page of an experience that this device's sensor cannot support: describes the experience and the sensor that it
// needs.

import { experience, type AnyExperience } from '../../experiences/registry.ts';
import { ask } from '../navigation.setup.ts';
import { playPage } from '../play/play-page.ts';
import { createPage, footer, header, type PageView } from '../../ui/page.ts';
import { wrapped } from '../../ui/text-width.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../../ui/theme.ts';

const toMenu = { target: 'menu', actions: ask({ type: 'play.leave' }) } as const;

export const unsensedPage = playPage({
  name: 'unsensed',
  shows: ['unsensed'],
  state: { on: { 'key.back': toMenu, 'key.ok': toMenu } },
  draw({ navigation }) {
    const shown = experience(navigation.id);
    return shown.kind === 'unsensed' ? draw(shown) : createPage().view();
  },
});

function draw({ name, icon, words }: Extract<AnyExperience, { kind: 'unsensed' }>): PageView {
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
  footer(page, 'OK or Back: menu', { ok: true });
  return page.view();
}
