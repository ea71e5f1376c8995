// The machine's clock keeps the contract of every clock. Nothing here has an upper bound: machines may be slow.

import test from 'ava';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { clockConformance } from './clock-conformance.ts';

clockConformance(test, () => ({ clock: createSystemClock(), until: (done) => done }));

test('[clock] the system clock shows the machine’s own Unix time', (t) => {
  const before_s = Math.floor(Date.now() / 1000);
  const shown_s = createSystemClock().unix_s();
  t.true(shown_s >= before_s && shown_s <= Math.floor(Date.now() / 1000));
});
