// A name, letter by letter.

import { NAME_CHARS_MAX } from '../../../wire/limits.ts';
import { LETTERS } from '../../machines/naming.ts';
import type { NavigationContext } from '../../machines/navigation.ts';
import { createPage, footer, header, type Page, type PageView } from '../page.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../theme.ts';

const BOX = (WIDTH - 2 * MARGIN) / NAME_CHARS_MAX;
const BOX_TOP = 142;
const BOX_HEIGHT = 44;

export function namingPage({ naming }: NavigationContext): PageView {
  const page = createPage();
  header(page, naming.of === 'player' ? 'Name of the player' : 'Name of the device');
  for (let place = 0; place < NAME_CHARS_MAX; place++)
    letterBox(page, naming.letters[place], place, place === naming.cursor);
  neighbours(page, naming.letters[naming.cursor], MARGIN + (naming.cursor + 0.5) * BOX);
  page.say(`Name: ${naming.letters.join('')}`);
  page.say(`Letter ${naming.cursor + 1}: ${naming.letters[naming.cursor] ?? 'empty'}`, true);
  footer(page, '↑ ↓ letter · ← → move · OK: keep · Back: discard');
  return page.view();
}

function letterBox(page: Page, letter: string | undefined, place: number, here: boolean): void {
  const x = MARGIN + place * BOX;
  const edge = here ? { stroke: COLOR.accent, width: 2 } : {};
  page.rect(x + 1, BOX_TOP, BOX - 2, BOX_HEIGHT, { fill: here ? COLOR.focus : COLOR.panel, radius: 5, ...edge });
  page.text(x + BOX / 2, BOX_TOP + 31, letter ?? '', { size: SIZE.large - 2, align: 'center' });
}

/** The letters that up and down would give. */
function neighbours(page: Page, letter: string | undefined, x: number): void {
  const at = letter === undefined ? -1 : Math.max(0, LETTERS.indexOf(letter));
  const name = (index: number): string => {
    const shown = LETTERS[(index + LETTERS.length) % LETTERS.length] as string;
    return shown === ' ' ? 'space' : shown;
  };
  const before = at < 0 ? 'A' : name(at - 1);
  const after = at < 0 ? 'A' : name(at + 1);
  page.text(x, BOX_TOP - 34, '↑', { size: SIZE.small, color: COLOR.accent, align: 'center' });
  page.text(x, BOX_TOP - 12, before, { size: SIZE.body, color: COLOR.muted, align: 'center' });
  page.text(x, BOX_TOP + BOX_HEIGHT + 24, after, { size: SIZE.body, color: COLOR.muted, align: 'center' });
  page.text(x, BOX_TOP + BOX_HEIGHT + 46, '↓', { size: SIZE.small, color: COLOR.accent, align: 'center' });
  const third = WIDTH / 3;
  page.touch({ x: third, y: 50, w: third, h: 88, key: 'up', row: null });
  page.touch({ x: third, y: 190, w: third, h: 96, key: 'down', row: null });
  page.touch({ x: 0, y: 50, w: third, h: 236, key: 'left', row: null });
  page.touch({ x: 2 * third, y: 50, w: third, h: 236, key: 'right', row: null });
  page.touch({ x: third, y: BOX_TOP, w: third, h: BOX_HEIGHT, key: 'ok', row: null });
}
