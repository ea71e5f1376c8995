// A name or an address, letter by letter.

import { charsMaxOf, letterBeside, type Naming } from '../../machines/naming.ts';
import type { NavigationContext } from '../../machines/navigation.ts';
import { createPage, footer, header, type Page, type PageView } from '../page.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../theme.ts';

const BOX_TOP = 142;
const BOX_HEIGHT = 44;

export function namingPage({ naming }: NavigationContext): PageView {
  const page = createPage();
  header(page, TITLE[naming.of]);
  const places = charsMaxOf(naming.of);
  const width = (WIDTH - 2 * MARGIN) / places;
  for (let place = 0; place < places; place++)
    letterBox(page, naming.letters[place], { place, width, here: place === naming.cursor });
  neighbours(page, naming, MARGIN + (naming.cursor + 0.5) * width);
  page.say(`Name: ${naming.letters.join('')}`);
  page.say(`Letter ${naming.cursor + 1}: ${naming.letters[naming.cursor] ?? 'empty'}`, true);
  footer(page, '↑ ↓ letter · ← → move · OK: keep · Back: discard');
  return page.view();
}

const TITLE: Readonly<Record<Naming['of'], string>> = {
  player: 'Name of the player',
  device: 'Name of the device',
  direct: 'Address of the simulator',
  connector: 'Address of the connector',
  measured: 'Measured distance, feet',
  server: 'Address of your server',
  server_port: 'Port of your server',
};

interface Place {
  readonly place: number;
  readonly width: number;
  readonly here: boolean;
}

function letterBox(page: Page, letter: string | undefined, { place, width, here }: Place): void {
  const x = MARGIN + place * width;
  const edge = here ? { stroke: COLOR.accent, width: 2 } : {};
  page.rect(x + 1, BOX_TOP, width - 2, BOX_HEIGHT, { fill: here ? COLOR.focus : COLOR.panel, radius: 5, ...edge });
  page.text(x + width / 2, BOX_TOP + 31, letter ?? '', { size: Math.min(SIZE.large - 2, width + 1), align: 'center' });
}

/** The letters that up and down would give. */
function neighbours(page: Page, { of, letters, cursor }: Naming, x: number): void {
  const beside = (by: 1 | -1): string => {
    const shown = letterBeside(of, letters[cursor], by);
    return shown === ' ' ? 'space' : shown;
  };
  const before = beside(-1);
  const after = beside(1);
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
