// Worker side of bin/process/workers.ts: serves one call after the other until the parent process ends.

import type { FromWorker } from './workers.ts';

/** Serves calls. `play` must not throw; an exception ends the process and is reported for the call. */
export function serveCalls(play: (call: never, note: (note: unknown) => void) => Promise<unknown>): void {
  const send = (message: FromWorker<unknown, unknown>): void => void process.send?.(message);
  // Kills the whole process group, so that the worker's children end with it.
  process.on('disconnect', () => process.kill(0, 'SIGKILL'));
  process.on('message', (message: 'ready?' | { readonly call: never }) => {
    if (message === 'ready?') return send({ ready: true });
    void play(message.call, (note) => send({ note })).then((value) => send({ value }));
  });
}
