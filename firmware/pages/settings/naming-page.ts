// Page for typing a name, a country, an address, a port or a distance letter by letter.

import { inRange, NAME_CHARS_MAX } from '../../../wire/limits.ts';
import { isCountry } from '../../../wire/set-up.ts';
import { PRIVATE_ONLY, readPrivateAddress } from '../../../wire/shot/private-address.ts';
import { noDistance, readMeasured } from '../../calibration/calibration.ts';
import type { Persisted } from '../../persisted/persisted.ts';
import { SHOT_PORT } from '../../persisted/forwarding.ts';
import { readAddress } from '../../simulator/address.ts';
import {
  charsMaxOf,
  fits,
  isName,
  isTextRefused,
  letterBeside,
  typedName,
  withCursorMoved,
  withLetterTurned,
  withTextTyped,
  type Naming,
} from './naming.ts';
import { strikeToCalibration } from './calibration-page.ts';
import { ask, navigationSetup, note } from '../navigation.setup.ts';
import { change } from '../rows.ts';
import type { DeviceRequest, NavigationContext } from '../navigation.ts';
import type { DeviceView, PageEntry } from '../page-entry.ts';
import { distanceWord, type Units } from '../../units.ts';
import { createPage, footer, header, type Page, type PageView } from '../../ui/page.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../../ui/theme.ts';

const BOX_TOP = 142;
const BOX_HEIGHT = 44;

const NO_ADDRESS = 'Use an address like 192.168.1.20 or golf-pc:9210.';
const NO_PORT = `Enter a port from ${SHOT_PORT.min} to ${SHOT_PORT.max}.`;

const NO_COUNTRY = 'Use the two letters of a country, such as GB.';

const NO_NAME = `Use up to ${NAME_CHARS_MAX} Latin letters, digits or - ' . &`;

/** Returns the refusal message for each kind of line. */
const refusals = (units: Units): Readonly<Record<Naming['of'], string>> => ({
  player: NO_NAME,
  device: NO_NAME,
  country: NO_COUNTRY,
  direct: NO_ADDRESS,
  connector: NO_ADDRESS,
  measured: noDistance(units),
  server: PRIVATE_ONLY,
  server_port: NO_PORT,
});

/** Whether the typed line is valid. */
function isRight(naming: Naming, units: Units): boolean {
  const text = typedName(naming);
  if (!fits(naming)) return false;
  switch (naming.of) {
    case 'country':
      return text === '' || isCountry(text);
    case 'measured':
      return readMeasured(text, units).ok;
    case 'direct':
    case 'connector':
      return readAddress(text, 1) !== null;
    case 'server':
      return readPrivateAddress(text) !== null;
    case 'server_port':
      return /^\d+$/.test(text) && inRange(Number(text), SHOT_PORT);
    default:
      return true;
  }
}

/**
 * Returns the requests for a typed line. A new forwarding target is tested immediately, so that players notice a wrong
 * one before a round (R129).
 */
function requestsOf(naming: Naming, { forwarding, settings }: Persisted): readonly DeviceRequest[] {
  const { of, player_id } = naming;
  const text = typedName(naming);
  const test: readonly DeviceRequest[] = [{ type: 'forwarder.test' }];
  switch (of) {
    case 'device':
      return [change({ kind: 'name_device', text })];
    case 'country':
      return [change({ kind: 'set_country', country: text })];
    case 'player':
      return [change(player_id === null ? { kind: 'add_player', text } : { kind: 'name_player', player_id, text })];
    case 'server':
      return [change({ kind: 'set_forwarding', forwarding: { address: text } }), ...test];
    case 'server_port':
      return [
        change({ kind: 'set_forwarding', forwarding: { port: Number(text) } }),
        ...(forwarding.address === '' ? [] : test),
      ];
    case 'direct':
    case 'connector':
      return [change({ kind: 'set_address', of, text })];
    case 'measured': {
      const measured = readMeasured(text, settings.units);
      return measured.ok ? [{ type: 'calibration.measured', measured_ft: measured.value }] : [];
    }
  }
}

type GuardArgs = { readonly context: NavigationContext };
const unitsIn = ({ deviceState }: NavigationContext): Units => deviceState().persisted.settings.units;
const refusalIn = (context: NavigationContext): string => refusals(unitsIn(context))[context.naming.of];
type TextArgs = GuardArgs & { readonly event: { readonly text: string } };
const turnLetter = (by: 1 | -1) =>
  ({
    type: 'take',
    params: ({ context: { naming } }: GuardArgs) => ({ naming: withLetterTurned(naming, by) }),
  }) as const;
const moveCursor = (by: 1 | -1) =>
  ({
    type: 'take',
    params: ({ context: { naming } }: GuardArgs) => ({ naming: withCursorMoved(naming, by) }),
  }) as const;
const typeText = {
  type: 'take',
  params: ({ context: { naming }, event: { text } }: TextArgs) => ({ naming: withTextTyped(naming, text) }),
} as const;
const noteProblem = {
  type: 'ask',
  params: ({ context }: GuardArgs) => note(refusalIn(context)).params,
} as const;
const keep = navigationSetup.enqueueActions(({ context: { naming, deviceState, parent }, enqueue }) => {
  for (const request of requestsOf(naming, deviceState().persisted)) enqueue.sendTo(parent, request);
});
const unsayProblem = {
  type: 'ask',
  params: ({ context }: GuardArgs) => ask({ type: 'device.unsay', text: refusalIn(context) }).params,
} as const;
const isOf =
  (...kinds: readonly Naming['of'][]) =>
  ({ context: { naming } }: GuardArgs): boolean =>
    kinds.includes(naming.of);

const isRefused = ({ context: { naming }, event: { text } }: TextArgs): boolean => isTextRefused(naming, text);

const KEYS = {
  'open.played': {},
  'key.up': { actions: turnLetter(-1) },
  'key.down': { actions: turnLetter(1) },
  'key.left': { actions: moveCursor(-1) },
  'key.right': { actions: moveCursor(1) },
  'text.typed': [{ guard: isRefused, actions: [noteProblem, typeText] }, { actions: typeText }],
} as const;

const isWrong = ({ context }: GuardArgs): boolean => !isRight(context.naming, unitsIn(context));

const isOfNewPlayer = ({ context: { naming } }: GuardArgs): boolean =>
  naming.of === 'player' && naming.player_id === null;

/** Page to return to for each kind of line. */
const LEAVES = [
  { guard: isOfNewPlayer, target: 'players' },
  { guard: isOf('player'), target: 'player' },
  { guard: isOf('direct', 'connector'), target: 'setup' },
  { guard: isOf('server', 'server_port'), target: 'forwarding' },
  { guard: isOf('country'), target: 'wifi' },
  { target: 'settings' },
] as const;

export const namingPage: PageEntry = {
  name: 'naming',
  tags: ['busy', 'holds-pulls'],
  state: {
    on: {
      ...KEYS,
      'key.ok': [
        { guard: isWrong, actions: noteProblem },
        ...LEAVES.map((leave) => ({ ...leave, actions: [unsayProblem, keep] })),
      ],
      'key.back': LEAVES.map((leave) => ({ ...leave, actions: unsayProblem })),
    },
  },
  draw,
};

/** Page for typing how far a putt rolled. A new putt replaces the one to be measured. */
export const measuringPage: PageEntry = {
  name: 'measuring',
  tags: ['busy', 'holds-pulls', 'wants-strikes'],
  state: {
    on: {
      ...KEYS,
      'sensor.strike': { target: 'calibration', actions: strikeToCalibration },
      'key.ok': [
        { guard: isWrong, actions: noteProblem },
        { target: 'calibration', actions: [unsayProblem, keep] },
      ],
      'key.back': { target: 'calibration', actions: unsayProblem },
    },
  },
  draw,
};

function draw({ navigation: { naming }, persisted }: DeviceView): PageView {
  const page = createPage();
  const unit = naming.of === 'measured' ? `, ${distanceWord(persisted.settings.units)}` : '';
  header(page, `${TITLE[naming.of]}${unit}`);
  const length = Math.max(charsMaxOf(naming.of), naming.letters.length);
  const columns = Math.min(COLUMNS_MAX, length);
  const width = (WIDTH - 2 * MARGIN) / columns;
  // A longer text scrolls so that the cursor has letters on both sides.
  const first = Math.max(0, Math.min(length - columns, naming.cursor - Math.floor(columns / 2)));
  for (let place = first; place < first + columns; place++)
    letterBox(page, naming.letters[place], {
      column: place - first,
      width,
      here: place === naming.cursor,
      proposed: naming.proposed && place < naming.letters.length,
    });
  neighbours(page, naming, MARGIN + (naming.cursor - first + 0.5) * width);
  page.say(`${HOLDS[naming.of]}: ${naming.letters.join('')}`);
  if (naming.of === 'country') drawCountry(page, typedName(naming));
  page.say(`Letter ${naming.cursor + 1}: ${naming.letters[naming.cursor] ?? 'empty'}`, true);
  footer(page, '↑ ↓ letter · ← → move · OK: save · Back: discard');
  return page.view();
}

const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region' });

/** Draws the name of a country, so that a slip of a letter is seen. */
function drawCountry(page: Page, code: string): void {
  if (!isCountry(code)) return;
  const name = COUNTRIES.of(code) ?? code;
  page.text(WIDTH / 2, 78, name, { size: SIZE.body, align: 'center', width: WIDTH - 2 * MARGIN });
  page.say(name);
}

/** Letters shown at once, each at least `SIZE.small` large. */
const COLUMNS_MAX = 20;

const TITLE: Readonly<Record<Naming['of'], string>> = {
  player: 'Player name',
  device: 'Device name',
  country: 'Country',
  direct: 'Simulator address',
  connector: 'Connector address',
  measured: 'Measured distance',
  server: 'Server address',
  server_port: 'Server port',
};

const HOLDS: Readonly<Record<Naming['of'], string>> = {
  player: 'Name',
  device: 'Name',
  country: 'Country',
  direct: 'Address',
  connector: 'Address',
  measured: 'Distance',
  server: 'Address',
  server_port: 'Port',
};

interface Place {
  readonly column: number;
  readonly width: number;
  readonly here: boolean;
  readonly proposed: boolean;
}

function letterBox(page: Page, letter: string | undefined, { column, width, here, proposed }: Place): void {
  const x = MARGIN + column * width;
  const edge = here ? { stroke: COLOR.accent, width: 2 } : {};
  page.rect(x + 1, BOX_TOP, width - 2, BOX_HEIGHT, {
    fill: here || proposed ? COLOR.focus : COLOR.panel,
    radius: 5,
    ...edge,
  });
  page.text(x + width / 2, BOX_TOP + 31, letter ?? '', { size: Math.min(SIZE.large - 2, width - 2), align: 'center' });
}

/** Half of the width of the longest word beside the letters. */
const WORD_ROOM = 40;

/** Draws the letters that up and down would select. */
function neighbours(page: Page, { of, letters, cursor }: Naming, x: number): void {
  const beside = (by: 1 | -1): string => {
    const shown = letterBeside(of, letters[cursor], by);
    return shown === ' ' ? (isName(of) ? 'space' : 'delete') : shown;
  };
  const before = beside(-1);
  const after = beside(1);
  const words_x = Math.min(WIDTH - WORD_ROOM, Math.max(WORD_ROOM, x));
  page.text(x, BOX_TOP - 34, '↑', { size: SIZE.small, color: COLOR.accent, align: 'center' });
  page.text(words_x, BOX_TOP - 12, before, { size: SIZE.body, color: COLOR.muted, align: 'center' });
  page.text(words_x, BOX_TOP + BOX_HEIGHT + 24, after, { size: SIZE.body, color: COLOR.muted, align: 'center' });
  page.text(x, BOX_TOP + BOX_HEIGHT + 46, '↓', { size: SIZE.small, color: COLOR.accent, align: 'center' });
  const third = WIDTH / 3;
  page.touch({ x: third, y: 50, w: third, h: 88, key: 'up', row: null });
  page.touch({ x: third, y: 190, w: third, h: 96, key: 'down', row: null });
  page.touch({ x: 0, y: 50, w: third, h: 236, key: 'left', row: null });
  page.touch({ x: 2 * third, y: 50, w: third, h: 236, key: 'right', row: null });
  page.touch({ x: third, y: BOX_TOP, w: third, h: BOX_HEIGHT, key: 'ok', row: null });
}
