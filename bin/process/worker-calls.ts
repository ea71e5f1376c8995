// The other side of bin/process/workers.ts, in the worker: takes one call after the other, until whoever shares the work out is no more.

import type { FromWorker } from './workers.ts';

/** `play`: must not throw; what it throws ends the process, and is said of the call. */
export function serveCalls(play: (call: never, note: (note: unknown) => void) => Promise<unknown>): void {
  const say = (message: FromWorker<unknown, unknown>): void => void process.send?.(message);
  // The whole group: what it has started ends with it.
  process.on('disconnect', () => process.kill(0, 'SIGKILL'));
  process.on('message', (asked: 'ready?' | { readonly call: never }) => {
    if (asked === 'ready?') return say({ ready: true });
    void play(asked.call, (note) => say({ note })).then((value) => say({ value }));
  });
}
