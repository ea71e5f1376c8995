// Page of an experience that this device's sensor cannot support: describes the experience and the sensor that it
// needs.

import { experience, type AnyExperience } from '../../experiences/registry.ts';
import { ask } from '../navigation.setup.ts';
import { playPage } from '../play/play-page.ts';
import { drawQuestion } from '../question-page.ts';
import { createPage, type PageView } from '../../ui/page.ts';

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

const draw = ({ name, icon, words }: Extract<AnyExperience, { kind: 'unsensed' }>): PageView =>
  drawQuestion({
    header: name,
    icon,
    title: words.title,
    paragraphs: [words.why, words.instead],
    hints: 'OK or Back: menu',
  });
