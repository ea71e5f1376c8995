// A code that is typed on a keyboard of the codes' alphabet: of a host, or of an extension.

import { CODE_KEYS, isComplete, KEY_COLUMNS, type CodeEntry } from '../../machines/code-entry.ts';
import type { NavigationContext } from '../../machines/navigation.ts';
import { createPage, footer, header, type Page, type PageView } from '../page.ts';
import { textWidth, wrapped } from '../text-width.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../theme.ts';

const BOX = 44;
const BOX_TOP = 50;
const KEYS_TOP = 132;
const KEY_HEIGHT = 38;
const KEY_WIDTH = (WIDTH - 2 * MARGIN) / KEY_COLUMNS;

export const joiningPage = ({ code_entry, session }: NavigationContext): PageView =>
  codePage(code_entry, {
    title: 'Join with a code',
    hint: 'The host sees its code on its page Play together.',
    said: session.checking ? 'Asking for the session …' : session.refusal,
  });

export function installingPage({ code_entry, update }: NavigationContext): PageView {
  const said = update.doing || update.fetched[code_entry.typed] || '';
  return codePage(code_entry, {
    title: 'Install with a code',
    hint: 'Its author has its code, and so has the public list.',
    said: isComplete(code_entry) ? said : '',
  });
}

interface Words {
  readonly title: string;
  /** Whose the code is. */
  readonly hint: string;
  /** What became of it; '' for nothing. */
  readonly said: string;
}

function codePage(entry: CodeEntry, { title, hint, said }: Words): PageView {
  const page = createPage();
  header(page, title);
  const { typed, symbols } = entry;
  const left = (WIDTH - symbols * BOX) / 2;
  for (let place = 0; place < symbols; place++)
    symbolBox(page, left + place * BOX, typed[place], place === typed.length);
  page.say(`Code: ${typed || 'empty'}`);
  word(page, said || hint, said !== '' && isComplete(entry));
  CODE_KEYS.forEach((symbol, at) => keyOf(page, symbol, at, at === entry.at));
  page.say(`Key: ${CODE_KEYS[entry.at] ?? ''}`, true);
  footer(page, '↑ ↓ ← → move · OK: type · Back: delete');
  return page.view();
}

function symbolBox(page: Page, x: number, symbol: string | undefined, here: boolean): void {
  const edge = here ? { stroke: COLOR.accent, width: 2 } : {};
  page.rect(x + 2, BOX_TOP, BOX - 4, 44, { fill: here ? COLOR.focus : COLOR.panel, radius: 6, ...edge });
  page.text(x + BOX / 2, BOX_TOP + 31, symbol ?? '', { size: SIZE.large + 2, align: 'center' });
}

/** What became of the code, or whose it is; in two lines where one is too short. */
function word(page: Page, text: string, said: boolean): void {
  const color = said ? COLOR.accent : COLOR.muted;
  const width = WIDTH - 2 * MARGIN;
  const lines = wrapped(text, SIZE.tiny, width);
  if (textWidth(text, SIZE.small) <= width)
    page.text(WIDTH / 2, BOX_TOP + 66, text, { size: SIZE.small, align: 'center', color });
  else
    lines
      .slice(0, 2)
      .forEach((line, i) =>
        page.text(WIDTH / 2, BOX_TOP + 60 + 16 * i, line, { size: SIZE.tiny, align: 'center', color, width }),
      );
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
