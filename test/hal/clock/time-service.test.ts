// Whether the wall clock is kept right, where the kernel can't be asked.

import test from 'ava';
import { isClockKept } from '../../../hal/clock/time-service.ts';

test('[clock] a sandbox in which nobody may ask the kernel for its time service ends nothing', (t) => {
  const refused = (): never => {
    throw Object.assign(new Error('EPERM: adjtimex failed'), { code: 'EPERM' });
  };
  t.is(typeof isClockKept(refused), 'boolean');
});
