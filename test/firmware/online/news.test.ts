// Effects of a new session state on a device: what it shows, enters and adopts, each once.

import test from 'ava';
import {
  NOTHING_SEEN,
  eventText,
  guestNews,
  hostNews,
  type News,
  type SeenState,
} from '../../../firmware/online/news.ts';
import type { Experience, RelayEvent } from '../../../wire/relay/shapes.ts';
import type { Round } from '../../../wire/relay/round.ts';
import type { StateBlock } from '../../../wire/relay/state.ts';
import { stateOf } from '../../support/relay/relay-loop.ts';
import { ROUND } from '../../support/relay/wire-samples.ts';

const LABEL = 'Silver Violin';
const lag = (gen: number, cfg: Record<string, number> = { csMin: 5 }): Experience => ({ mode: 9, gen, cfg });
const stroke = (gen: number): Experience => ({ mode: 11, gen, cfg: {} });
const event = (seq: number, given: Partial<RelayEvent> = {}): RelayEvent => ({ seq, kind: 'putt', name: LABEL, steps: 0, ...given }); // oxfmt-ignore
const round = (given: Partial<Round> = {}): Round => ({ ...ROUND, ...given });
const PLAYERS = [
  { name: 'Stout Parrot', host: true, players: [] },
  { name: 'Bold Acorn', host: false, fol: true, players: [] },
  { name: LABEL, host: false, fol: true, players: [] },
];

interface GuestSnapshot extends Partial<StateBlock> {
  readonly fol?: boolean;
  readonly again?: boolean;
}

/** Returns the news of successive states, in full (`all`) and as lists of kinds (`kinds`). */
function story(
  snapshots: readonly GuestSnapshot[],
  before: SeenState = NOTHING_SEEN,
): { kinds: string[][]; all: News[][] } {
  let seen = before;
  const all = snapshots.map(({ fol = true, again = false, ...state }, at_ms) => {
    const result = guestNews(seen, {
      state: stateOf({ players: PLAYERS, ...state }),
      fol,
      again,
      label: LABEL,
      own_name: 'Den',
      host_name: 'Studio',
      at_ms,
    });
    ({ seen } = result);
    return [...result.news];
  });
  return { all, kinds: all.map((news) => news.map(({ kind }) => kind)) };
}

const EVENTS: readonly Partial<StateBlock>[] = [{ ev: event(6) }, { ev: event(6) }, { ev: event(7, { name: 'Bold Acorn' }) }, { ev: event(7), replay: true }, { ev: event(5) }, { ev: event(7) }, { ev: event(8, { kind: '' }) }, { ev: event(9) }]; // oxfmt-ignore

test('[R90] shows each event once, and none from before the guest joined', (t) => {
  const { kinds, all } = story(EVENTS);
  t.deepEqual(kinds, [[], [], ['event'], [], [], [], [], ['event']]);
  t.deepEqual(all[2], [{ kind: 'event', text: 'Bold Acorn putts', place: 1 }]);
});

test('[R90] shows each event once on the host too, and none before the first', (t) => {
  let seen = NOTHING_SEEN;
  const shown = [{ ev: event(0, { kind: '' }) }, { ev: event(1) }, ...EVENTS].map((state) => {
    const result = hostNews(seen, {
      state: stateOf({ players: PLAYERS, ...state }),
      host_name: 'Studio',
      away: null,
      items: [],
      backlog_seq: 0,
      at_ms: 0,
    });
    ({ seen } = result);
    return result.news.filter(({ kind }) => kind === 'event').length;
  });
  t.deepEqual(shown, [0, 1, 1, 0, 1, 0, 0, 0, 0, 1]);
});

test('[C23] lights the LED of an event’s sender; the host has the name that it reports', (t) => {
  const placeOf = (ev: RelayEvent): number | null | undefined => {
    const [news] = story([{ ev: event(1) }, { ev }]).all[1] ?? [];
    return news?.kind === 'event' ? news.place : undefined;
  };
  t.is(placeOf(event(2, { name: 'Stout Parrot' })), 0);
  t.is(placeOf(event(2, { name: 'Studio' })), 0);
  t.is(placeOf(event(2, { name: 'Bold Acorn' })), 1);
  t.is(placeOf(event(2, { name: LABEL })), 2);
  t.is(placeOf(event(2, { name: 'Den' })), 2, "this device's own name");
  t.is(placeOf(event(2, { name: 'Shed' })), 1, 'the only other guest');
  const only = { players: PLAYERS.slice(0, 2) };
  const [news] =
    story([
      { ev: event(1), ...only },
      { ev: event(2, { name: 'Den' }), ...only },
    ]).all[1] ?? [];
  t.is(news?.kind === 'event' ? news.place : undefined, 1, 'the only guest');
});

test('[C23] the host lights the sender of the newest input, whatever name it uses', (t) => {
  const seen = { ...NOTHING_SEEN, ev_seq: 1 };
  const placeOf = (name: string): number | null | undefined => {
    const items = [{ seq: 8, kind: 'aim', name: LABEL, steps: 1, club: 0, ms: null }] as const;
    const state = stateOf({ players: PLAYERS, ev: event(2, { name }) });
    const { news } = hostNews(seen, { state, host_name: 'Studio', away: null, items, backlog_seq: 0, at_ms: 0 });
    return news[0]?.kind === 'event' ? news[0].place : undefined;
  };
  t.is(placeOf('Shed'), 2);
  t.is(placeOf('Studio'), 0);
});

test('[R90] a status line has the name and action, and an aim’s direction', (t) => {
  const lines = (
    [
      ['aim', -3],
      ['aim', 12],
      ['club', 0],
      ['putt', 0],
      ['repeat', 0],
      ['repeat_aim', 0],
      ['reset', 0],
      ['mulligan', 0],
      ['', 0],
    ] as const
  ).map(([kind, steps]) => eventText({ seq: 1, kind, name: 'Brisk Otter', steps }));
  t.deepEqual(lines, [
    'Brisk Otter aims 3 to the left',
    'Brisk Otter aims 12 to the right',
    'Brisk Otter makes a full swing',
    'Brisk Otter putts',
    'Brisk Otter repeats the last shot',
    'Brisk Otter repeats the last aim',
    'Brisk Otter resets the aim',
    'Brisk Otter takes a mulligan',
    '',
  ]);
});

for (const fol of [true, false])
  test(`[R63] a new gen pulls a guest that ${fol ? 'follows' : 'is on its own'}, once`, (t) => {
    const { kinds, all } = story([{ exp: lag(4) }, { exp: lag(4), fol }, { exp: stroke(5), fol }, { exp: stroke(5), fol }, { exp: lag(7), fol }]); // oxfmt-ignore
    t.deepEqual(kinds, [['pull'], [], ['pull'], [], ['pull']]);
    t.deepEqual(all[2], [{ kind: 'pull', exp: stroke(5) }]);
  });

test('[R62] a host that returns with the same gen pulls no guest', (t) => {
  const away = { exp: lag(4), host_online: false };
  t.deepEqual(story([{ exp: lag(4) }, away, { exp: lag(4) }, away, { exp: lag(4) }]).kinds.flat(), ['pull']);
});

test('[R63] a host without an experience pulls no guest; its first one does', (t) => {
  t.deepEqual(story([{ exp: { mode: 0, gen: 0, cfg: {} } }, { exp: lag(1) }]).kinds, [[], ['pull']]);
  t.deepEqual(story([{ exp: { mode: 0, gen: 6, cfg: {} } }, { exp: lag(7) }]).kinds, [[], ['pull']]);
});

test('[R65] new settings of the same gen reach a guest that follows', (t) => {
  const { kinds, all } = story([{ exp: lag(4) }, { exp: lag(4, { csMin: 6 }) }, { exp: lag(4, { csMin: 6 }) }]);
  t.deepEqual(kinds, [['pull'], ['settings'], []]);
  t.deepEqual(all[1], [{ kind: 'settings', exp: lag(4, { csMin: 6 }) }]);
});

test('[R64] new settings are not news for a guest that does not follow the host', (t) => {
  const own = { fol: false };
  t.deepEqual(story([{ exp: lag(4) }, { exp: lag(4, { csMin: 6 }), ...own }, { exp: lag(4, { csMin: 7 }), ...own }]).kinds, [['pull'], [], []]); // oxfmt-ignore
});

test('[R66] a guest that follows again enters the current experience, settings and round', (t) => {
  const now = { exp: stroke(4), round: round() };
  const { kinds, all } = story([now, { ...now, fol: false }, { ...now, again: true }, now]);
  t.deepEqual(kinds, [['pull', 'round'], [], ['pull', 'round'], []]);
  t.deepEqual(all[2]?.[0], { kind: 'pull', exp: stroke(4) });
  const settled = story([{ exp: lag(4) }, { exp: lag(4, { csMin: 8 }), fol: false }, { exp: lag(4, { csMin: 8 }), again: true }]); // oxfmt-ignore
  t.deepEqual(settled.all[2], [{ kind: 'pull', exp: lag(4, { csMin: 8 }) }]);
});

const pulledBy = (gens: readonly number[], fol: boolean): readonly number[] =>
  story(gens.map((gen) => ({ exp: lag(gen), fol }))).all.flatMap((news) =>
    news.flatMap((each) => (each.kind === 'pull' ? [each.exp.gen] : [])),
  );

test('[R70] each gen pulls at most once', (t) => {
  for (const fol of [true, false]) t.deepEqual(pulledBy([1, 2, 2, 5, 5, 6, 6], fol), [1, 2, 5, 6], `fol ${fol}`);
  t.deepEqual(pulledBy([1, 2, 1, 2, 5, 3, 5, 6], false), [1, 2, 5, 6]);
});

test('[R70] each gen pulls at most once, even with an older one in between', (t) => {
  t.deepEqual(pulledBy([1, 2, 1, 2, 5, 3, 5, 6], true), [1, 2, 5, 6]);
});

test('[R75] reports every new version of the round, whether the guest follows or not', (t) => {
  const exp = stroke(4);
  const [a, b, other] = [round(), round({ turn: 0 }), round({ id: 8 })];
  const { all } = story([{ exp }, { exp, round: a }, { exp, round: a, fol: false }, { exp, round: b, fol: false }, { exp, round: other, fol: false }]); // oxfmt-ignore
  const rounds = all.map((news) => news.flatMap((each) => (each.kind === 'round' ? [each] : [])));
  t.deepEqual(rounds.map((news) => news.length), [0, 1, 0, 1, 1]); // oxfmt-ignore
  t.deepEqual(rounds[3], [{ kind: 'round', round: b, fresh: false, exp, at_ms: 3, label: LABEL }]);
  t.deepEqual(rounds.map((news) => news.map(({ fresh }) => fresh)), [[], [true], [], [false], [true]]); // oxfmt-ignore
});

const shot = (seq: number, v: 'miss' | '' = 'miss') => ({ ...ROUND.shot, seq, v });
const note = (seq: number) => ({ seq, t: `note ${seq}` });

/** Returns whether the second of two versions of a round is news for a guest. */
function heldAfter(first: Partial<Round>, second: Partial<Round>): boolean {
  const exp = stroke(4);
  const { kinds } = story([{ exp }, { exp, round: round(first) }, { exp, round: round(second) }]);
  return kinds[2]?.includes('round') ?? false;
}

test('[R74] [C13] a version of a round is not news if it arrives after a newer version', (t) => {
  for (const [older, newer] of [
    [{ ph: 'lobby' }, { ph: 'play' }],
    [{ ph: 'play' }, { ph: 'done' }],
    [{ shot: shot(4) }, { shot: shot(5) }],
    [{ shot: shot(5, '') }, { shot: shot(5, 'miss') }],
    [{ note: note(2) }, { note: note(3) }],
    [
      { shot: shot(4), note: note(2), hole: 1 },
      { shot: shot(5), note: note(2), hole: 2 },
    ],
  ] as const) {
    t.true(heldAfter(older, newer));
    t.false(heldAfter(newer, older), JSON.stringify([newer, older]));
  }
});

test('[R74] accepts a version that no number orders, and another round', (t) => {
  for (const [first, second] of [
    [{ turn: 1 }, { turn: 0 }],
    [{ hole: 3 }, { hole: 1 }],
    [{ shot: shot(5) }, { shot: null }],
    [{ note: note(5) }, { note: null }],
    [
      { shot: shot(5), note: note(2) },
      { shot: shot(6), note: note(1) },
    ],
    [
      { shot: shot(9), ph: 'done' },
      { id: 8, shot: null, ph: 'lobby' },
    ],
    [{ id: 8 }, { id: 7 }],
  ] as const)
    t.true(heldAfter(first, second), JSON.stringify([first, second]));
});

test('[R74] after a late version, the latest version is not news again, but the next one is', (t) => {
  const exp = stroke(4);
  const [a, b, c] = [round({ shot: shot(4) }), round({ shot: shot(5, '') }), round({ shot: shot(5) })];
  const { kinds } = story([a, b, a, b, c].map((version) => ({ exp, round: version })));
  t.deepEqual(kinds.map((each) => each.includes('round')), [true, true, false, false, true]); // oxfmt-ignore
});

test('[C105] a round present at the start under another experience is not news, but the next round is', (t) => {
  const [left, later, next] = [round(), round({ turn: 0 }), round({ id: 8 })];
  const { kinds, all } = story([{ exp: lag(4), round: left }, { exp: lag(4), round: later }, { exp: lag(4), round: next }]); // oxfmt-ignore
  t.deepEqual(kinds, [['pull'], [], ['round', 'note']]);
  t.like(all[2]?.[0], { kind: 'round', round: next, fresh: true });
  t.deepEqual(story([{ exp: lag(4), round: left }, { exp: stroke(5), round: left }]).kinds, [['pull'], ['pull', 'round', 'note']]); // oxfmt-ignore
});

test('[C105] a round that changes under another experience is reported, but not as a new one', (t) => {
  const { all } = story([{ exp: stroke(4), round: round() }, { exp: lag(5), round: round() }, { exp: lag(5), round: round({ turn: 0 }) }]); // oxfmt-ignore
  t.deepEqual(all.map((news) => news.map(({ kind }) => kind)), [['pull', 'round'], ['pull'], ['round']]); // oxfmt-ignore
  t.like(all[2]?.[0], { fresh: false });
});

test('[R86] shows each note once, and none from before the guest joined', (t) => {
  const exp = stroke(4);
  const noted = (seq: number, id = 7) => ({ exp, round: round({ id, note: { seq, t: `note ${seq}` } }) });
  const { all } = story([noted(2), noted(2), noted(3), { ...noted(3), replay: true }, { exp }, noted(3), noted(4), noted(1, 8), noted(1, 8)]); // oxfmt-ignore
  const notes = all.map((news) => news.flatMap((each) => (each.kind === 'note' ? [each.text] : [])));
  t.deepEqual(notes, [[], [], ['note 3'], [], [], [], ['note 4'], ['note 1'], []]);
});

test('[R32] the host gets its roster with every state, and inputs if there are any', (t) => {
  const items = [{ seq: 8, kind: 'aim', name: LABEL, steps: 1, club: 0, ms: 0 }] as const;
  const state = stateOf({ players: PLAYERS });
  const host = { state, host_name: 'Studio', away: ['Zesty Zebra'], at_ms: 70, backlog_seq: 7 };
  const roster = { kind: 'roster', devices: PLAYERS, away: ['Zesty Zebra'] };
  t.deepEqual(hostNews(NOTHING_SEEN, { ...host, items: [] }).news as unknown, [roster]);
  t.deepEqual(hostNews(NOTHING_SEEN, { ...host, items }).news as unknown, [roster, { kind: 'inputs', items, at_ms: 70, backlog_seq: 7 }]); // oxfmt-ignore
});
