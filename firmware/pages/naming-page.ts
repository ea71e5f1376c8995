// A name or an address, letter by letter.

import { inRange } from '../../wire/limits.ts';
import { PRIVATE_ONLY, readPrivateAddress } from '../../wire/shot/private-address.ts';
import { readMeasured } from '../calibration/calibration.ts';
import type { Facts } from '../facts/facts.ts';
import { SHOT_PORT } from '../facts/forwarding.ts';
import { readAddress } from '../simulator/address.ts';
import {
  charsMaxOf,
  isName,
  letterBeside,
  typedName,
  withCursorMoved,
  withLetterTurned,
  withTextTyped,
  type Naming,
} from './naming.ts';
import { strikeToCalibration } from './calibration-page.ts';
import { ask, navigationSetup, note } from './navigation.setup.ts';
import { change } from './rows.ts';
import type { DeviceRequest, NavigationContext } from './navigation.ts';
import type { DeviceView, PageEntry } from './page-entry.ts';
import { createPage, footer, header, type Page, type PageView } from '../ui/page.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../ui/theme.ts';

const BOX_TOP = 142;
const BOX_HEIGHT = 44;

const NO_ADDRESS = 'An address is such as 192.168.1.20 or golf-pc:9210.';
const NO_PORT = `A port is a whole number from ${SHOT_PORT.min} to ${SHOT_PORT.max}.`;

/** Why what was typed can't be taken; null where it can. */
function problemOf(naming: Naming): string | null {
  const text = typedName(naming);
  switch (naming.of) {
    case 'measured': {
      const measured = readMeasured(text);
      return measured.ok ? null : measured.error.message;
    }
    case 'direct':
    case 'connector':
      return readAddress(text, 1) ? null : NO_ADDRESS;
    case 'server':
      return readPrivateAddress(text) ? null : PRIVATE_ONLY;
    case 'server_port':
      return /^\d+$/.test(text) && inRange(Number(text), SHOT_PORT) ? null : NO_PORT;
    default:
      return null;
  }
}

/** What is asked for once a line is typed. Where shots go to is tried at once, so that nobody plays a round into the void (R129). */
function requestsOf(naming: Naming, { forwarding }: Facts): readonly DeviceRequest[] {
  const { of, player_id } = naming;
  const text = typedName(naming);
  const test: readonly DeviceRequest[] = [{ type: 'forwarder.test' }];
  switch (of) {
    case 'device':
      return [change({ kind: 'name_device', text })];
    case 'player':
      return [change({ kind: 'name_player', player_id: player_id ?? 0, text })];
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
    case 'measured':
      return [{ type: 'calibration.measured', measured_ft: Number(text) }];
  }
}

type GuardArgs = { readonly context: NavigationContext };
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
  params: ({ context: { naming }, event: { text } }: GuardArgs & { readonly event: { readonly text: string } }) => ({
    naming: withTextTyped(naming, text),
  }),
} as const;
const sayProblem = {
  type: 'ask',
  params: ({ context: { naming } }: GuardArgs) => note(problemOf(naming) ?? '').params,
} as const;
const keep = navigationSetup.enqueueActions(({ context: { naming, deviceState, parent }, enqueue }) => {
  for (const request of requestsOf(naming, deviceState().facts)) enqueue.sendTo(parent, request);
});
/** Wrong entries of a kind are all refused in the same words, an empty one too. */
const unsayProblem = {
  type: 'ask',
  params: ({ context: { naming } }: GuardArgs) =>
    ask({ type: 'device.unsay', text: problemOf({ ...naming, letters: [] }) ?? '' }).params,
} as const;
const isOf =
  (...kinds: readonly Naming['of'][]) =>
  ({ context: { naming } }: GuardArgs): boolean =>
    kinds.includes(naming.of);

const KEYS = {
  'open.played': {},
  'key.up': { actions: turnLetter(-1) },
  'key.down': { actions: turnLetter(1) },
  'key.left': { actions: moveCursor(-1) },
  'key.right': { actions: moveCursor(1) },
  'text.typed': { actions: typeText },
} as const;

const isWrong = ({ context: { naming } }: GuardArgs): boolean => problemOf(naming) !== null;

/** The page from which each kind of line is typed. */
const LEAVES = [
  { guard: isOf('player'), target: 'player' },
  { guard: isOf('direct', 'connector'), target: 'setup' },
  { guard: isOf('server', 'server_port'), target: 'forwarding' },
  { target: 'settings' },
] as const;

export const namingPage: PageEntry = {
  name: 'naming',
  tags: ['busy', 'holds-pulls'],
  state: {
    on: {
      ...KEYS,
      'key.ok': [
        { guard: isWrong, actions: sayProblem },
        ...LEAVES.map((leave) => ({ ...leave, actions: [unsayProblem, keep] })),
      ],
      'key.back': LEAVES.map((leave) => ({ ...leave, actions: unsayProblem })),
    },
  },
  draw,
};

/** How far a putt rolled. One that comes meanwhile is the next to be measured. */
export const measuringPage: PageEntry = {
  name: 'measuring',
  tags: ['busy', 'holds-pulls', 'wants-strikes'],
  state: {
    on: {
      ...KEYS,
      'sensor.strike': { target: 'calibration', actions: strikeToCalibration },
      'key.ok': [
        { guard: isWrong, actions: sayProblem },
        { target: 'calibration', actions: [unsayProblem, keep] },
      ],
      'key.back': { target: 'calibration', actions: unsayProblem },
    },
  },
  draw,
};

function draw({ navigation: { naming } }: DeviceView): PageView {
  const page = createPage();
  header(page, TITLE[naming.of]);
  const places = charsMaxOf(naming.of);
  const width = (WIDTH - 2 * MARGIN) / places;
  for (let place = 0; place < places; place++)
    letterBox(page, naming.letters[place], { place, width, here: place === naming.cursor });
  neighbours(page, naming, MARGIN + (naming.cursor + 0.5) * width);
  page.say(`${HOLDS[naming.of]}: ${naming.letters.join('')}`);
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

const HOLDS: Readonly<Record<Naming['of'], string>> = {
  player: 'Name',
  device: 'Name',
  direct: 'Address',
  connector: 'Address',
  measured: 'Distance',
  server: 'Address',
  server_port: 'Port',
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
    return shown === ' ' ? (isName(of) ? 'space' : 'delete') : shown;
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
