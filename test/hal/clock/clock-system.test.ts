// Tests that the system clock keeps the clock contract. No test has an upper time bound, as machines may be slow.

import test from 'ava';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { clockConformance } from './clock-conformance.ts';

clockConformance(test, () => ({ clock: createSystemClock(), until: (done) => done }));

test('[clock] shows the Unix time of the machine', (t) => {
  const before_s = Math.floor(Date.now() / 1000);
  const shown_s = createSystemClock().unix_s();
  t.true(shown_s >= before_s && shown_s <= Math.floor(Date.now() / 1000));
});
