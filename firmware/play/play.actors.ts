// Actors of the play: starts a set or a round using the clock and the random source.

import { fromPromise } from 'xstate';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Random } from '../../hal/random/random.ts';
import { playToBegin, type BeginInput, type StartedPlay } from './play.ts';

/** Starts the chosen set or round: draws its random values and records the time. */
export const beginFrom = (clock: Clock, random: Random) =>
  fromPromise<StartedPlay | null, BeginInput>(({ input }) =>
    Promise.resolve(playToBegin(input, random, clock.synced() ? clock.unix_s() : 0)),
  );
