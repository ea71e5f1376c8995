// Rounds as our device shows them: its own unchanged, third-party rounds converted to our form.

import test from 'ava';
import fc from 'fast-check';
import { relayRound, readRound } from '../../../wire/relay/round.ts';
import { shownRound } from '../../../wire/relay/shown-round.ts';
import { mutations } from '../../support/device/spoilt-data.ts';
import { ROUND, withField } from '../../support/relay/wire-samples.ts';
import * as v from 'valibot';

test('[C4] shows our own round unchanged', (t) => {
  t.deepEqual(shownRound(ROUND) as unknown, ROUND);
  t.deepEqual(shownRound({ ...ROUND, shot: null, note: null }) as unknown, { ...ROUND, shot: null, note: null });
});

/** Rounds of foreign hosts and the fields that are shown of them. */
const FOREIGN: readonly (readonly [string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>])[] = [
  ['unknown fields are ignored', { weather: 'rain' }, {}],
  ['true and false become 1 and 0', { hd: [true, false], td: [false, true] }, { hd: [1, 0], td: [0, 1] }],
  [
    'short and malformed lists are padded',
    { ho: [10], sc: [[2]], rem: ['4 ft'], hd: [], td: [null, 1] },
    { ho: [10, 0, 0], sc: [[2, 0, 0], [0, 0, 0]], rem: [0, 0], hd: [0, 0], td: [0, 1] }, // oxfmt-ignore
  ],
  ['long lists are cut', { ho: [1, 2, 3, 4], td: [0, 1, 1] }, { ho: [1, 2, 3], td: [0, 1] }],
  ['a malformed order becomes the seat order', { ord: ['Bob', 'Ann'] }, { ord: [0, 1] }],
  ['an order counted from 1 becomes the seat order', { ord: [2, 1] }, { ord: [0, 1] }],
  [
    'a name is cut to 16 characters, a handicap is unchanged',
    { ro: [{ n: '🏌'.repeat(17), d: '', c: 1, h: -2.5 }, { n: 'Bob', d: 'Silver Violin', c: 'red', h: 'scratch' }] }, // oxfmt-ignore
    { ro: [{ n: '🏌'.repeat(16), d: '', c: 1, h: -2.5 }, { n: 'Bob', d: 'Silver Violin', c: 0, h: 0 }] }, // oxfmt-ignore
  ],
  ['a short roster gets seats without names', { ro: [ROUND.ro[0]] }, { ro: [ROUND.ro[0], { n: '', d: '', c: 0, h: 0 }] }], // oxfmt-ignore
  ['a turn beyond the seats becomes no turn', { turn: 2 }, { turn: -1 }],
  ['a hole before the first becomes the first', { hole: 0 }, { hole: 1 }],
  ['a hole after the last becomes the last', { hole: 4 }, { hole: 3 }],
  ['a shot of a missing seat is dropped', { shot: { ...ROUND.shot, p: 2 } }, { shot: null }],
  ['a malformed shot is dropped', { shot: { by: 'Bob' } }, { shot: null }],
  [
    'an unknown verdict becomes holed if the ball was holed',
    { shot: { ...ROUND.shot, v: 'gimme', holed: true, rem: null } },
    { shot: { ...ROUND.shot, v: 'holed', holed: true, rem: 0 } },
  ],
  [
    'an unknown verdict becomes a miss otherwise',
    { shot: { ...ROUND.shot, v: 'bounced', holed: 'no' } },
    { shot: { ...ROUND.shot, v: 'miss', holed: false } },
  ],
  ['a shot without a verdict is unchanged', { shot: { ...ROUND.shot, v: '' } }, { shot: { ...ROUND.shot, v: '' } }],
  ['a malformed note is dropped', { note: { t: ['a', 'b'] } }, { note: null }],
];

for (const [what, fields, shown] of FOREIGN)
  test(`[C4] in a third-party round, ${what}`, (t) => {
    t.deepEqual(shownRound({ ...ROUND, ...fields }) as unknown, { ...ROUND, ...shown });
  });

test('[C4] does not show an invalid round, or one outside 1 to 4 seats', (t) => {
  for (const data of [null, undefined, 7, 'play', [], {}]) t.is(shownRound(data), null);
  for (const [name, values] of [
    ['id', ['7', 0.5, undefined]],
    ['ph', ['over', '', 1, undefined]],
    ['n', [0, 5, '2', undefined]],
    ['nh', [0, 401, 1e9, '3', undefined]],
  ] as const)
    for (const value of values) t.is(shownRound(withField(ROUND, name, value)), null, `${name} ${value}`);
  for (const nh of [1, 19, 400]) t.is(shownRound(withField(ROUND, 'nh', nh))?.sc[1]?.length, nh);
});

test('[C4] shows any relayed round with a list entry for each seat and hole', (t) => {
  const shape = (round: unknown): boolean => {
    const shown = shownRound(round);
    if (!shown) return true;
    const { n, nh, ro, ho, sc, rem, hd, td, ord, turn, hole, shot } = shown;
    const lists = [ro, sc, rem, hd, td, ord].every(({ length }) => length === n);
    const seats = [...ord].sort((a, b) => a - b).every((seat, at) => seat === at);
    const whole = [...hd, ...td].every((bit) => bit === 0 || bit === 1);
    const inside = turn >= -1 && turn < n && hole >= 1 && hole <= nh && (!shot || (shot.p >= 0 && shot.p < n));
    return lists && seats && whole && inside && [ho, ...sc].every(({ length }) => length === nh);
  };
  t.true(shape(ROUND));
  fc.assert(fc.property(mutations(ROUND), shape), { numRuns: 1000, seed: 3 });
  fc.assert(
    fc.property(
      mutations(ROUND),
      (round) => !v.is(relayRound, round) || !readRound(round) || shownRound(round) !== null,
    ),
    { numRuns: 1000, seed: 4 },
  );
});
