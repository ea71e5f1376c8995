// Invariants of a round under any putts, joins, departures, silences and detachments, in any order.

import test from 'ava';
import { assertDefined } from '../../../../wire/errors.ts';
import fc from 'fast-check';
import { courseFrom } from '../../../../firmware/experiences/course/stored.ts';
import { resultsOf } from '../../../../firmware/experiences/course/results.ts';
import { newRound, publicRound, withPlay, withPutt } from '../../../../firmware/experiences/course/round.ts';
import { readRound } from '../../../../wire/relay/round.ts';
import { IN } from '../../../support/device/course.ts';
import { courseDays } from '../../../support/device/course-days.ts';
import { violationOf } from '../../../support/device/round-rules.ts';
import { itemAt } from '../../../support/items.ts';

const RUNS = { seed: 7, numRuns: 300 };
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

test('[R76] [R77] [R80] [R82] [R85] [R86] [R87] hold for every sequence of published rounds', (t) => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(courseDays, ({ published, own }) => {
      const violation = violationOf(published, own);
      if (violation) throw new Error(violation);
      for (const { ph, shot, note, td, n } of published)
        for (const what of [ph, shot?.v, note && 'note', td.includes(1) && 'away', `${n} seats`])
          seen.add(String(what));
    }),
    RUNS,
  );
  for (const what of ['lobby', 'play', 'done', 'holed', 'short', 'note', 'away', '1 seats', '4 seats'])
    t.true(seen.has(what), `the days bring ${what}`);
});

test('[R81] [R69] seats are dropped only with their device, and sit out while it is away or detached', (t) => {
  let left = 0;
  fc.assert(
    fc.property(courseDays, ({ states, rosters }) => {
      for (const [at, { round }] of states.entries()) {
        const { devices, away } = itemAt(rosters, at);
        const before = states[at - 1]?.round;
        if (round.ph === 'done' || !before || before.ph === 'lobby') continue;
        const here = new Set(['', ...devices.map(({ name }) => name), ...(away ?? before.ro.map(({ d }) => d))]);
        for (const { d } of round.ro) if (!here.has(d)) throw new Error(`${d} has left and has a seat`);
        const kept = before.ro.filter(({ d }) => here.has(d)).length;
        left += before.n - kept;
        if (states[at]?.shots !== 0 && round.n !== kept) throw new Error(`${round.n} seats, ${kept} devices' stay`);
        for (const [seat, { d }] of round.ro.entries()) {
          const follows = d === '' || devices.some(({ name, fol }) => name === d && fol === true);
          if ((round.td[seat] === 0) !== follows) throw new Error(`${d} ${JSON.stringify(round.td)}`);
        }
      }
    }),
    RUNS,
  );
  t.true(left > 20);
});

test('[R81] remaining players keep name, colour and strokes when other players leave', (t) => {
  fc.assert(
    fc.property(courseDays, ({ states }) =>
      states.every(({ round, shots }, at) => {
        const before = states[at - 1]?.round;
        if (!before || shots === 0 || before.n <= round.n) return true;
        const rows = before.ro.map((entry, seat) => JSON.stringify([entry, before.sc[seat]]));
        return round.ro.every((entry, seat) => rows.includes(JSON.stringify([entry, round.sc[seat]])));
      }),
    ),
    RUNS,
  );
  t.pass();
});

test('[R88] every state survives a round trip through JSON', (t) => {
  fc.assert(
    fc.property(courseDays, ({ states }) =>
      states.every((state) => {
        const text = JSON.stringify(state);
        const read = courseFrom(JSON.parse(text));
        return read !== null && JSON.stringify(read) === text;
      }),
    ),
    { seed: 8, numRuns: 150 },
  );
  t.pass();
});

test('[C77] skins and holes never exceed the finished holes, and gross matches the card', (t) => {
  fc.assert(
    fc.property(courseDays, ({ states }) =>
      states.every(({ round }) => {
        const results = resultsOf(round);
        return (
          sum(results.map(({ skins }) => skins)) <= round.hole &&
          sum(results.map(({ holes_won }) => holes_won)) <= round.hole &&
          results.every(({ gross, seat }) => gross === sum(round.sc[seat] ?? []))
        );
      }),
    ),
    { seed: 9, numRuns: 150 },
  );
  t.pass();
});

/**
 * Returns the longest possible round: names and labels of characters that JSON escapes, and numbers with all digits.
 */
function longest(name: string, label: string) {
  const seats = Array.from({ length: 4 }, (_, c) => ({ n: name, d: c === 0 ? '' : label, c, h: 54 }));
  const ho = Array.from({ length: 18 }, () => 100);
  const state = withPlay(newRound({ game: 'stroke', id: 4_102_444_800, seats, ho }));
  const putt = { mps: -5.123_456, face: -19.987_65, aoa: -14.987_65, ratio: 1.799_99 };
  const rolled = withPutt(state, putt, { ...IN, verdict: 'short', x_m: -300.12, y_m: -300.12, leave_m: 424.3 });
  const round = {
    ...rolled.round,
    hole: 18,
    sc: seats.map(() => ho.map(() => 9)),
    rem: seats.map(() => 1392.1),
    note: { seq: 1_000_000, t: label.repeat(2).slice(0, 60) },
    shot: { ...assertDefined(rolled.round.shot, 'shot'), seq: 1_000_000 },
  };
  return publicRound({ ...rolled, round, revealed: true });
}

test('[R79] the longest round has at most 1600 characters, and the wire accepts it', (t) => {
  for (const [name, label] of [
    ['W', 'W'],
    ['"', '"'],
    ['\\', '\\'],
    ['🏌', '🏌'],
    ['漢', 'é'],
  ] as const) {
    const round = longest(name.repeat(16), label.repeat(32));
    const { length } = Array.from(JSON.stringify(round));
    t.true(length > 800 && length <= 1600, `${name}: ${length}`);
    t.deepEqual(readRound(JSON.parse(JSON.stringify(round))), round);
  }
});
