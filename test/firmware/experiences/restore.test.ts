// Restoring sets from stored data: a stored set resumes exactly, invalid data gives null and never throws, and accepted
// data never breaks play.

import test from 'ava';
import { assertDefined } from '../../../wire/errors.ts';
import fc from 'fast-check';
import * as v from 'valibot';
import { LADDER_FT } from '../../../firmware/experiences/close-in.ts';
import {
  cfgsFrom,
  restoreSet,
  rulesOf,
  startSet,
  STORED_SETS,
  type AnySetState,
} from '../../../firmware/experiences/registry.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { holedAt, puttWith } from '../../support/device/putts.ts';
import { mutations } from '../../support/device/spoilt-data.ts';
import { itemAt } from '../../support/items.ts';
import { readAs } from '../../support/read-json.ts';

const jsonOf = (state: unknown): unknown => JSON.parse(JSON.stringify(state));

const anyPutt = fc.record({
  holed: fc.boolean(),
  leave_ft: fc.double({ min: 0.2, max: 400, noNaN: true }),
  short: fc.boolean(),
});
type AnyPutt = typeof anyPutt extends fc.Arbitrary<infer T> ? T : never;

function withPutt(state: AnySetState, { holed, leave_ft, short }: AnyPutt): AnySetState {
  const rules = rulesOf(state.game);
  const target_ft = rules.target_ft(state);
  const along_ft = Math.max(0, (target_ft ?? 0) + (short ? -leave_ft : leave_ft));
  return rules.score(
    state,
    holed ? holedAt(target_ft) : puttWith({ target_ft, leave_ft, along_ft, verdict: short ? 'short' : 'miss' }),
  );
}

const anySet = fc
  .record({
    game: fc.constantFrom(...STORED_SETS),
    shots: fc.integer({ min: 1, max: 12 }),
    manual: fc.constantFrom(0, 1),
    players: fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 4 }),
    seed: fc.integer(),
    putts: fc.array(anyPutt, { maxLength: 50 }),
  })
  .map(({ game, shots, manual, players, seed, putts }) => {
    const cfgs = cfgsFrom({
      lag: { shots, manual, csMin: 10, csMax: 60 },
      close: { shots: shots + 5 },
      distance: { shots, manual },
      arc: { shots, band: manual },
      rotation: { shots },
      face: { shots },
      golf: { holes: Math.min(9, shots) },
    });
    let state = startSet(game, cfgs, players, createSeededRandom(seed));
    for (const putt of putts) if (!rulesOf(game).over(state)) state = withPutt(state, putt);
    return state;
  });

test('[C25] every reachable state survives JSON; a finished set does not resume', (t) => {
  fc.assert(
    fc.property(anySet, anyPutt, (state, putt) => {
      const restored = restoreSet(state.game, jsonOf(state));
      if (rulesOf(state.game).over(state)) return restored === null;
      if (JSON.stringify(restored) !== JSON.stringify(state)) return false;
      const [one, other] = [withPutt(state, putt), withPutt(assertDefined(restored, 'set'), putt)];
      return JSON.stringify(one) === JSON.stringify(other);
    }),
    { numRuns: 500 },
  );
  t.pass();
});

test('[C25] a set is restored only as its own game', (t) => {
  const lag = startSet('lag', cfgsFrom({}), [1], createSeededRandom(1));
  const close = startSet('close', cfgsFrom({}), [1], createSeededRandom(1));
  t.is(restoreSet('close', jsonOf(lag)), null);
  t.is(restoreSet('lag', jsonOf(close)), null);
  t.is(restoreSet('metrics', jsonOf(startSet('metrics', cfgsFrom({}), [1], createSeededRandom(1)))), null);
});

/** Plays a restored set to its end with the given putts, repeatedly; returns the first error, or '' if none. */
function playedOut(state: AnySetState, holed: boolean): string {
  const rules = rulesOf(state.game);
  const [low, high] = state.game === 'close' ? [itemAt(LADDER_FT, 0), itemAt(LADDER_FT, -1)] : [5, 100];
  let now = state;
  let putts = 0;
  for (; !rules.over(now); putts++) {
    if (putts > 4 * 60) return 'it never ends';
    const aimless = ['arc', 'rhythm', 'rotation', 'face', 'golf'].includes(state.game);
    const target_ft = rules.target_ft(now) ?? rules.called_ft?.(now) ?? null;
    if (aimless ? target_ft !== null : target_ft === null || !(target_ft >= low && target_ft <= high))
      return `target ${target_ft}`;
    if (!now.seats[now.turn]) return `turn ${now.turn}`;
    const words = [rules.progress(now), ...now.seats.map((_, seat) => rules.standing(now, seat))].join(' ');
    if (/NaN|Infinity|undefined|e\+|-/.test(words)) return words;
    now = withPutt(now, { holed, leave_ft: 1, short: false });
  }
  for (const { player_id, headline, figures, trendValue } of rules.results(now)) {
    const words = `${player_id} ${headline} ${JSON.stringify(figures)}`;
    if (/NaN|Infinity|undefined|null|e\+/.test(words) || words.length > 250) return words;
    if (trendValue !== null && !(trendValue >= 0 && trendValue < 1e5)) return `trend ${trendValue}`;
  }
  return '';
}

const HOSTILE: readonly unknown[] = [
  null,
  [],
  '',
  'lag',
  0,
  Number.NaN,
  {},
  { seats: [] },
  { cfg: {}, seats: [], turn: 0, stations_ft: [] },
  { cfg: [], seats: [{}], turn: 0 },
  JSON.parse('{"__proto__": {"turn": 0, "seats": [{}]}}'),
  JSON.parse('{"cfg": {"shots": 1e309}, "turn": 1e309, "seats": [{"player_id": 1e309}], "stations_ft": [1e309]}'),
];

test('[C25] data that is not a set gives null', (t) => {
  for (const game of ['lag', 'close'] as const)
    for (const data of HOSTILE) t.is(restoreSet(game, data), null, `${game} ${JSON.stringify(data)}`);
});

const anyFields = v.record(v.string(), v.unknown());
const lagShape = v.object({
  turn: v.unknown(),
  game: v.unknown(),
  cfg: anyFields,
  stations_ft: v.array(v.unknown()),
  seats: v.array(v.strictObject({ player_id: v.unknown(), putts: v.array(anyFields) })),
});
type LagData = v.InferOutput<typeof lagShape>;

/** Returns a lag set of two players at 20 ft with three stations: the first done by both, the second by seat 0. */
function lagData(): LagData {
  const cfgs = cfgsFrom({ lag: { shots: 3, manual: 1, target: 20 } });
  let state = startSet('lag', cfgs, [1, 2], createSeededRandom(1));
  for (let i = 0; i < 3; i++) state = withPutt(state, { holed: false, leave_ft: 1.5, short: false });
  return readAs(lagShape, jsonOf(state));
}

const inPutt = (data: LagData, values: Record<string, unknown>) => Object.assign(data.seats[0]?.putts[0] ?? {}, values);

test('[C25] lag: rejects a set that contradicts itself', (t) => {
  t.truthy(restoreSet('lag', lagData()));
  const spoilt: readonly [string, (data: LagData) => void][] = [
    ['turn of a seat that has finished', (data) => (data.turn = 0)],
    ['turn beyond the seats', (data) => (data.turn = 2)],
    ['turn between seats', (data) => (data.turn = 0.5)],
    ['turn below', (data) => (data.turn = -1)],
    ['turn as text', (data) => (data.turn = '1')],
    ['no seat', (data) => (data.seats = [])],
    ['a seat twice', (data) => (data.seats[1] = itemAt(data.seats, 0))],
    ['one player twice', (data) => (itemAt(data.seats, 1).player_id = 1)],
    ['five seats', (data) => (data.seats = [1, 2, 3, 4, 5].map((player_id) => ({ player_id, putts: [] })))],
    ['a player as text', (data) => (itemAt(data.seats, 1).player_id = '2')],
    ['a player without id', (data) => (itemAt(data.seats, 1).player_id = null)],
    ['a seat that is null', (data) => (data.seats as unknown[]).push(null)],
    ['more putts than stations', (data) => data.seats.forEach(({ putts }) => putts.push(...putts, ...putts, ...putts))],
    ['a putt at no distance', (data) => inPutt(data, { target_ft: 0 })],
    ['a putt elsewhere', (data) => inPutt(data, { target_ft: 21 })],
    ['a negative leave', (data) => inPutt(data, { leave_ft: -1 })],
    ['an endless leave', (data) => inPutt(data, { leave_ft: 1e308 })],
    ['no leave', (data) => inPutt(data, { leave_ft: null })],
    ['too many points', (data) => inPutt(data, { points: 4 })],
    ['half a point', (data) => inPutt(data, { points: 0.5 })],
    ['points as text', (data) => inPutt(data, { points: '1' })],
    ['short as text', (data) => inPutt(data, { short: 'no' })],
    ['a station too many', (data) => data.stations_ft.push(20)],
    ['a station too far', (data) => (data.stations_ft = [20, 20, 101])],
    ['a station between feet', (data) => (data.stations_ft = [20, 20, 20.5])],
    ['a station as text', (data) => (data.stations_ft = [20, 20, '20'])],
    ['other shots', (data) => (data.cfg['shots'] = 4)],
    ['impossible shots', (data) => (data.cfg['shots'] = 1e9)],
  ];
  for (const [what, spoil] of spoilt) {
    const data = lagData();
    spoil(data);
    t.is(restoreSet('lag', data), null, what);
  }
});

const closeShape = v.object({ game: v.unknown(), turn: v.unknown(), cfg: anyFields, seats: v.array(anyFields) });
type CloseData = v.InferOutput<typeof closeShape>;

function closeData(): CloseData {
  let state = startSet('close', cfgsFrom({ close: { shots: 10 } }), [1, 2], createSeededRandom(1));
  for (let i = 0; i < 3; i++) state = withPutt(state, { holed: true, leave_ft: 1, short: false });
  return readAs(closeShape, jsonOf(state));
}

test('[C25] close-in: rejects a set that contradicts itself', (t) => {
  t.truthy(restoreSet('close', closeData()));
  const inSeat = (values: Record<string, unknown>) => (data: CloseData) => Object.assign(data.seats[1] ?? {}, values);
  const spoilt: readonly [string, (data: CloseData) => void][] = [
    ['on turn after the top of the ladder', inSeat({ rung: 6, best: 6, strokes: 6, holed: 6 })],
    ['on turn with all shots used', inSeat({ strokes: 10 })],
    ['beyond the ladder', inSeat({ rung: 7, best: 7 })],
    ['best below the rung', inSeat({ rung: 3, best: 2, holed: 3, strokes: 3 })],
    ['best beyond the ladder', inSeat({ best: 7 })],
    ['more holed than struck', inSeat({ holed: 2, strokes: 1 })],
    ['higher than ever holed', inSeat({ rung: 3, best: 3, holed: 2, strokes: 3 })],
    ['negative strokes', inSeat({ strokes: -1 })],
    ['half a stroke', inSeat({ strokes: 1.5 })],
    ['strokes as text', inSeat({ strokes: '1' })],
    ['strokes null', inSeat({ strokes: null })],
    ['endless strokes', inSeat({ strokes: 1e300 })],
    ['a player twice', inSeat({ player_id: 1 })],
    ['a player as a list', inSeat({ player_id: [2] })],
    ['turn between seats', (data) => (data.turn = 0.5)],
    ['turn as text', (data) => (data.turn = '1')],
    ['no seats', (data) => (data.seats = [])],
    [
      'five seats',
      (data) =>
        (data.seats = [1, 2, 3, 4, 5].map((player_id) => ({ player_id, rung: 0, best: 0, strokes: 0, holed: 0 }))),
    ],
  ];
  for (const [what, spoil] of spoilt) {
    const data = closeData();
    spoil(data);
    t.is(restoreSet('close', data), null, what);
  }
});

test('[C25] no mutation of a stored set breaks play if it is accepted', (t) => {
  let restored = 0;
  fc.assert(
    fc.property(
      anySet.chain((state) => fc.tuple(fc.constant(state.game), mutations(jsonOf(state)))),
      fc.boolean(),
      ([game, data], holed) => {
        const state = restoreSet(game, data);
        if (state === null) return;
        restored++;
        const wrong = playedOut(state, holed);
        if (wrong) throw new Error(wrong);
      },
    ),
    { numRuns: 3000, seed: 11 },
  );
  t.true(restored > 100, `${restored} restored`);
});
