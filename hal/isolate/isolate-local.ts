// Isolates in this process, for virtual time: only a module's own limits bound it, and it takes no virtual time.

import { fail, messageOf, ok } from '../../wire/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { Isolate, Isolates } from './isolate.ts';

/** @param create Creates the module's state synchronously; its dependencies are already loaded. */
export const createLocalIsolates = (clock: Clock, create: () => (message: unknown) => unknown): Isolates => ({
  start: () => startHere(clock, create),
});

function startHere(clock: Clock, create: () => (message: unknown) => unknown): Isolate {
  let handle: ((message: unknown) => unknown) | null = null;
  let [ended, broken] = [false, ''];
  return {
    request(message, done) {
      clock.setTimeout(() => {
        if (ended) return;
        if (broken) return done(fail('isolate_broken', broken));
        try {
          handle ??= create();
          done(ok(handle(structuredClone(message))));
        } catch (thrown) {
          broken = messageOf(thrown);
          done(fail('isolate_broken', broken));
        }
      }, 0);
    },
    end: () => void (ended = true),
  };
}
