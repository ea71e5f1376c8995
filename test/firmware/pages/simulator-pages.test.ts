// The pages of a golf simulator, here and as a guest, with the shortest and the longest texts: nothing leaves the
// screen or overlaps, nothing important is cut, and the text lines match the drawing.

import test from 'ava';
import fc from 'fast-check';
import { nameEntry } from '../../../firmware/pages/settings/naming.ts';
import type { SessionView } from '../../../firmware/online/online.ts';
import { PRESETS } from '../../../firmware/persisted/simulator.ts';
import { CLUB_SWINGS } from '../../../firmware/simulator/club-swings.ts';
import {
  linkContext,
  NO_LINK,
  withClosed,
  withLost,
  withUnanswered,
  withSent,
  type ShotStatus,
  type LinkView,
} from '../../../firmware/simulator/link.ts';
import { clubShot, puttShot } from '../../../firmware/simulator/shots.ts';
import type { SimulatorView } from '../../../firmware/simulator/simulator.ts';
import { pageOf, type ShownPage } from '../../../firmware/pages/render.ts';
import type { Units } from '../../../firmware/units.ts';
import { noHost, refused, unreachable, NO_ANSWER } from '../../../hal/tcp/tcp-errors.ts';
import { deviceIn, hostIn, visiting } from '../../support/device/course-views.ts';
import { inspector } from '../../support/panel/page-inspector.ts';
import { persistedWith, rowsAt, viewAt, WIDE } from '../../support/device/views.ts';

const drawn = (view: ShownPage, now_ms = 0): readonly string[] =>
  pageOf(view, now_ms).list.flatMap((item) => (item.kind === 'text' ? [item.text] : []));
const lines = (view: ShownPage, now_ms = 0): readonly string[] => pageOf(view, now_ms).lines;

const STATES: readonly LinkView['state'][] = ['off', 'connecting', 'connected', 'waiting'];
const STATUSES: readonly ShotStatus[] = ['sent', 'acknowledged', 'unanswered', 'refused', 'lost'];
const PUTT = puttShot({ mps: 6, face: -20, aoa: -15, ratio: 1.8 });
const SHOTS = [PUTT, ...CLUB_SWINGS.map((_, club) => clubShot(club))];
const LONG = 'W'.repeat(40);

interface Scene {
  readonly integration?: 'simdirect' | 'simport';
  readonly link?: Partial<LinkView>;
  readonly simulator?: Partial<SimulatorView>;
  readonly players?: number;
  readonly name?: string;
  readonly units?: Units;
  readonly focus?: number;
  readonly club?: number;
  readonly preset?: number;
}

function scene(given: Scene = {}): ShownPage {
  const { integration = 'simdirect', link = {}, simulator = {}, players = 1, name = '', units = 'imperial' } = given;
  const plain = persistedWith(players, name, units);
  const persisted = { ...plain, simulator: { ...plain.simulator, preset: given.preset ?? 0 } };
  return viewAt('simulator', persisted, {
    device: {
      simulator: {
        transport: integration,
        address: '127.0.0.1:921',
        waiting: 0,
        replaying: false,
        link: { ...NO_LINK, ...link },
        ...simulator,
      },
    },
    play: { kind: 'simulator', id: integration, club: given.club ?? 0, striker: players },
    focus: given.focus ?? 0,
  });
}

const INTEGRATIONS = ['simdirect', 'simport'] as const;
const UNITS = ['imperial', 'metric'] as const;

test('[ui] a simulator in every state of its link, with every outcome of a shot, for one and four players', (t) => {
  const pages = inspector();
  for (const integration of INTEGRATIONS)
    for (const units of UNITS)
      for (const players of [1, 4])
        for (const state of STATES)
          for (const status of STATUSES)
            for (const shot of SHOTS) {
              const link = { state, last: { shot, status, word: '' } };
              pages.inspect(
                scene({ integration, units, players, name: WIDE, link }),
                0,
                `${integration} ${state} ${status} ${shot.name}`,
              );
            }
  pages.report(t);
});

test('[ui] a simulator with every row in focus, every program and every full swing', (t) => {
  const pages = inspector();
  for (const integration of INTEGRATIONS)
    for (const players of [1, 4])
      for (let preset = 0; preset < PRESETS.length; preset++) {
        const at = { integration, players, name: WIDE, preset };
        const shown = lines(scene(at));
        const rows = shown.length - 1 - shown.findIndex((line) => line.startsWith('> '));
        t.true(rows > 5);
        for (let focus = 0; focus < rows; focus++)
          pages.inspect(scene({ ...at, focus }), 0, `${integration} ${preset} ${focus}`);
      }
  for (let club = 0; club < CLUB_SWINGS.length; club++) pages.inspect(scene({ focus: 1, club }), 0, `club ${club}`);
  pages.report(t);
});

test('[ui] any player data from a simulator, and any waiting time, fits the screen', (t) => {
  const pages = inspector();
  for (const text of ['', 'PT', LONG, 'i'.repeat(40), '漢'.repeat(40), '-12345678901234567890.123456789'])
    for (const integration of INTEGRATIONS)
      for (const [now_ms, waiting] of [
        [0, 0],
        [119_999, 1],
        [1e10, 101],
      ] as const)
        for (const replaying of [false, true]) {
          const link = { state: 'waiting', club: text, handed: text, distance: text, received_ms: 0 } as const;
          const address = `${'w'.repeat(32)}:65535`;
          pages.inspect(
            scene({ integration, link, simulator: { address, waiting, replaying } }),
            now_ms,
            `${integration} ${text}`,
          );
        }
  pages.report(t);
});

const FAR_HOST = { host: 'golf-simulator-pc.fritz.box', port: 49_152 };
const reasons = (): readonly string[] =>
  [noHost(FAR_HOST), refused(FAR_HOST), unreachable(FAR_HOST, NO_ANSWER)].map(({ message }) => message);
const viewOf = (update: { readonly view?: LinkView }): LinkView => update.view ?? NO_LINK;

/** Every problem and shot message that the firmware produces, with a long address. */
const SENTENCES: readonly Pick<LinkView, 'problem' | 'warning' | 'last'>[] = [
  ...['', ...reasons()].map((reason) => viewOf(withClosed(linkContext(), reason))),
  viewOf(withUnanswered({ ...linkContext(), ...withSent(linkContext(), PUTT) })),
  viewOf(withLost(linkContext(), PUTT)),
  viewOf(withSent({ ...linkContext(), view: { ...NO_LINK, club: 'I7' } }, PUTT)),
  ...[
    'Connector: Putter not selected in GSPro, ignoring.',
    'Not a putting port (HTTP 404): check the address.',
    'Simulator error 501: Failure occurred.',
  ].map((word) => ({ problem: '', warning: '', last: { shot: PUTT, status: 'refused' as const, word } })),
  ...['The connector does not answer.', '192.168.100.200:49152 refuses the connection.'].map((reason) => ({
    problem: `${reason} Start the launch monitor's connector, or change the address.`,
    warning: '',
    last: null,
  })),
];

test('[ui] faults and their remedies can be read in full', (t) => {
  const pages = inspector();
  for (const { problem, warning, last } of SENTENCES)
    for (const integration of INTEGRATIONS)
      for (const players of [1, 4]) {
        const sentence = problem || last?.word || warning;
        const view = scene({ integration, players, link: { state: 'waiting', problem, warning, last } });
        pages.inspect(view, 0, sentence);
        t.true(lines(view).includes(sentence), sentence);
        t.true(drawn(view).join(' ').includes(sentence), sentence);
      }
  pages.report(t);
});

test('[ui] a sentence too long for its place ends with an ellipsis', (t) => {
  const wide = viewOf(withClosed(linkContext(), noHost({ host: 'w'.repeat(32), port: 49_152 }).message)).problem;
  for (const problem of [wide, 'word '.repeat(60).trim(), `Connector: ${'WWWW '.repeat(16)}`.trim()]) {
    const texts = drawn(scene({ link: { problem } }));
    t.true(texts.join(' ').includes(problem) || texts.some((text) => text.endsWith('…')), problem);
  }
});

test('[ui] external text of any length stays in its place', (t) => {
  const text = fc.oneof(fc.string({ maxLength: 80 }), fc.string({ unit: 'grapheme', maxLength: 80 }), fc.constant(''));
  fc.assert(
    fc.property(
      fc.record({ problem: text, word: text, club: text, handed: text, distance: text }),
      fc.constantFrom(...STATES),
      fc.constantFrom(...STATUSES),
      fc.constantFrom(...INTEGRATIONS),
      ({ problem, word, club, handed, distance }, state, status, integration) => {
        const pages = inspector();
        const last = { shot: PUTT, status, word };
        // External text may contain words that the inspector would report as our errors.
        const link = { state, problem: clean(problem), last: { ...last, word: clean(word) } };
        const player = { club: clean(club), handed: clean(handed), distance: clean(distance) };
        pages.inspect(scene({ integration, link: { ...link, ...player } }), 0, JSON.stringify([problem, word, club]));
        pages.report(t);
      },
    ),
    { seed: 7, numRuns: 200 },
  );
});

const clean = (text: string): string => text.replace(/NaN|undefined|Infinity|null|\[object/g, '').replace(/^> /, '');

test('[ui] the lines of a simulator match the drawing', (t) => {
  const last = { shot: puttShot({ mps: 2, face: -3, aoa: 0, ratio: 1.6 }), status: 'acknowledged', word: '' } as const;
  const link = { state: 'connected', club: 'PT', handed: 'RH', distance: '12.5', received_ms: 1000, last } as const;
  const view = scene({ link, simulator: { waiting: 1 } });
  t.deepEqual(lines(view, 4500), [
    'GSPro · connected',
    'Address: 127.0.0.1:921',
    'Last message: 3 s ago',
    'Waiting: 1 input',
    'Club: PT',
    'Player: RH',
    'Distance: 12.5',
    'Last shot: Putt, 7.2 mph, −2.6°: received',
    '> Aim: left · right',
    'Full swing: Driver',
    'Repeat aim and shot',
    'Repeat the aim',
    'Reset the aim',
    'Mulligan',
    'Cancel inputs',
    'Disconnect',
    'Keys: ← → change, aim · OK: choose · Back',
  ]);
  t.true(lines(scene({ link, units: 'metric' })).includes('Last shot: Putt, 3.20 m/s, −2.6°: received'));
  t.true(lines(scene({ link }), 121_000).includes('Last message: 2 min ago'));
  t.true(lines(scene()).includes('Last shot: No shot yet.'));
  const texts = STATUSES.map((status) =>
    lines(scene({ link: { last: { ...last, status } } })).find((line) => line.startsWith('Last shot')),
  );
  t.is(new Set(texts).size, STATUSES.length, 'each status has its own text');
});

test('[ui] a simulator page shows no destination except the typed address', (t) => {
  const view = scene({ integration: 'simport', simulator: { address: 'golf-pc:8888' } });
  t.true(lines(view).includes('Address: golf-pc:8888'));
  t.true(lines(view).some((line) => line.includes('putts only')));
  t.false(lines(view).some((line) => line.startsWith('Full swing') || line.startsWith('Distance')));
});

/** Returns the page of a guest on its host's simulator. */
function shared(session: SessionView, players = 1, focus = 0, name = ''): ShownPage {
  return viewAt('sharing', persistedWith(players, name, 'imperial'), {
    device: { session },
    play: { kind: 'sharing', id: 'sharing', striker: players },
    focus,
  });
}

const LABEL = 'W'.repeat(32);
const ROSTERS = [
  [],
  [hostIn('Kind Hawk', ['Ana']), deviceIn('Brisk Otter', ['Bo'])],
  [hostIn(LABEL, [WIDE]), deviceIn('Brisk Otter', [WIDE]), deviceIn(LABEL, []), deviceIn('l', []), deviceIn('m', [])],
];
const PROBLEM = 'The host is away. Play resumes when it returns.';

test('[ui] a guest of a simulator: every roster, host, problem and row', (t) => {
  const pages = inspector();
  for (const devices of ROSTERS)
    for (const host_name of ['', 'Kitchen', LABEL])
      for (const problem of ['', PROBLEM, PROBLEM.repeat(3)])
        for (const replay of [false, true])
          for (const sim of ['simdirect', 'simport'] as const)
            for (const players of [1, 4]) {
              const session = visiting({ devices, host_name, problem, replay, sim });
              const count = rowsAt('sharing', persistedWith(players, WIDE, 'metric'), {
                device: { session },
                play: { kind: 'sharing' },
              }).length;
              for (let focus = 0; focus < count; focus++)
                pages.inspect(shared(session, players, focus, WIDE), 0, JSON.stringify(session));
            }
  pages.report(t);
});

test('[R72] a guest sees the owner of the simulator, the devices present, and what blocks inputs', (t) => {
  const devices = ROSTERS[1] ?? [];
  const at = (more: Partial<SessionView>): readonly string[] => lines(shared(visiting({ devices, ...more })));
  t.deepEqual(at({ sim: 'simdirect' }).slice(0, 6), [
    "The host's simulator",
    'Simulator of Kitchen',
    'Kitchen (host)',
    'Brisk Otter (you)',
    'Strike the ball or choose below.',
    '> Aim: left · right',
  ]);
  t.true(at({ replay: true }).includes('Wait: the host is repeating a shot.'));
  t.true(at({ replay: true, problem: PROBLEM }).includes(PROBLEM), 'the more serious message first');
  t.true(at({ host_name: '' }).includes('Simulator of The host'));
  t.true(at({ sim: 'simport' }).includes("The host's simulator · putts only"));
  t.true(at({ sim: 'simport' }).includes('Strike the ball: this simulator takes putts only.'));
  t.true(drawn(shared(visiting({ devices, problem: PROBLEM }))).includes(PROBLEM), 'text not cut');
});

test('[ui] the set-up of a simulator: every program, the widest address, every row', (t) => {
  const pages = inspector();
  for (const game of INTEGRATIONS)
    for (let preset = 0; preset < PRESETS.length; preset++)
      for (const address of ['a', 'w'.repeat(32), '1'.repeat(32)])
        for (let focus = 0; focus < 4; focus++) {
          const plain = persistedWith(1, '', 'imperial');
          const simulator = { ...plain.simulator, preset, direct: address, connector: address, tap_gap_ms: 500 };
          const view = viewAt('setup', { ...plain, simulator }, { navigation: { id: game }, focus });
          pages.inspect(view, 0, `${game} ${preset} ${address}`);
        }
  pages.report(t);
});

test('[ui] naming an address: every length, every cursor position, adjacent letters', (t) => {
  const pages = inspector();
  for (const text of ['', '1', 'golf-pc:9210', 'w'.repeat(32), '192.168.100.200:49152'])
    for (let cursor = 0; cursor <= Math.min(31, text.length); cursor++)
      for (const kind of ['direct', 'connector'] as const) {
        const naming = { ...nameEntry(kind, text, null), cursor };
        const view = viewAt('naming', persistedWith(1, '', 'metric'), { navigation: { naming } });
        pages.inspect(view, 0, `${kind} ${text} at ${cursor}`);
      }
  pages.report(t);
});

test('[ui] two adjacent letters m in an address do not overlap', (t) => {
  const pages = inspector();
  const naming = nameEntry('direct', 'summer', null);
  pages.inspect(viewAt('naming', persistedWith(1, '', 'metric'), { navigation: { naming } }), 0, 'summer');
  pages.report(t);
});
