// The bridge from clock and chance to the play: a set or a round that begins.

import { fromPromise } from 'xstate';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Random } from '../../hal/random/random.ts';
import { playToBegin, type BeginInput, type Begun } from './play.ts';

/** Begins what is asked for: draws what it leaves to chance, and notes the time. */
export const beginFrom = (clock: Clock, random: Random) =>
  fromPromise<Begun | null, BeginInput>(({ input }) =>
    Promise.resolve(playToBegin(input, random, clock.synced() ? clock.unix_s() : 0)),
  );
