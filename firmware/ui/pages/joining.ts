// A host's code, typed on a keyboard of the alphabet that codes have.

import { HOST_CODE_SYMBOLS } from '../../../wire/choices.ts';
import { JOIN_KEYS, KEY_COLUMNS } from '../../machines/joining.ts';
import type { NavigationContext } from '../../machines/navigation.ts';
import { createPage, footer, header, type Page, type PageView } from '../page.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../theme.ts';

const BOX = 44;
const BOX_TOP = 50;
const KEYS_TOP = 132;
const KEY_HEIGHT = 38;
const KEY_WIDTH = (WIDTH - 2 * MARGIN) / KEY_COLUMNS;

export function joiningPage({ joining, session }: NavigationContext): PageView {
  const page = createPage();
  header(page, 'Join with a code');
  const left = (WIDTH - HOST_CODE_SYMBOLS * BOX) / 2;
  for (let place = 0; place < HOST_CODE_SYMBOLS; place++)
    symbolBox(page, left + place * BOX, joining.typed[place], place === joining.typed.length);
  page.say(`Code: ${joining.typed || 'empty'}`);
  word(page, session.checking ? 'Asking for the session …' : session.refusal, joining.typed);
  JOIN_KEYS.forEach((symbol, at) => keyOf(page, symbol, at, at === joining.at));
  page.say(`Key: ${JOIN_KEYS[joining.at] ?? ''}`, true);
  footer(page, '↑ ↓ ← → move · OK: type · Back: delete');
  return page.view();
}

function symbolBox(page: Page, x: number, symbol: string | undefined, here: boolean): void {
  const edge = here ? { stroke: COLOR.accent, width: 2 } : {};
  page.rect(x + 2, BOX_TOP, BOX - 4, 44, { fill: here ? COLOR.focus : COLOR.panel, radius: 6, ...edge });
  page.text(x + BOX / 2, BOX_TOP + 31, symbol ?? '', { size: SIZE.large + 2, align: 'center' });
}

/** What became of the code, or whose it is. */
function word(page: Page, said: string, typed: string): void {
  const text = said || 'The host sees its code on its page Play together.';
  const refused = said !== '' && typed.length === HOST_CODE_SYMBOLS;
  page.text(WIDTH / 2, BOX_TOP + 66, text, {
    size: SIZE.small,
    align: 'center',
    color: refused ? COLOR.accent : COLOR.muted,
    width: WIDTH - 2 * MARGIN,
  });
  page.say(text);
}

function keyOf(page: Page, symbol: string, at: number, here: boolean): void {
  const x = MARGIN + (at % KEY_COLUMNS) * KEY_WIDTH;
  const y = KEYS_TOP + Math.floor(at / KEY_COLUMNS) * KEY_HEIGHT;
  const edge = here ? { stroke: COLOR.accent, width: 2 } : {};
  page.rect(x + 2, y + 2, KEY_WIDTH - 4, KEY_HEIGHT - 4, {
    fill: here ? COLOR.focus : COLOR.panel,
    radius: 6,
    ...edge,
  });
  page.text(x + KEY_WIDTH / 2, y + 25, symbol, { size: SIZE.body, align: 'center' });
  page.touch({ x, y, w: KEY_WIDTH, h: KEY_HEIGHT, key: 'ok', row: at });
}
