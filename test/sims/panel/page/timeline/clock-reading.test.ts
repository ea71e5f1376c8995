// The device's clock on the page: it runs between events, and does not jump when they arrive or its pace changes.

import test from 'ava';
import fc from 'fast-check';
import { readingAfter, shownAt, type ClockReading } from '../../../../../sims/panel/page/timeline/clock-reading.ts';

const BEGIN: ClockReading = { newest_ms: 5000, pace: 1, from_ms: 5000, since_ms: 0 };

test('[panel] the clock runs at its pace, and stops where it was paused', (t) => {
  t.is(shownAt(BEGIN, 700), 5700);
  const flying = readingAfter(BEGIN, { newest_ms: 5000, pace: 100, since_ms: 200 });
  t.is(shownAt(flying, 200), 5200, 'no jump');
  t.is(shownAt(flying, 210), 6200);
  t.is(shownAt(flying, 10_000), 7200, 'a stopped machine is not ahead for ever');
  const paused = readingAfter(flying, { newest_ms: 6150.125, pace: 0, since_ms: 210 });
  t.is(shownAt(paused, 60_000), 6150.125);
  const on = readingAfter(paused, { newest_ms: 6150.125, pace: 1, since_ms: 60_000 });
  t.is(shownAt(on, 60_100), 6250.125);
});

test('[panel] events that arrive a little late do not move the clock back', (t) => {
  const late = fc.integer({ min: 0, max: 200 });
  fc.assert(
    fc.property(fc.array(late, { minLength: 1, maxLength: 30 }), (delays_ms) => {
      let [reading, shown_ms] = [BEGIN, 5000];
      for (const [second, delay_ms] of delays_ms.entries()) {
        const since_ms = second * 1000 + 1000 + delay_ms;
        reading = readingAfter(reading, { newest_ms: 6000 + second * 1000, pace: 1, since_ms });
        const now_ms = shownAt(reading, since_ms);
        t.true(now_ms >= shown_ms && now_ms <= 6000 + second * 1000 + 250);
        shown_ms = now_ms;
      }
    }),
  );
});
