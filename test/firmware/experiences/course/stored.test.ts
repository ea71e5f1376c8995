// Restoring a round from flash: a stored round resumes unchanged, invalid data gives null, and accepted data never
// breaks play.

import test from 'ava';
import { assertDefined } from '../../../../wire/errors.ts';
import fc from 'fast-check';
import { resultsOf } from '../../../../firmware/experiences/course/results.ts';
import { standingText, winnersOf } from '../../../../firmware/experiences/course/winners.ts';
import { withRoster } from '../../../../firmware/experiences/course/roster.ts';
import {
  newRound,
  publicRound,
  revealedState,
  withEnd,
  withPlay,
  withPutt,
  type CourseState,
} from '../../../../firmware/experiences/course/round.ts';
import { courseFrom, isUnfinished } from '../../../../firmware/experiences/course/stored.ts';
import { after, guest, IN, PUTT, rosterOf, sharedPlay, shortBy } from '../../../support/device/course.ts';
import { mutations } from '../../../support/device/spoilt-data.ts';
import { fieldsIn } from '../../../support/read-json.ts';
import type { JsonFields } from '../../../../wire/json-fields.ts';

const jsonOf = (state: unknown): JsonFields => fieldsIn(JSON.stringify(state));
const STARTED = after(sharedPlay([guest('Brisk Otter', ['B'])], 'skins'), shortBy(4), shortBy(3));
const ROLLING = withPutt(STARTED, PUTT, IN);

test('[R88] resumes a round in its lobby, between putts, while a ball rolls, or at its end', (t) => {
  const lobby = newRound({ game: 'match', id: 1, seats: [{ n: 'A', d: '', c: 0, h: 0 }], ho: [3] });
  for (const state of [lobby, STARTED, ROLLING, revealedState(ROLLING), withEnd(ROLLING)])
    t.deepEqual(courseFrom(jsonOf(state)), state);
  t.deepEqual(
    publicRound(assertDefined(courseFrom(jsonOf(ROLLING)), 'round')),
    publicRound(ROLLING),
    'verdict stays hidden',
  );
});

test('[R88] rejects inconsistent data', (t) => {
  const not = (changes: Record<string, unknown>): boolean => t.is(courseFrom({ ...jsonOf(ROLLING), ...changes }), null);
  for (const data of [null, undefined, 7, 'round', [], {}]) t.is(courseFrom(data), null);
  not({ game: 'lag' });
  not({ game: 'toString' });
  not({ round: null });
  not({ round: { ...ROLLING.round, n: 3 } });
  not({ shots: -1 });
  not({ shots: 1.5 });
  not({ notes: null });
  not({ shots: 2 });
  not({ round: { ...ROLLING.round, note: { seq: 1, t: '' } } });
  not({ before: null });
  not({ before: 'x' });
});

test('[R88] does not resume a finished round', (t) => {
  t.true(isUnfinished(STARTED));
  t.true(isUnfinished(ROLLING));
  t.false(isUnfinished(withEnd(STARTED)));
  t.false(isUnfinished(null));
});

/** Plays a restored round on; throws if it breaks. */
function playOn(state: CourseState): void {
  let now = withPlay(withRoster(state, rosterOf([guest('Brisk Otter', ['B'])])));
  for (const outcome of [shortBy(2), IN, IN, IN]) {
    publicRound(now);
    resultsOf(now.round);
    winnersOf(now.game, now.round);
    now.round.ro.forEach((_, seat) => standingText(now.game, now.round, seat));
    if (now.round.ph === 'play') now = revealedState(withPutt(now, PUTT, outcome));
  }
  withEnd(now);
}

test('[R88] corrupt data gives null or a playable round, and never throws', (t) => {
  let [refused, played] = [0, 0];
  fc.assert(
    fc.property(mutations(jsonOf(ROLLING)), (data) => {
      const state = courseFrom(data);
      if (!state) return void refused++;
      played++;
      playOn(state);
    }),
    { seed: 11, numRuns: 1500 },
  );
  t.true(refused > 100 && played > 100, `${refused} refused, ${played} played`);
});
