// Whether the wall clock is kept right: by the kernel's word, and by that of the time service where the kernel can't be asked.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { isClockKept } from '../../../hal/clock/time-service.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const refused = (): never => {
  throw Object.assign(new Error('EPERM: adjtimex failed'), { code: 'EPERM' });
};

test('[clock] without a time service somebody else keeps the clock, and nobody is asked', async (t) => {
  const folder = await temporaryFolder(t);
  t.true(isClockKept({ services: [join(folder, 'none')], ask: refused }));
});

test('[clock] with a time service the kernel says whether the clock is right', async (t) => {
  const services = [await temporaryFolder(t)];
  t.true(isClockKept({ services, ask: () => true }));
  t.false(isClockKept({ services, ask: () => false }));
});

test('[clock] a sandbox in which nobody may ask the kernel ends nothing: the service has left its word', async (t) => {
  const services = [await temporaryFolder(t)];
  const synchronized = join(services[0] ?? '', 'synchronized');
  t.false(isClockKept({ services, synchronized, ask: refused }));
  writeFileSync(synchronized, '');
  t.true(isClockKept({ services, synchronized, ask: refused }));
});
