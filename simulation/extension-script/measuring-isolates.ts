// Isolates that measure the heap use of their extensions.

import type { HostAnswer } from '../../firmware/extension-runtime/host.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import { createWaitingIsolates } from '../../hal/isolate/isolate-waiting.ts';
import type { Isolate, Isolates } from '../../hal/isolate/isolate.ts';

const MEASURING_HOST = new URL('../../firmware/extension-runtime/measuring-host.ts', import.meta.url);

export interface MeasuringIsolates extends Isolates {
  /** Returns the peak heap use of an extension in these isolates, bytes. */
  peakHeapBytes(): number;
}

export function createMeasuringIsolates(clock: Clock): MeasuringIsolates {
  const isolates = createWaitingIsolates(clock, MEASURING_HOST);
  let peak = 0;
  const measured = (isolate: Isolate): Isolate => ({
    ...isolate,
    request: (message, done) =>
      isolate.request(message, (answer) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the isolate only ever exchanges this message type
        if (answer.ok) peak = Math.max(peak, (answer.value as HostAnswer).peak_heap_bytes ?? 0);
        done(answer);
      }),
  });
  return { start: () => measured(isolates.start()), peakHeapBytes: () => peak };
}
