// On-screen keyboard for typing the code of a host or an extension.

import {
  CODE_KEYS,
  DELETE_KEY,
  isAlmostComplete,
  isComplete,
  isTextRefused,
  isWrong,
  KEY_COLUMNS,
  withKeyMoved,
  withKeyTaken,
  withKeyTyped,
  withTextTyped,
  type CodeEntry,
} from './code-entry.ts';
import { ask, note } from '../navigation.setup.ts';
import type { NavigationContext } from '../navigation.ts';
import { createPage, drawParagraph, footer, header, type Page, type PageView } from '../../ui/page.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../../ui/theme.ts';

const BOX = 44;
const BOX_TOP = 50;
const DELETE_WIDTH = 76;
const KEYS_TOP = 162;
const KEY_HEIGHT = 32;
const KEY_WIDTH = (WIDTH - 2 * MARGIN) / KEY_COLUMNS;

const NO_CODE = 'Use only the symbols shown, one per box.';

/**
 * Key transitions of the keyboard: four keys move the cursor; touching a symbol moves the cursor there and types it.
 */
export const CODE_KEYBOARD = {
  'key.up': { actions: moveKey(0, -1) },
  'key.down': { actions: moveKey(0, 1) },
  'key.left': { actions: moveKey(-1, 0) },
  'key.right': { actions: moveKey(1, 0) },
  'touch.row': {
    actions: [
      {
        type: 'take',
        params: ({ context, event }: { context: NavigationContext; event: { readonly focus: number } }) => ({
          code_entry: { ...context.code_entry, at: event.focus },
        }),
      },
      { type: 'pressKey', params: { key: 'ok' } },
    ],
  },
} as const;

function moveKey(columns: number, rows: number) {
  const params = ({ context: { code_entry } }: { context: NavigationContext }) => ({
    code_entry: withKeyMoved(code_entry, columns, rows),
  });
  return { type: 'take', params } as const;
}

export const typeKey = {
  type: 'take',
  params: ({ context: { code_entry } }: { context: NavigationContext }) => ({ code_entry: withKeyTyped(code_entry) }),
} as const;
export const deleteKey = {
  type: 'take',
  params: ({ context: { code_entry } }: { context: NavigationContext }) => ({ code_entry: withKeyTaken(code_entry) }),
} as const;

const typeText = {
  type: 'take',
  params: ({ context: { code_entry }, event: { text } }: TextArgs) => ({ code_entry: withTextTyped(code_entry, text) }),
} as const;

type GuardArgs = { readonly context: NavigationContext };
type TextArgs = GuardArgs & { readonly event: { readonly text: string } };
const isRefused = ({ context: { code_entry }, event: { text } }: TextArgs): boolean => isTextRefused(code_entry, text);
/** Whether a typed text completes the code; a deletion never does. */
const isCompletedByText = ({ context: { code_entry }, event: { text } }: TextArgs): boolean =>
  isComplete(withTextTyped(code_entry, text));

/** Returns the transitions for a typed text; `done` acts on the completed code. */
export const typedText = <Done>(done: Done) => {
  const refused = { guard: isRefused, actions: [note(NO_CODE), typeText] } as const;
  return [
    refused,
    { guard: isCompletedByText, actions: [unsayRefusal, typeText, done] },
    { actions: typeText },
  ] as const;
};
const unsayRefusal = ask({ type: 'device.unsay', text: NO_CODE });
/** OK on a symbol while the code has an invalid character: the symbol is typed, but never completes the code. */
export const typeIntoWrong = {
  guard: ({ context: { code_entry } }: GuardArgs): boolean => isWrong(code_entry),
  actions: [note(NO_CODE), typeKey],
} as const;

export const isCodeComplete = ({ context }: GuardArgs): boolean => isComplete(context.code_entry);
export const isLastKeyMissing = ({ context }: GuardArgs): boolean => isAlmostComplete(context.code_entry);
export const isDeleteKey = ({ context }: GuardArgs): boolean => context.code_entry.at === DELETE_KEY;
/** Whether Back leaves the page: it deletes a symbol of a partial code, but leaves if the code is empty or complete. */
export const isBackToLeave = ({ context: { code_entry } }: GuardArgs): boolean =>
  code_entry.typed === '' || isComplete(code_entry);

interface CodeWords {
  readonly title: string;
  /** Text about the owner of the code. */
  readonly hint: string;
  /** Result of trying the code; '' if none. */
  readonly result: string;
}

export function drawCodeKeyboard(entry: CodeEntry, { title, hint, result }: CodeWords): PageView {
  const page = createPage();
  header(page, title);
  const { typed, symbols } = entry;
  const left = (WIDTH - symbols * BOX) / 2;
  for (let place = 0; place < symbols; place++)
    symbolBox(page, left + place * BOX, typed[place], place === typed.length);
  page.say(`Code: ${typed || 'empty'}`);
  word(page, result || hint, result !== '' && isComplete(entry));
  CODE_KEYS.forEach((symbol, at) => keyOf(page, symbol, at, at === entry.at));
  deleteKeyOf(page, entry.at === DELETE_KEY);
  page.say(`Key: ${CODE_KEYS[entry.at] ?? 'delete'}`, true);
  footer(page, `↑ ↓ ← → move · OK: type · Back: ${typed === '' || isComplete(entry) ? 'leave' : 'delete'}`);
  return page.view();
}

function symbolBox(page: Page, x: number, symbol: string | undefined, here: boolean): void {
  const edge = here ? { stroke: COLOR.accent, width: 2 } : {};
  page.rect(x + 2, BOX_TOP, BOX - 4, 44, { fill: here ? COLOR.focus : COLOR.panel, radius: 6, ...edge });
  page.text(x + BOX / 2, BOX_TOP + 31, symbol ?? '', { size: SIZE.large + 2, align: 'center' });
}

/** Draws the result of the code or the hint in up to three lines. */
function word(page: Page, text: string, is_result: boolean): void {
  const color = is_result ? COLOR.accent : COLOR.muted;
  drawParagraph(page, text, BOX_TOP + 61, { color });
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
  page.text(x + KEY_WIDTH / 2, y + 23, symbol, { size: SIZE.body, align: 'center' });
  page.touch({ x, y, w: KEY_WIDTH, h: KEY_HEIGHT, key: 'ok', row: at });
}

function deleteKeyOf(page: Page, here: boolean): void {
  const x = WIDTH - MARGIN - DELETE_WIDTH;
  const edge = here ? { stroke: COLOR.accent, width: 2 } : {};
  page.rect(x + 2, BOX_TOP, DELETE_WIDTH - 4, BOX, { fill: here ? COLOR.focus : COLOR.panel, radius: 6, ...edge });
  page.text(x + DELETE_WIDTH / 2, BOX_TOP + 28, 'delete', { size: SIZE.small, align: 'center' });
  page.touch({ x, y: BOX_TOP, w: DELETE_WIDTH, h: BOX, key: 'ok', row: DELETE_KEY });
}
