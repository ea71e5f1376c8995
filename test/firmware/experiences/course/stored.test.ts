// A round out of the flash: what was stored goes on as it was; what is no round is null, and nothing that is let in breaks play.

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
const BEGUN = after(sharedPlay([guest('Brisk Otter', ['B'])], 'skins'), shortBy(4), shortBy(3));
const ROLLING = withPutt(BEGUN, PUTT, IN);

test('[R88] a round goes on where it was: in its lobby, between putts, while a ball rolls, at its end', (t) => {
  const lobby = newRound({ game: 'match', id: 1, seats: [{ n: 'A', d: '', c: 0, h: 0 }], ho: [3] });
  for (const state of [lobby, BEGUN, ROLLING, revealedState(ROLLING), withEnd(ROLLING)])
    t.deepEqual(courseFrom(jsonOf(state)), state);
  t.deepEqual(
    publicRound(assertDefined(courseFrom(jsonOf(ROLLING)), 'round')),
    publicRound(ROLLING),
    'the verdict stays veiled',
  );
});

test('[R88] what makes no sense is no round', (t) => {
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

test('[R88] a round that is done does not go on', (t) => {
  t.true(isUnfinished(BEGUN));
  t.true(isUnfinished(ROLLING));
  t.false(isUnfinished(withEnd(BEGUN)));
  t.false(isUnfinished(null));
});

/** Plays on with whatever was let in; throws where that breaks. */
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

test('[R88] data that was spoilt is null or can be played, and never throws', (t) => {
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
