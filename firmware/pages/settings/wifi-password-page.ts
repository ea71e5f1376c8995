// Page for typing a Wi-Fi password to join a network. The screen shows the password, so that the user can compare it
// with a note; the page's text lines, the log and recordings do not contain it.

import { isWifiSecret, WIFI_SECRET_CHARS } from '../../../wire/wifi-secret.ts';
import { ask, note } from '../navigation.setup.ts';
import type { NavigationContext } from '../navigation.ts';
import type { DeviceView, PageEntry } from '../page-entry.ts';
import {
  canStand,
  ACTION_KEYS,
  actionKey,
  EMPTY_PASSWORD,
  isFull,
  isTextRefused,
  JOIN_KEY,
  KEY_COLUMNS,
  layerOf,
  LAYERS,
  nextLayer,
  SYMBOLS,
  typesCharacter,
  withKeyMoved,
  withKeyPressed,
  withTextTyped,
  type PasswordEntry,
} from './wifi-password.ts';
import { createPage, footer, header, type Page, type PageView } from '../../ui/page.ts';
import { textWidth } from '../../ui/text-width.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../../ui/theme.ts';

type Args = { readonly context: NavigationContext };
type TextArgs = Args & { readonly event: { readonly text: string } };

const { min, max } = WIFI_SECRET_CHARS;
const NO_PASSWORD = `Enter ${min} to ${max} ASCII characters.`;

const move = (columns: number, rows: number) =>
  ({
    type: 'take',
    params: ({ context: { password } }: Args) => ({ password: withKeyMoved(password, columns, rows) }),
  }) as const;
const press = {
  type: 'take',
  params: ({ context: { password } }: Args) => ({ password: withKeyPressed(password) }),
} as const;
const join = {
  type: 'ask',
  params: ({ context: { network, password } }: Args) =>
    ask({ type: 'wifi.join', name: network, secret: password.typed }).params,
} as const;
const clear = { type: 'take', params: { password: EMPTY_PASSWORD } } as const;
const unsay = ask({ type: 'device.unsay', text: NO_PASSWORD });

const typeText = {
  type: 'take',
  params: ({ context: { password }, event: { text } }: TextArgs) => ({ password: withTextTyped(password, text) }),
} as const;

const isRefused = ({ context: { password }, event: { text } }: TextArgs): boolean => isTextRefused(password, text);
/** Whether the key types a character although the password is full. */
const isPressedInVain = ({ context: { password } }: Args): boolean => isFull(password) && typesCharacter(password);
const isAtJoin = ({ context: { password } }: Args): boolean => password.at === JOIN_KEY;
const isReady = (here: Args): boolean => isAtJoin(here) && isWifiSecret(here.context.password.typed);

export const wifiPasswordPage: PageEntry = {
  name: 'password',
  tags: ['busy', 'holds-pulls'],
  state: {
    on: {
      'open.played': {},
      'key.up': { actions: move(0, -1) },
      'key.down': { actions: move(0, 1) },
      'key.left': { actions: move(-1, 0) },
      'key.right': { actions: move(1, 0) },
      'key.ok': [
        { guard: isReady, target: 'wifi', actions: [unsay, join, clear] },
        { guard: isAtJoin, actions: note(NO_PASSWORD) },
        { guard: isPressedInVain, actions: note(NO_PASSWORD) },
        { actions: press },
      ],
      'touch.row': {
        actions: [
          {
            type: 'take',
            params: ({ context: { password }, event: { focus } }) => ({ password: { ...password, at: focus } }),
          },
          { type: 'pressKey', params: { key: 'ok' } },
        ],
      },
      'text.typed': [{ guard: isRefused, actions: [note(NO_PASSWORD), typeText] }, { actions: typeText }],
      'key.back': { target: 'wifi', actions: [unsay, clear] },
    },
  },
  secret: {
    chars: ({ password }) => password.typed.length,
    isTypedBy({ password }, event) {
      if (event.type === 'key.back') return false;
      // A replay types asterisks in place of the invalid characters, and would try to join with them.
      if (!canStand(password)) return true;
      if (event.type === 'key.ok') return password.at !== JOIN_KEY;
      return event.type !== 'touch.row' || event.focus !== JOIN_KEY;
    },
  },
  draw,
};

const BOX = { top: 50, height: 38 } as const;
const KEYS_TOP = 96;
const KEY_HEIGHT = 38;
const ROW_WIDTH = WIDTH - 2 * MARGIN;

function draw({ navigation: { network, password } }: DeviceView): PageView {
  const page = createPage();
  const { typed, at } = password;
  header(page, `Password for ${network}`, { right: `${typed.length} characters` });
  page.rect(MARGIN, BOX.top, ROW_WIDTH, BOX.height, { fill: COLOR.panel, stroke: COLOR.line, radius: 6, width: 1 });
  page.text(MARGIN + 12, BOX.top + 26, tailOf(typed), { size: SIZE.body });
  page.say(`Password: ${typed.length} characters`);
  Array.from(layerOf(password).symbols).forEach((symbol, place) => keyAt(page, place, symbol, place === at));
  ACTION_KEYS.forEach((_, i) => {
    const place = SYMBOLS + i;
    keyAt(page, place, labelOf(password, place), place === at);
  });
  page.say(`Key: ${labelOf(password, at)}`, true);
  footer(page, '↑ ↓ ← → move · OK: type · Back: leave');
  return { ...page.view(), secret: true };
}

function labelOf(entry: PasswordEntry, at: number): string {
  const key = actionKey(at);
  if (key === 'layer') return LAYERS[nextLayer(entry)]?.name ?? '';
  if (key === 'join') return 'Join';
  return key ?? layerOf(entry).symbols[at] ?? '';
}

/** Returns the end of the typed text, as far as it fits. */
function tailOf(typed: string): string {
  const room = ROW_WIDTH - 24;
  for (let from = 0; from < typed.length; from++) {
    const shown = from === 0 ? typed : `…${typed.slice(from)}`;
    if (textWidth(shown, SIZE.body) <= room) return shown;
  }
  return '';
}

function keyAt(page: Page, place: number, label: string, here: boolean): void {
  const is_action = actionKey(place) !== null;
  const columns = is_action ? ACTION_KEYS.length : KEY_COLUMNS;
  const column = is_action ? place - SYMBOLS : place % KEY_COLUMNS;
  const width = ROW_WIDTH / columns;
  const x = MARGIN + column * width;
  const y = KEYS_TOP + Math.floor(Math.min(place, SYMBOLS) / KEY_COLUMNS) * KEY_HEIGHT;
  const edge = here ? { stroke: COLOR.accent, width: 2 } : {};
  page.rect(x + 2, y + 2, width - 4, KEY_HEIGHT - 4, { fill: here ? COLOR.focus : COLOR.panel, radius: 6, ...edge });
  page.text(x + width / 2, y + 25, label, { size: SIZE.body, align: 'center' });
  page.touch({ x, y, w: width, h: KEY_HEIGHT, key: 'ok', row: place });
}
