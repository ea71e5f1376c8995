// Tests of whether the wall clock is kept: according to the kernel, or to the time service if the kernel refuses the
// query.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { isClockKept } from '../../../hal/clock/time-service.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const refused = (): never => {
  throw Object.assign(new Error('EPERM: adjtimex failed'), { code: 'EPERM' });
};

test('[clock] counts as kept without a time service and does not query the kernel', async (t) => {
  const folder = await temporaryFolder(t);
  t.true(isClockKept({ services: [join(folder, 'none')], ask: refused }));
});

test('[clock] asks the kernel whether the clock is right if a time service runs', async (t) => {
  const services = [await temporaryFolder(t)];
  t.true(isClockKept({ services, ask: () => true }));
  t.false(isClockKept({ services, ask: () => false }));
});

test('[clock] uses the time service’s marker file if a sandbox blocks the kernel query', async (t) => {
  const services = [await temporaryFolder(t)];
  const synchronized = join(services[0] ?? '', 'synchronized');
  t.false(isClockKept({ services, synchronized, ask: refused }));
  writeFileSync(synchronized, '');
  t.true(isClockKept({ services, synchronized, ask: refused }));
});
