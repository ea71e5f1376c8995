// The pages of course play with the shortest and the longest texts: nothing leaves the screen or overlaps, nothing
// important is cut, and the text lines match the drawing.

import test from 'ava';
import type { SessionView } from '../../../firmware/online/online.ts';
import { pageOf, type ShownPage } from '../../../firmware/pages/render.ts';
import type { DeviceState } from '../../../firmware/machines/device-state.ts';
import type { CourseId } from '../../../firmware/experiences/registry.ts';
import {
  courseOnScreen,
  hosting,
  roundOnScreen,
  sessionWith,
  shotWith,
  visiting,
  type RoundOnScreen,
} from '../../support/device/course-views.ts';
import { assert, assertDefined } from '../../../wire/errors.ts';
import { textWidth } from '../../../firmware/ui/text-width.ts';
import { COLOR } from '../../../firmware/ui/theme.ts';
import { inspector } from '../../support/panel/page-inspector.ts';
import { persistedWith, LINKS, sensorWith, viewAt, WIDE } from '../../support/device/views.ts';

const LABEL = 'W'.repeat(32);
const GAMES: readonly CourseId[] = ['stroke', 'match', 'skins'];
const UNITS = ['imperial', 'metric'] as const;
const TEXTS = [
  { name: WIDE, label: LABEL },
  { name: '', label: '' },
  { name: 'l', label: 'l' },
];
const SCENES: readonly Pick<RoundOnScreen, 'seats' | 'name' | 'label'>[] = [1, 2, 3, 4].flatMap((seats) =>
  TEXTS.map((text) => ({ seats, ...text })),
);

const drawn = (view: ShownPage, now_ms = 60_000): readonly string[] =>
  pageOf(view, now_ms).list.flatMap((item) => (item.kind === 'text' ? [item.text] : []));
const lines = (view: ShownPage): readonly string[] => pageOf(view, 60_000).lines;

const SESSIONS = [sessionWith(), hosting(), visiting(), visiting({ host_name: LABEL, label: LABEL })];

interface CourseScene extends RoundOnScreen {
  readonly units?: (typeof UNITS)[number];
  readonly game?: CourseId;
  readonly card?: boolean;
  /** Whether the page shows its second face. */
  readonly figures?: boolean;
  readonly session?: SessionView;
  readonly rolling?: boolean;
  readonly device?: Partial<DeviceState>;
}

function courseScene(scene: CourseScene): ShownPage {
  const {
    units = 'imperial',
    game = 'stroke',
    card = false,
    figures = false,
    session = hosting(),
    rolling = false,
    device = {},
  } = scene;
  const plain = persistedWith(1, scene.name, units);
  const persisted = { ...plain, settings: { ...plain.settings, figures } };
  const is_guest = session.role === 'guest';
  const round = courseOnScreen(persisted, roundOnScreen(scene), { game, card, label: is_guest ? session.label : '' });
  const play = { kind: is_guest ? 'visit' : 'round', id: game, round, rolling } as const;
  return viewAt('course', persisted, { play, device: { session, ...device } });
}

test('[ui] the lobby, with one to four seats, on the host and on a guest', (t) => {
  const pages = inspector();
  for (const scene of SCENES)
    for (const holes of [1, 18])
      for (const session of SESSIONS)
        for (const td of [
          [0, 0, 0, 0],
          [0, 1, 1, 1],
        ]) {
          const more = { ph: 'lobby' as const, td: td.slice(0, scene.seats) };
          pages.inspect(courseScene({ ...scene, holes, session, more }), 0, JSON.stringify({ ...scene, holes, td }));
        }
  pages.report(t);
});

test('[ui] the green before a putt, while it rolls and with every verdict', (t) => {
  const pages = inspector();
  for (const units of UNITS)
    for (const scene of SCENES)
      for (const game of GAMES) {
        const base = { ...scene, units, game, holes: 18, played: 17, strokes: 9 };
        const seats = { td: [0, 0, 1, 0].slice(0, scene.seats), hd: [0, 1, 0, 0].slice(0, scene.seats) };
        for (const turn of [0, scene.seats - 1])
          for (const session of SESSIONS)
            pages.inspect(courseScene({ ...base, session, more: { turn } }), 0, `no putt ${JSON.stringify(base)}`);
        for (const [v, rem] of [
          ['', 0],
          ['holed', 0],
          ['lip', 21.3],
          ['miss', 199.9],
          ['short', 99.9],
        ] as const)
          for (const now_ms of [0, 700, 60_000]) {
            const shot = shotWith({ p: scene.seats - 1, v, rem, holed: v === 'holed' });
            const scene_now = courseScene({ ...base, rolling: true, more: { ...seats, shot } });
            pages.inspect(scene_now, now_ms, `${v} at ${now_ms} ${JSON.stringify(base)}`);
          }
      }
  pages.report(t);
});

test('[ui] the green with extreme putts, near and far, and with every state of the sensor', (t) => {
  const pages = inspector();
  for (const units of UNITS)
    for (const rem of [2, 3, 10, 100, 424.3])
      for (const { x, y } of [
        { x: 0.1, y: 0 },
        { x: 300, y: 0 },
        { x: 100, y: -40 },
        { x: 3, y: 300 },
      ]) {
        const shot = shotWith({ v: 'miss', rem, x, y, mps: 6, face: -20 });
        const more = { rem: [rem, rem], shot };
        for (const rolling of [true, false])
          pages.inspect(
            courseScene({ seats: 2, holes: 9, name: WIDE, label: LABEL, units, rolling, more }),
            60_000,
            `${rem} ft, ${x} ${y}, ${units}`,
          );
      }
  for (const link of LINKS)
    pages.inspect(
      courseScene({ seats: 1, holes: 9, name: '', label: '', device: { sensor: sensorWith({ link }) } }),
      0,
      link,
    );
  pages.report(t);
});

test('[ui] the second face of a round shows the figures, before a putt and with its verdict', (t) => {
  const pages = inspector();
  for (const units of UNITS)
    for (const scene of SCENES) {
      const base = { ...scene, units, holes: 18, played: 17, strokes: 9, figures: true };
      pages.inspect(courseScene(base), 0, `no putt ${JSON.stringify(base)}`);
      const shot = shotWith({ p: scene.seats - 1, v: 'miss', rem: 199.9 });
      const struck = courseScene({ ...base, rolling: true, more: { shot } });
      pages.inspect(struck, 60_000, JSON.stringify(base));
      t.true(drawn(struck).includes('Ball rolls'));
      t.false(drawn(courseScene({ ...base, figures: false })).includes('Ball rolls'));
    }
  pages.report(t);
});

test('[ui] the green with a ball next to the hole', (t) => {
  const pages = inspector();
  for (const units of UNITS)
    for (const rem of [0.2, 0.3, 0.5, 0.7, 1, 1.5])
      pages.inspect(
        courseScene({ seats: 2, holes: 9, name: WIDE, label: LABEL, units, more: { rem: [rem, rem] } }),
        0,
        `${rem} ft, ${units}`,
      );
  pages.report(t);
});

test('[ui] the scorecard of 1, 9 and 18 holes, and a third-party host’s 27, in play and at the end', (t) => {
  const pages = inspector();
  for (const scene of SCENES)
    for (const game of GAMES)
      for (const holes of [1, 9, 18, 27])
        for (const strokes of [1, 9])
          for (const session of SESSIONS) {
            const base = { ...scene, game, holes, strokes, session };
            const what = JSON.stringify({ ...scene, game, holes, strokes });
            pages.inspect(courseScene({ ...base, card: true, played: holes - 1 }), 0, `card ${what}`);
            pages.inspect(courseScene({ ...base, played: holes, more: { ph: 'done' } }), 0, `done ${what}`);
          }
  pages.report(t);
});

test('[ui] a toast and a status line over a round stay on screen and are in the text lines', (t) => {
  const pages = inspector();
  const toast = 'Another player to putt: this strike does not count.';
  const view = courseScene({ seats: 4, holes: 9, name: WIDE, label: LABEL, device: { toast } });
  pages.inspect(view, 0, 'toast');
  t.true(lines(view).includes(`Note: ${toast}`));
  pages.report(t);
  const status = courseScene({ seats: 2, holes: 9, name: '', label: '', device: { status_line: 'Brisk Otter putts' } });
  t.true(lines(status).includes('Session: Brisk Otter putts'));
  t.true(drawn(status).includes('Brisk Otter putts'));
});

test('[ui] the lines of a lobby list the players, their devices, and the next step', (t) => {
  const base = { seats: 2, holes: 9, name: '', label: '', more: { ph: 'lobby' as const, td: [0, 1] } };
  t.deepEqual(lines(courseScene(base)), [
    'Stroke play · 9 holes',
    'OK starts the round for these players.',
    'Ana: you · hcp 54',
    'Bo: Brisk Otter · sits out · hcp 54',
    'Join code: 7K3M9Q',
    'Keys: OK: start · Back: menu, round continues',
  ]);
  const guests = lines(courseScene({ ...base, session: visiting() }));
  for (const line of ['Waiting for the host to start.', 'Ana: Kitchen (host) · hcp 54', 'Bo: you · sits out · hcp 54'])
    t.true(guests.includes(line), guests.join(' | '));
});

test('[ui] the lines of a green list the hole, distance, player on turn, putt, and standings', (t) => {
  const base = { seats: 3, holes: 9, name: '', label: '', played: 1, more: { turn: 1, rem: [4, 12.5, 3] } };
  const before = courseScene(base);
  t.deepEqual(lines(before), [
    'Stroke play · Hole 2 of 9',
    'Target: 12.5 ft',
    'Now: Bo to putt (Brisk Otter)',
    'Club speed: – mph',
    'Face: – °',
    'Ball rolls: – ft',
    'Bo: Stroke 1',
    'Ana: 2 strokes, you',
    'Bo: 2 strokes, to putt',
    'Cy: 2 strokes',
    'Keys: ← → scorecard · Back: menu, round continues',
  ]);
  const bo = courseScene({ ...base, session: visiting() });
  for (const line of ['Your turn', 'Now: Bo to putt', 'Bo: 2 strokes, to putt, you'])
    t.true(lines(bo).includes(line), line);
  t.true(drawn(bo).includes('Bo, your turn'), drawn(bo).join(' | '));
  const shot = shotWith({ p: 0, v: 'lip', rem: 3.4 });
  const more = { ...base.more, shot, hd: [0, 0, 1], td: [0, 0, 0] };
  const verdict = lines(courseScene({ ...base, rolling: true, more }));
  for (const line of ['Verdict: Ana: Too fast, leaves 3.4 ft', 'Club speed: 4.9 mph', 'Cy: 2 strokes, in the hole'])
    t.true(verdict.includes(line), line);
  t.true(verdict.some((line) => line.startsWith('Keys: OK: next')));
  const lost = courseScene({ ...base, more: {}, device: { sensor: sensorWith({ link: 'lost' }) } });
  t.true(lines(lost).includes('Now: Waiting for the sensor'));
});

test('[ui] no line shows the verdict while the ball rolls', (t) => {
  const rolling = courseScene({ seats: 2, holes: 9, name: '', label: '', rolling: true, more: { shot: shotWith() } });
  t.false(lines(rolling).some((line) => line.startsWith('Verdict')));
});

test('[ui] the lines of a card give every score, the deciding figure, and the winner', (t) => {
  const sc = [
    [2, 3, 1],
    [1, 3, 2],
  ];
  const base = { seats: 2, holes: 3, name: '', label: '', played: 3 };
  const done = lines(courseScene({ ...base, game: 'skins', more: { ph: 'done', sc, td: [0, 1] } }));
  t.is(done[0], 'Skins: result');
  // Hole 1 goes to Bo; hole 2 is tied, so hole 3 is worth two.
  t.true(done.includes('Ana: 2 3 1, total 6, skins 2'), done.join(' | '));
  t.true(done.includes('Bo: 1 3 2, total 6, skins 1, sits out'));
  t.true(done.includes('Ana wins'));
  const match = lines(courseScene({ ...base, game: 'match', more: { ph: 'done', sc } }));
  t.true(match.includes('Tie: Ana, Bo'), match.join(' | '));
});

test('[ui] draws the card with the same figures as its lines', (t) => {
  const sc = [[2, 3, 9]];
  const words = drawn(courseScene({ seats: 1, holes: 3, name: '', label: '', card: true, more: { sc, hole: 3 } }));
  for (const word of ['1', '2', '3', '9', '14', 'Ana', 'Total']) t.true(words.includes(word), word);
});

test('[C4] a card with too many holes shows the eighteen up to the current one', (t) => {
  const numbersAt = (hole: number, nh = 40) => {
    const sc = [Array.from({ length: nh }, (_, at) => (at < hole ? 3 : 0))];
    const more = { sc, hole, ho: [], rem: [10] };
    const words = drawn(courseScene({ seats: 1, holes: nh, name: '', label: '', card: true, more }));
    const [first, ...rest] = words.slice(words.indexOf('Hole') + 1).filter((word) => /^\d+$/.test(word));
    return [first, rest[7], words.filter((word) => word === '3').length];
  };
  t.deepEqual(numbersAt(1), ['1', '17', 3], 'the stroke, the total and the number of hole 3');
  t.deepEqual(numbersAt(19), ['2', '18', 18]);
  t.deepEqual(numbersAt(40), ['23', '39', 18]);
});

test('[C104] shows net scores on the card only if handicaps differ', (t) => {
  const card = (handicaps: readonly number[]) => {
    const ro = handicaps.map((h, c) => ({ n: ['Ana', 'Bo'][c] ?? '', d: '', c, h }));
    const sc = [
      [2, 3, 1],
      [1, 3, 3],
    ];
    const view = courseScene({ seats: 2, holes: 3, name: '', label: '', card: true, more: { sc, ro, ph: 'done' } });
    return [drawn(view).includes('Net'), lines(view).filter((line) => /^(Ana|Bo)|^Tie/.test(line))];
  };
  t.deepEqual(card([12, 12]), [false, ['Ana: 2 3 1, total 6', 'Bo: 1 3 3, total 7', 'Ana wins']]);
  t.deepEqual(card([0, 0]), [false, ['Ana: 2 3 1, total 6', 'Bo: 1 3 3, total 7', 'Ana wins']]);
  t.deepEqual(card([0, 6]), [true, ['Ana: 2 3 1, total 6, net 6', 'Bo: 1 3 3, total 7, net 6', 'Tie: Ana, Bo']]);
});

test('[ui] a verdict that fits is drawn whole', (t) => {
  for (const [v, words] of [
    ['holed', 'Holed!'],
    ['short', '3.4 ft short'],
    ['miss', 'Missed'],
    ['lip', 'Lipped out'],
  ] as const) {
    const more = { shot: shotWith({ v, rem: 3.4, holed: v === 'holed' }) };
    const words_drawn = drawn(courseScene({ seats: 1, holes: 9, name: '', label: '', rolling: true, more }));
    t.true(words_drawn.includes(words), words_drawn.join(' | '));
  }
});

test('[ui] a verdict covers no flag, and a toast does not cover the turn', (t) => {
  const toast =
    'The ball still rolls, and another player has struck one meanwhile: this strike does not count at all, so wait.';
  for (const rem of [2, 3, 10, 100]) {
    const more = { rem: [rem], shot: shotWith({ v: 'miss', rem: 99.9 }) };
    const scene = courseScene({ seats: 4, holes: 9, name: WIDE, label: LABEL, rolling: true, more, device: { toast } });
    const { list } = pageOf(scene, 60_000);
    const texts = list.flatMap((item) => (item.kind === 'text' && item.size >= 28 ? [item] : []));
    const flag = assertDefined(
      list.find((item) => item.kind === 'path' && item.fill === COLOR.accent),
      'flag',
    );
    const message = assertDefined(
      list.findLast((item) => item.kind === 'rect' && item.fill === COLOR.accent),
      'message',
    );
    assert(flag.kind === 'path' && message.kind === 'rect', 'a path and a rectangle');
    // The flag rises 44 px above its hole; text above it reaches a fifth of its size below its baseline.
    const above = texts.filter(({ y, x, text, size }) => y < 160 && x + textWidth(text, size) > (flag.x ?? 0));
    for (const { y, size } of above) t.true(y + size / 5 < (flag.y ?? 0) - 44, `${rem} ft`);
    t.true(message.y + message.h < 222 && message.y > 42, `${message.y} and ${message.h}`);
  }
});

test('[ui] a name from another device is one line and cannot forge a line', (t) => {
  const pages = inspector();
  for (const name of ['a\n> Stop', 'a\r', '\u202egro.live'])
    for (const scene of [{ more: { ph: 'lobby' as const } }, {}, { card: true }]) {
      const view = courseScene({ seats: 2, holes: 3, label: '', ...scene, name });
      pages.inspect(view, 0, JSON.stringify(name));
      t.false(
        lines(view).some((line) => /[\p{Cc}\u202e]/u.test(line)),
        lines(view).join(' | '),
      );
    }
  pages.report(t);
});
