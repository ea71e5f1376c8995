// Runs the device's own checker in an isolate: one per text, so that no text blocks this process or outlives its check.

import type { CheckVerdict } from '../../firmware/extension-runtime/check.ts';
import type { CheckRequest } from '../../firmware/extension-runtime/checker-module.ts';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { createWorkerIsolates } from '../../hal/isolate/isolate-worker.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';

const CHECKER = new URL('../../firmware/extension-runtime/checker-module.ts', import.meta.url);

/**
 * Timeout of a check. The budget stops an endless text within a second; anything slower means an overloaded machine.
 */
const CHECK_MS_MAX = 30_000;

/**
 * Checks whether these bytes are an extension. `tries_out`: also calls each callback once and returns warnings of
 * failures.
 * @returns The verdict, independent of the machine's load. Errors: `isolate_slow` if there is none within CHECK_MS_MAX,
 * `isolate_broken`.
 */
export function checkIsolated(bytes: Uint8Array, tries_out = false): Promise<Result<CheckVerdict>> {
  const request: CheckRequest = { bytes, tries_out };
  const clock = createSystemClock();
  const isolate = createWorkerIsolates(clock, CHECKER, { first_ms: CHECK_MS_MAX, each_ms: CHECK_MS_MAX }).start();
  return new Promise((resolve) => {
    isolate.request(request, (answer) => {
      isolate.end();
      if (!answer.ok) return resolve(fail(answer.error.code, answer.error.message));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the isolate only ever exchanges this message type
      resolve(ok(answer.value as CheckVerdict));
    });
  });
}
