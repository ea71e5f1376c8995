// The device's own checker for the store: each text in an isolate of its own, so that no text holds up the cloud or outlives its
// check.

import type { PublishCheck } from '../cloud-stub/store/check.ts';
import type { Verdict } from '../firmware/extension-runtime/check.ts';
import type { Clock } from '../hal/clock/clock.ts';
import { createWorkerIsolates } from '../hal/isolate/isolate-worker.ts';

const CHECKER = new URL('../firmware/extension-runtime/checker-module.ts', import.meta.url);
/** What a text is that breaks its isolate, or takes so long that it is ended. */
const ENDLESS = 'The top level does not come to an end.';

export function createPublishCheck(clock: Clock): PublishCheck {
  const isolates = createWorkerIsolates(clock, CHECKER);
  return (text) =>
    new Promise((resolve) => {
      const isolate = isolates.start();
      isolate.request(text, (answer) => {
        isolate.end();
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other side of the isolate is the checker, which gives no other
        if (answer.ok) return resolve(answer.value as Verdict);
        resolve({ ok: false, problem: { code: 'runaway_top_level', message: ENDLESS, line: null } });
      });
    });
}
